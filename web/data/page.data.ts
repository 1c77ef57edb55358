/** Data files of the page, made by the engine: `npm run data`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Difficulty, Pegs, Puzzle } from 'pegboard';
import {
  Game,
  labelled,
  pegCount,
  play,
  problemData,
  problemOf,
  vacate,
  type Board,
  type Problem,
} from '../src/model/game.ts';
import { writeLink } from '../src/model/link.ts';
import type { Pack } from '../src/model/packs.ts';
import { usualProblem } from '../src/model/usual.ts';
import { ask, library } from '../test/unit/engine.ts';

const BOARDS = [
  'english',
  'triangle5',
  'french',
  'diamond25',
  'square5',
  'triangle6',
  'hexagon4',
  'star13',
  'rhombus5',
  'kite',
  'trapezoid',
  'arrow',
];
const DIFFICULTIES: Difficulty[] = ['easy', 'medium', 'hard', 'expert'];
const IN_PACK = 30;
/** Chances of random play to win below which a board is not easy, is hard, and is for experts. */
const CHANCES = [1 / 100, 1 / 10_000, 1 / 10_000_000];
/** Number of holes beyond which the positions of a board are too many to count. */
const LARGE = 36;
/** Limits in positions, which do not depend on the machine: for a puzzle, its fewest moves, a solution, and a count. */
const [MAKING, SHORTENING, SOLVED, COUNTED] = [4e6, 8e6, 2e7, 4e6];

const boards = new Map<string, Board>();

function board(id: string): Board {
  const known = boards.get(id) ?? library(id);
  boards.set(id, known);
  return known;
}

function write(name: string, content: unknown): void {
  const file = new URL(`../src/data/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`);
}

test('packs of puzzles', () => {
  const packs = DIFFICULTIES.map((difficulty): Pack => {
    const puzzles: Pack['puzzles'] = [];
    for (let seed = 1; puzzles.length < IN_PACK && seed < 20 * IN_PACK; seed++) {
      const on = board(BOARDS[seed % BOARDS.length]!);
      const wanted = { difficulty, seed, symmetric: seed % 5 === 0, uniqueFirstJump: false };
      const allowed = { nodes: MAKING, megabytes: 512 };
      let made: Puzzle;
      try {
        made = ask({ ask: 'puzzle', board: on.facts.file, wanted, allowed });
      } catch {
        continue; // no puzzle of this kind on this board
      }
      if (made.difficulty !== difficulty) continue;
      const problem = problemOf(on, made.problem);
      const link = writeLink(new Game(problem));
      const { moves, atLeast } = ask({
        ask: 'fewestMoves',
        problem: problemData(problem),
        allowed: { nodes: SHORTENING, megabytes: 512 },
      });
      if (moves === null || moves !== atLeast || puzzles.some(([other]) => other === link)) continue;
      puzzles.push([link, moves]);
    }
    return { difficulty, puzzles };
  });
  write('packs', packs);
});

test('usual problems that can be won', () => {
  const usual: Record<string, { vacancy: string; finish: string[] }> = {};
  for (const { id } of ask({ ask: 'library' })) {
    const on = board(id);
    const { labels, problems } = on.facts;
    const first = usualProblem({ facts: on.facts, id: null });
    if (isWinnable(first)) continue;
    const solvable = answers(on).filter(({ settled }) => settled.answer === 'solvable');
    const best = solvable.find(({ vacancy, finish }) => vacancy === finish) ?? solvable[0];
    if (best) {
      usual[id] = { vacancy: labels[best.vacancy]!, finish: [labels[best.finish]!] };
      continue;
    }
    const other = problems.find(({ vacancy, finish }) =>
      isWinnable({ board: on, start: vacate(on.facts, vacancy), goal: { kind: 'hole', hole: finish } }),
    );
    if (other) {
      usual[id] = { vacancy: labels[other.vacancy]!, finish: [labels[other.finish]!] };
      continue;
    }
    // No game ends with one peg: the goal is an end with the fewest pegs.
    const ends = labels.map((_, vacancy) => fewestPegs(on, vacancy));
    const vacancy = ends.reduce(
      (least, pegs, hole) => (pegCount(pegs) < pegCount(ends[least]!) ? hole : least),
      0,
    );
    usual[id] = { vacancy: labels[vacancy]!, finish: labelled(on.facts, ends[vacancy]!) };
  }
  write('usual', usual);
});

test('difficulty of the usual problems', () => {
  const difficulty: Record<string, Difficulty> = {};
  for (const { id } of ask({ ask: 'library' })) {
    const problem = problemData(usualProblem(board(id)));
    const isLarge = board(id).facts.labels.length > LARGE;
    const allowed = { nodes: COUNTED, megabytes: 1024 };
    const sought = isLarge ? null : ask({ ask: 'chance', problem, allowed });
    // A board whose positions are too many to count them is for experts.
    const grade = sought && 'found' in sought ? CHANCES.filter((least) => sought.found < least).length : 3;
    difficulty[id] = DIFFICULTIES[grade]!;
  }
  write('difficulty', difficulty);
});

test('facts and classic problems of the board that is shown before the engine is loaded', () => {
  const { facts } = board('english');
  write('english', facts);
  const named = ask({ ask: 'named', board: facts.file });
  const unboarded = named.map(({ problem: { start, goal }, ...rest }) => ({
    ...rest,
    problem: { start, goal },
  }));
  write('english-named', unboarded);
});

/** Returns the last position of a game that leaves few pegs. */
function fewestPegs(on: Board, vacancy: number): Pegs {
  const start = vacate(on.facts, vacancy);
  const problem = problemData({ board: on, start, goal: { kind: 'fewest' } });
  const found = ask({ ask: 'fewest', problem, allowed: { nodes: SOLVED, megabytes: 512 } });
  return (found?.jumps ?? []).reduce((pegs, jump) => play(on.facts, pegs, jump), start);
}

/** Returns the answers of the shipped atlas. */
function answers({ facts, id }: Board) {
  const file = new URL(`../../boards/atlas/${id}.ron`, import.meta.url);
  if (!existsSync(file)) return [];
  return ask({ ask: 'atlas', board: facts.file, text: readFileSync(file, 'utf8') });
}

function isWinnable(problem: Problem): boolean {
  if (problem.goal.kind === 'fewest') return false;
  const allowed = { nodes: SOLVED, megabytes: 1024 };
  return ask({ ask: 'settle', problem: problemData(problem), allowed }).answer === 'solvable';
}
