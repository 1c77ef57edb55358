import { expect, test } from 'vitest';
import { Game, problemData, type Jump } from '../../src/model/game.ts';
import { Playback } from '../../src/model/playback.ts';
import { ask, hole, library, jumpBetween } from './engine.ts';
import { usualProblem } from '../../src/model/usual.ts';

const triangle = library('triangle5');
const { facts } = triangle;
const jump = (from: string, to: string) => jumpBetween(facts, hole(facts, from), hole(facts, to));
/** Line of the library's example of an inverse game. */
const LINE = [jump('a3', 'a1'), jump('c3', 'a3'), jump('a1', 'c3')];

interface Step {
  by: number;
  jump: Jump | null;
}

function playback(from: Game, jumps: Jump[]): { shown: Playback; steps: Step[] } {
  const steps: Step[] = [];
  const shown = new Playback(from, jumps, 1, (by, jump) => steps.push({ by, jump }));
  return { shown, steps };
}

test('a line starts at the current position and steps in both directions', () => {
  const game = new Game(usualProblem(triangle));
  game.play(LINE[0]!);
  const { shown, steps } = playback(game, LINE.slice(1));
  expect(shown.course).toEqual({ names: ['a3-a1', 'c3-a3', 'a1-c3'], ends: [1, 2, 3], done: 1 });
  shown.step(1);
  shown.step(-1);
  shown.goTo(3);
  shown.step(1); // at the end
  expect(steps).toEqual([
    { by: 1, jump: LINE[1] },
    { by: -1, jump: LINE[1] },
    { by: 0, jump: null },
    { by: 1, jump: null },
  ]);
  expect([shown.isOver, shown.made]).toEqual([true, ['a3-a1', 'c3-a3', 'a1-c3']]);
  shown.goToStart();
  expect(shown.game.pegs).toBe(game.pegs);
  expect(game.played).toBe(1);
});

test('a line ends where it ends, though undone jumps go on', () => {
  const game = new Game(usualProblem(triangle));
  for (const each of LINE) game.play(each);
  game.goTo(0);
  const { shown } = playback(game, LINE.slice(0, 2));
  expect(shown.course.names).toEqual(['a3-a1', 'c3-a3']);
});

test('the inverse game is the reversed line, in the notation of the library', () => {
  const { shown, steps } = playback(new Game(usualProblem(triangle)), LINE);
  shown.turn();
  shown.pause();
  expect(shown.course).toEqual({ names: ['c3+a1', 'a3+c3', 'a1+a3'], ends: [1, 2, 3], done: 0 });
  expect([shown.made, shown.isOver, shown.last]).toEqual([[], false, null]);
  shown.step(1);
  expect(steps.at(-1)).toEqual({ by: 1, jump: LINE[2] });
  expect([shown.made, shown.last]).toEqual([['c3+a1'], LINE[2]]);
  shown.step(-1);
  expect(steps.at(-1)).toEqual({ by: -1, jump: LINE[2] });
  shown.goTo(2);
  expect(shown.made).toEqual(['c3+a1', 'a3+c3']);
  shown.goTo(3);
  expect([shown.isOver, shown.game.played]).toEqual([true, 0]);
  shown.goToStart();
  expect(shown.game.pegs).toBe(shown.first);
  shown.turn();
  shown.pause();
  expect(shown.course.done).toBe(0);
  expect(shown.game.played).toBe(0);
});

test('every jump of an inverse game goes over an empty hole into an empty hole, and adds a peg', () => {
  const problem = usualProblem(triangle);
  const allowed = { seconds: 10, megabytes: 64 };
  ask({ ask: 'prepare', problem: problemData(problem), allowed });
  const line = ask({ ask: 'line', pegs: problem.start, allowed })!;
  const { shown } = playback(new Game(problem), line.jumps);
  shown.turn();
  shown.pause();
  const { names, ends } = shown.course;
  const hops = names.flatMap((name) => {
    const holes = name.split('+').map((label) => hole(facts, label));
    return holes.slice(1).map((to, index) => [holes[index]!, to] as const);
  });
  expect(hops.length).toBe(ends.at(-1));
  for (const [from, to] of hops) {
    const before = shown.game.pegs;
    shown.step(1);
    const over = facts.jumps[jumpBetween(facts, to, from)]![1];
    expect([from, over, to].map((each) => before[each]).join('')).toBe('100');
    expect([from, over, to].map((each) => shown.game.pegs[each]).join('')).toBe('011');
  }
  expect(shown.isOver).toBe(true);
  expect(shown.game.pegs).toBe(problem.start);
});
