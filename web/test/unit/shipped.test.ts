/** The shipped atlas, read by the engine. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from 'pegboard';
import { Game, notation, problemData, vacate, type Board, type Problem } from '../../src/model/game.ts';
import { ShippedAtlas } from '../../src/model/shipped.ts';
import { ask, hole, library } from './engine.ts';

const textOf = (id: string) =>
  readFileSync(new URL(`../../../boards/atlas/${id}.ron`, import.meta.url), 'utf8');
const engine: Pick<Engine, 'atlas' | 'atlasCertificate'> = {
  atlas: async (details) => ask({ ask: 'atlas', ...details }),
  atlasCertificate: async (details) => ask({ ask: 'atlasCertificate', ...details }),
};
const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async (address) => new Response(textOf(/(\w+)\.ron/.exec(address)![1]!)));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

function problem(board: Board, vacancy: string, finish: string): Problem {
  const { facts } = board;
  return {
    board,
    start: vacate(facts, hole(facts, vacancy)),
    goal: { kind: 'hole', hole: hole(facts, finish) },
  };
}

test('the atlas agrees with the solver on every problem of the triangle, images and reversals included', async () => {
  const board = library('triangle5');
  const shipped = new ShippedAtlas(engine);
  await shipped.load(board);
  const { labels } = board.facts;
  let answered = 0;
  for (const vacancy of labels) {
    for (const finish of labels) {
      const each = problem(board, vacancy, finish);
      const found = ask({ ask: 'settle', problem: problemData(each), allowed: { seconds: 60 } });
      const settled = shipped.settled(each);
      if (found.reason?.kind === 'class') {
        expect(settled).toBeUndefined();
        continue;
      }
      answered++;
      expect(settled?.answer).toBe(found.answer);
      if (!settled?.jumps) continue;
      const game = new Game(each);
      for (const jump of settled.jumps) game.play(jump);
      expect(game.isWon).toBe(true);
      const moves = notation(board.facts, game.playedJumps).length;
      expect(shipped.fewestMoves(each)).toEqual({ jumps: settled.jumps, moves, atLeast: moves });
    }
  }
  expect(answered).toBeGreaterThan(60);
});

test('an impossible problem of Wiegleb’s board has its certificate', async () => {
  const board = library('wiegleb');
  const shipped = new ShippedAtlas(engine);
  const e1 = problem(board, 'e1', 'e1');
  expect(shipped.settled(e1)).toBeUndefined();
  await Promise.all([shipped.load(board), shipped.load(board)]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(shipped.settled(e1)).toMatchObject({ answer: 'unsolvable', reason: null });
  expect(shipped.fewestMoves(e1)).toBeUndefined();
  expect(await shipped.certificate(e1)).toContain('answer: Unsolvable(Refutation(');
  expect(shipped.settled({ ...e1, goal: { kind: 'anyHole' } })).toBeUndefined();
});

test('without a file or a connection, nothing is known, and a later call tries again', async () => {
  const shipped = new ShippedAtlas(engine);
  const board = library('triangle5');
  const corner = problem(board, 'a1', 'a1');
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  await shipped.load(board);
  expect(shipped.settled(corner)).toBeUndefined();
  fetched.mockResolvedValueOnce(new Response('<html>'));
  await shipped.load(board);
  expect(shipped.settled(corner)).toBeUndefined();
  await shipped.load(board);
  expect(shipped.settled(corner)?.answer).toBe('solvable');
  await shipped.load({ ...board, id: null }); // drawn
  await shipped.load(library('cracker-barrel'));
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('an atlas of another board is refused', () => {
  const { file } = library('triangle4').facts;
  expect(() => ask({ ask: 'atlas', board: file, text: textOf('triangle5') })).toThrow('Triangle 5');
  const text = textOf('triangle4');
  expect(() => ask({ ask: 'atlasCertificate', board: file, text, vacancy: 0, finish: 10 })).toThrow(
    'no hole number 10',
  );
  const wrong = text.replace('a2,b2,5,5,a4-a2 ', 'a2,b2,5,5,a4-b2 ');
  expect(wrong).not.toBe(text);
  expect(() => ask({ ask: 'atlas', board: file, text: wrong })).toThrow('a4-b2');
});
