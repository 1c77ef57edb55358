/** State of the puzzles view. */

import { expect, test } from 'vitest';
import type { FewestMoves } from 'pegboard';
import packs from '../../src/data/packs.json';
import { Game, type Goal } from '../../src/model/game.ts';
import { readLink } from '../../src/model/link.ts';
import { dailyPuzzle, today, type Pack } from '../../src/model/packs.ts';
import { qrCodeOf } from '../../src/model/qr-code.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { PuzzlesState } from '../../src/state/puzzles.ts';
import { factsOf, hole, jumpBetween, library } from './engine.ts';
import { pageWith } from './page.ts';

const triangle = library('triangle5');

test('the puzzle of the day is counted before the packs are shown', async () => {
  const { page } = pageWith({});
  const [link] = dailyPuzzle(packs as Pack[], today());
  await new PuzzlesState(page).solved(link);
  expect(page.storage.statistics.days).toEqual([today()]);
});

test.each([
  [{ kind: 'fewest' } satisfies Goal, []],
  [{ kind: 'anyHole' } satisfies Goal, ['a3-a1']],
])('a sheet of the current game with goal %o has its picture and its code', async (goal, solved) => {
  const { facts } = triangle;
  const jump = jumpBetween(facts, hole(facts, 'a3'), hole(facts, 'a1'));
  const engine = {
    fewestMoves: ({ problem }: { problem: { goal: unknown } }): Promise<FewestMoves> =>
      problem.goal === 'FewestPegs'
        ? Promise.reject(new Error('the goal names no finish'))
        : Promise.resolve({ jumps: [jump], moves: 1, atLeast: 1 }),
  };
  const game = new Game({ ...usualProblem(triangle), goal });
  const read = (link: string) => {
    const { source, open } = readLink(link);
    return Promise.resolve(open(factsOf(source)));
  };
  const { page } = pageWith({ engine, game, read });
  const wish = { title: '', goal: '', source: 'game', count: 1, help: 'none' } as const;
  const { items } = await new PuzzlesState(page).sheet(wish);
  expect(items.map(({ solution, code }) => [solution, code !== null])).toEqual([[solved, true]]);
});

test('a text has a QR code unless it is too long', () => {
  expect(qrCodeOf('http://localhost/')).toEqual({
    size: 21,
    path: expect.stringMatching(/^M0 0h1v1h-1zM1 0h1v1h-1z/) as string,
  });
  expect(qrCodeOf('x'.repeat(2900))?.size).toBe(177);
  expect(qrCodeOf('x'.repeat(3000))).toBe(null);
});
