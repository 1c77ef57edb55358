/** State of the playing view. */

import { expect, test } from 'vitest';
import { Cancelled, type Line } from 'pegboard';
import { Game, play } from '../../src/model/game.ts';
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

/** Returns a game of the whole solution of a small board. */
function solution(): Game {
  const { facts } = library('triangle3');
  const start = facts.labels.map((_, hole) => Number(facts.jumps[0]!.slice(0, 2).includes(hole))).join('');
  const game = new Game({ board: { facts, id: 'triangle3' }, start, goal: { kind: 'anyHole' } });
  game.play(0);
  expect(game.isWon).toBe(true);
  return game;
}

/** Returns the state of a page that has just opened a game. */
function playing(game: Game) {
  const puzzles = { solved: () => Promise.resolve() };
  const settings = { help: 'none', speed: 1 };
  const { page } = pageWith({ game, puzzles, settings, knowledge: {} });
  const play = new PlayState(page);
  play.gameReplaced();
  return { play, statistics: () => page.storage.statistics, solved: () => page.storage.solved.size };
}

test('a restored game is not counted as begun or won again', () => {
  const again = playing(solution());
  again.play.undo();
  again.play.redo();
  expect(again.statistics()).toMatchObject({ games: 0, won: 0, jumps: 0 });

  const begun = new Game(usualProblem(triangle));
  begun.play(begun.possible[0]!);
  const restored = playing(begun);
  restored.play.jump(begun.possible[0]!, false);
  expect(restored.statistics()).toMatchObject({ games: 0, jumps: 1 });

  const first = playing(new Game(solution().problem));
  first.play.jump(0, false);
  expect(first.statistics()).toMatchObject({ games: 1, won: 1, jumps: 1 });
});

test('a line that was played by the page is not counted as won', () => {
  const game = new Game(solution().problem);
  const { play, statistics } = playing(game);
  game.play(0); // as the page does with the line of a playback
  play.undo();
  play.redo();
  expect(statistics()).toMatchObject({ games: 0, won: 0 });
});

test('a solution with jumps of the page is not the player’s until they play them', () => {
  const game = new Game(solution().problem);
  const { play, statistics, solved } = playing(game);
  play.watch([0]);
  play.goTo(1);
  play.adopt();
  play.undo();
  play.redo();
  expect(game.isWon).toBe(true);
  expect([statistics().won, solved()]).toEqual([0, 0]);
  play.undo();
  play.jump(0, false);
  play.undo();
  play.redo();
  expect([statistics().won, solved()]).toEqual([1, 1]);
});

test('the player’s own jumps count after jumps of the page were undone', () => {
  const { facts } = triangle;
  const problem = usualProblem(triangle);
  const [first, other] = new Game(problem).possible as [number, number];
  const goal = { kind: 'position', pegs: play(facts, problem.start, other) } as const;
  const game = new Game({ ...problem, goal });
  const { play: state, solved } = playing(game);
  state.watch([first]);
  state.goTo(1);
  state.adopt();
  state.undo();
  state.jump(other, false);
  expect([game.isWon, solved()]).toEqual([true, 1]);
});
