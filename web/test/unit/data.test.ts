/** Data files of the page: they agree with the engine. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import difficulties from '../../src/data/difficulty.json';
import englishNamed from '../../src/data/english-named.json';
import english from '../../src/data/english.json';
import packs from '../../src/data/packs.json';
import { problemData, vacancyOf, type Problem } from '../../src/model/game.ts';
import { groupOf, GROUPS } from '../../src/model/groups.ts';
import { readLink } from '../../src/model/link.ts';
import { dailyPuzzle, stars, streak, today, type Pack } from '../../src/model/packs.ts';
import { usualProblem } from '../../src/model/usual.ts';
import type { Unboarded } from '../../src/state/page.ts';
import { ask, factsOf, library } from './engine.ts';

const all = packs as Pack[];
const allowed = { seconds: 20, megabytes: 512 };

test('the facts that are shown before the engine is loaded are those of the engine', () => {
  const facts = factsOf({ library: 'english' });
  expect(english).toEqual(facts);
  const named = ask({ ask: 'named', board: facts.file });
  expect(
    (englishNamed as Unboarded[]).map((each) => ({
      ...each,
      problem: { ...each.problem, board: facts.file },
    })),
  ).toEqual(named);
});

test('there are at least 100 puzzles, each once and each solvable', () => {
  const links = all.flatMap(({ puzzles }) => puzzles.map(([link]) => link));
  expect(links.length).toBeGreaterThanOrEqual(100);
  expect(new Set(links).size).toBe(links.length);
  for (const link of links) {
    const { source, open } = readLink(link);
    const problem = problemData(open(factsOf(source)).problem);
    expect([link, ask({ ask: 'settle', problem, allowed }).answer]).toEqual([link, 'solvable']);
  }
});

test.each(all)('the fewest moves of $difficulty puzzles are proved', ({ puzzles }) => {
  for (const [link, moves] of puzzles.slice(0, 3)) {
    const { source, open } = readLink(link);
    const problem = problemData(open(factsOf(source)).problem);
    expect(ask({ ask: 'fewestMoves', problem, allowed })).toMatchObject({ moves, atLeast: moves });
  }
});

test('the usual problem of every library board can be won', () => {
  const lost = ask({ ask: 'library' }).filter(({ id }) => {
    const problem = usualProblem(library(id));
    return problem.goal.kind === 'fewest' || !isWinnable(id, problem);
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
});

/** Returns `true` if the atlas or the solver has a solution. */
function isWinnable(id: string, problem: Problem): boolean {
  const { facts } = problem.board;
  const goal = problem.goal.kind === 'hole' ? problem.goal.hole : null;
  if (goal !== null) {
    try {
      const text = readFileSync(new URL(`../../../boards/atlas/${id}.ron`, import.meta.url), 'utf8');
      const vacancy = vacancyOf(problem.start);
      const known = ask({ ask: 'atlas', board: facts.file, text }).find(
        (each) => each.vacancy === vacancy && each.finish === goal,
      );
      if (known) return known.settled.answer === 'solvable';
    } catch {
      // no atlas of this board
    }
  }
  return ask({ ask: 'settle', problem: problemData(problem), allowed }).answer === 'solvable';
}

test('every library board is in a group and has a difficulty', () => {
  const ids = ask({ ask: 'library' }).map(({ id }) => id);
  expect(Object.keys(difficulties).sort()).toEqual(ids.sort());
  const groups = new Set(ask({ ask: 'library' }).map(groupOf));
  expect([...groups].sort()).toEqual([...GROUPS].sort());
});

test('a day has one puzzle, and the puzzles of 120 days differ', () => {
  const days = Array.from({ length: 120 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const links = days.map((day) => dailyPuzzle(all, day)[0]);
  expect(new Set(links).size).toBe(120);
  expect(dailyPuzzle(all, days[7]!)[0]).toBe(links[7]);
  expect(() => dailyPuzzle(all, '1965-03-01')).not.toThrow();
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

test('days in a row end at a gap, and yesterday still counts', () => {
  expect(streak(['2026-02-27', '2026-02-28', '2026-03-01'], '2026-03-01')).toBe(3);
  expect(streak(['2026-02-27', '2026-02-28'], '2026-03-01')).toBe(2);
  expect(streak(['2026-02-27'], '2026-03-01')).toBe(0);
  expect(streak([], '2026-03-01')).toBe(0);
});

test.each([
  [5, 5, 3],
  [4, 5, 3],
  [7, 5, 2],
  [8, 5, 1],
] as const)('%i moves where %i are enough have %i stars', (moves, fewest, expected) => {
  expect(stars(moves, fewest)).toBe(expected);
});
