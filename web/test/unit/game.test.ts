import { expect, test } from 'vitest';
import {
  Game,
  allowedFinishes,
  isEmptyGoalHole,
  isGoalHole,
  isMet,
  notation,
  play,
  possibleJumps,
  problemData,
  problemOf,
  vacancyOf,
  vacate,
  withNextMark,
  type Goal,
} from '../../src/model/game.ts';
import { goalOf } from '../../src/model/question.ts';
import { ask, hole, jumpBetween, library } from './engine.ts';
import { usualProblem } from '../../src/model/usual.ts';

const english = library('english');
const { facts } = english;
const jump = (from: string, to: string) => jumpBetween(facts, hole(facts, from), hole(facts, to));

test('the usual problem of the English board is the central game', () => {
  const problem = usualProblem(english);
  expect(vacancyOf(problem.start)).toBe(hole(facts, 'd4'));
  expect(problem.goal).toEqual({ kind: 'hole', hole: hole(facts, 'd4') });
  expect(problemData(problem).goal).toEqual({ PegIn: ['d4'] });
});

test('jumps are undone and redone, and another jump discards the undone ones', () => {
  const game = new Game(usualProblem(english));
  expect(game.play(jump('d2', 'd4'))).toBe(true);
  expect(game.play(jump('d2', 'd4'))).toBe(false);
  expect(game.play(jump('b3', 'd3'))).toBe(true);
  expect(notation(facts, game.playedJumps)).toEqual(['d2-d4', 'b3-d3']);
  game.undo();
  game.undo();
  expect(game.undo()).toBe(false);
  expect(game.play(jump('d2', 'd4'))).toBe(true);
  expect(game.line.length).toBe(2); // the same jump keeps the rest
  expect(game.redo()).toBe(true);
  expect(game.redo()).toBe(false);
  game.goTo(1);
  game.play(jump('f3', 'd3'));
  expect(notation(facts, [...game.line])).toEqual(['d2-d4', 'f3-d3']);
});

test('jumps by the same peg are one move', () => {
  const start = [...facts.labels].map((label) => (['d1', 'd2', 'd4'].includes(label) ? '1' : '0')).join('');
  const game = Game.of({ board: english, start, goal: { kind: 'anyHole' } }, [
    jump('d1', 'd3'),
    jump('d3', 'd5'),
  ]);
  expect(notation(facts, game!.playedJumps)).toEqual(['d1-d3-d5']);
  expect(game!.isWon && isMet(game!.problem, game!.pegs)).toBe(true);
});

test('the rules are those of the engine on every board of the library', () => {
  for (const { id } of ask({ ask: 'library' })) {
    const board = library(id);
    const problem = usualProblem(board);
    ask({
      ask: 'prepare',
      problem: problemData({ ...problem, goal: { kind: 'fewest' } }),
      allowed: { seconds: 0.01, megabytes: 0 },
    });
    const game = new Game(problem);
    for (let played = 0; played < 5 && !game.isOver; played++) {
      const allowed = { seconds: 0.001, megabytes: 1 };
      const outlooks = ask({ ask: 'outlooks', pegs: game.pegs, allowed });
      expect(possibleJumps(board.facts, game.pegs)).toEqual(outlooks.jumps.map(({ jump }) => jump));
      game.play(game.possible[played % game.possible.length]!);
    }
  }
});

test('a goal is painted hole by hole, from free to a peg, to empty and back', () => {
  const problem = {
    board: english,
    start: vacate(facts, hole(facts, 'd4')),
    goal: { kind: 'anyHole' } as Goal,
  };
  const mark = (goal: Goal, label: string) => withNextMark(facts, goal, hole(facts, label));
  const d2 = mark(problem.goal, 'd2')!;
  const both = mark(mark(d2, 'd3')!, 'd3')!;
  const data = problemData({ ...problem, goal: both });
  expect(data.goal).toEqual({ Patterns: [{ pegs: ['d2'], empty: ['d3'] }] });
  expect(problemOf(english, data).goal).toEqual(both);
  expect(goalOf({ ...problem, goal: both })).toBe('finish with a peg in d2 and none in d3');
  expect([isGoalHole(both, hole(facts, 'd2')), isEmptyGoalHole(both, hole(facts, 'd3'))]).toEqual([
    true,
    true,
  ]);
  expect(mark(mark(d2, 'd2')!, 'd2')).toBeNull();
  const game = new Game({ ...problem, goal: both });
  expect(game.isWon).toBe(false);
  game.play(jump('d2', 'd4'));
  expect([game.isWon, isMet(game.problem, game.pegs)]).toEqual([false, false]);
  game.undo();
  const other = { ...problem, goal: mark(mark(problem.goal, 'd3')!, 'd3')! };
  expect(isMet(other, play(facts, problem.start, jump('d2', 'd4')))).toBe(true);
});

test('the finishes that the class allows are those of the listed problems', () => {
  for (const id of ['english', 'triangle5', 'french', 'kite']) {
    const board = library(id);
    const byVacancy = new Map<number, number[]>();
    for (const { vacancy, finish } of board.facts.problems)
      byVacancy.set(vacancy, [...(byVacancy.get(vacancy) ?? []), finish]);
    for (const [vacancy, finishes] of byVacancy) {
      expect(allowedFinishes(board.facts, vacate(board.facts, vacancy))).toEqual(
        expect.arrayContaining(finishes),
      );
    }
  }
});

test('where several jumps have the same ends, the notation gives the hole jumped over', () => {
  const cube = library('cube');
  const problem = usualProblem(cube);
  const found = ask({ ask: 'settle', problem: problemData(problem), allowed: { seconds: 10 } });
  const game = new Game(problem);
  for (const jump of found.jumps!) {
    expect(game.play(jump)).toBe(true);
    const played = notation(cube.facts, game.playedJumps).join(', ');
    expect(played).toMatch(/^\w+(-\(\w+\)-\w+)/);
    const allowed = { seconds: 10, megabytes: 64 };
    ask({ ask: 'movesNeeded', problem: problemData(problem), played, allowed }); // throws if it cannot be read
  }
  expect(game.isWon).toBe(true);
});
