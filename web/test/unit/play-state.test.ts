/** State of the playing view. */

import { expect, test } from 'vitest';
import { Cancelled, type Line } from 'pegboard';
import { Game } from '../../src/model/game.ts';
import { Knowledge } from '../../src/model/knowledge.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { PlayState } from '../../src/state/play.ts';
import { text } from '../../src/text/text.ts';
import { library } from './engine.ts';
import { pageWith } from './page.ts';

const triangle = library('triangle5');

/** Returns a lane whose lines are answered by `line`. */
function engineWithLine(line: () => Promise<Line | null>) {
  const quick = {
    generation: 0,
    ask: ({ ask }: { ask: string }) => (ask === 'line' ? line() : Promise.resolve(null)),
  };
  return { lanes: { quick, whole: {}, makeRoom: () => false } };
}

test('a cancelled search for a solution says nothing about solutions', async () => {
  const game = new Game(usualProblem(triangle));
  for (const [end, said] of [
    [() => Promise.reject(new Cancelled()), undefined],
    [() => Promise.resolve(null), text.play.solutionNone],
    [() => Promise.reject(new Error('unreachable')), text.play.solutionNone],
  ] as const) {
    const engine = engineWithLine(end);
    const knowledge = new Knowledge(engine as never, game.problem, () => {});
    const { page } = pageWith({ engine, game, knowledge });
    const play = new PlayState(page);
    const shown = play.showSolution();
    expect(play.message?.said).toBe(text.play.thinking);
    await shown;
    expect(play.message?.said).toBe(said);
  }
});

test('a longer search that fails does not think for ever', async () => {
  const knowledge = { searchLonger: () => Promise.reject(new Error('unreachable')) };
  const { page, toasts } = pageWith({ game: new Game(usualProblem(triangle)), knowledge });
  const play = new PlayState(page);
  play.searchLonger();
  expect(play.message?.said).toBe(text.play.thinking);
  await expect.poll(() => toasts).toEqual(['Error: unreachable']);
  expect(play.message).toBe(null);
});
