/** Searches for the outlooks of a game. */

import { expect, test } from 'vitest';
import type { Outlook, Outlooks } from 'pegboard';
import { Game } from '../../src/model/game.ts';
import { Knowledge } from '../../src/model/knowledge.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { library } from './engine.ts';

const game = new Game(usualProblem(library('triangle5')));
const [jump] = game.possible as [number];

/** Returns outlooks of a position that is winning, with this outlook of its jump. */
function outlooks(outlook: Outlook): Outlooks {
  return { outlook: 'winning', limit: null, jumps: [{ jump, outlook }] };
}

/** Returns an engine without room for a bitmap, whose searches take `answer`, and the times of its searches. */
function searching(answer: (seconds: number) => Outlooks) {
  const times: number[] = [];
  const ask = (question: { ask: string; allowed: { seconds: number } }) => {
    if (question.ask !== 'outlooks') return Promise.resolve(null);
    times.push(question.allowed.seconds);
    return Promise.resolve(answer(question.allowed.seconds));
  };
  return { engine: { lanes: { quick: { generation: 0, ask }, whole: {}, makeRoom: () => false } }, times };
}

test('the position on display is searched longer until its jumps are known', async () => {
  const { engine, times } = searching((seconds) => outlooks(seconds < 2 ? 'unknown' : 'losing'));
  const knowledge = new Knowledge(engine as never, game.problem, () => {});
  knowledge.want([game.pegs]);
  await expect.poll(() => knowledge.jump(game.pegs, jump).outlook).toBe('losing');
  expect(times).toEqual([0.6, 1.4, 2]);
});

test('a position that stays open is left after some seconds', async () => {
  const { engine, times } = searching(() => outlooks('unknown'));
  const knowledge = new Knowledge(engine as never, game.problem, () => knowledge.want([game.pegs]));
  knowledge.want([game.pegs]);
  await expect.poll(() => times.length).toBe(4);
  await expect.poll(() => knowledge.isAsking(game.pegs)).toBe(false);
  expect(times).toEqual([0.6, 1.4, 2, 6]);
});
