/** The engine of the page and the command line give the same answers. */

import { beforeAll, expect, test } from 'vitest';
import { allowedFinishes, problemData, vacancyOf, type Goal } from '../../src/model/game.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { nativeSolver } from '../native.ts';
import { ask, library } from './engine.ts';

/** Boards whose usual problems take moments in both programs. */
const BOARDS = [
  'english',
  'french',
  'wiegleb',
  'square4',
  'square5',
  'square6',
  'square7',
  'rectangle5x6',
  'rectangle6x7',
  'diamond13',
  'diamond25',
  'triangle3',
  'triangle4',
  'triangle5',
  'triangle6',
  'triangle7',
  'triangle8',
  'cracker-barrel',
  'hexagon3',
  'hexagon4',
  'hexagon5',
  'rhombus4',
  'rhombus5',
  'parallelogram4x6',
  'cross-3-2-2-2',
  'asymmetric-cross',
  'arrow',
  'flag',
  'star13',
  'kite',
  'boomerang',
  'trapezoid',
];

let native: ReturnType<typeof nativeSolver>;

beforeAll(() => {
  native = nativeSolver();
}, 900_000);

test('there are at least thirty boards', () => expect(BOARDS.length).toBeGreaterThanOrEqual(30));

test.each(BOARDS)('on board %s', (id) => {
  const board = library(id);
  const { labels } = board.facts;
  const { start } = usualProblem(board);
  const finishes = allowedFinishes(board.facts, start).slice(0, 3);
  const goals: [string, Goal][] = [
    ['any', { kind: 'anyHole' }],
    ...finishes.map((hole): [string, Goal] => [labels[hole]!, { kind: 'hole', hole }]),
  ];
  for (const [finish, goal] of goals) {
    const problem = problemData({ board, start, goal });
    const { answer, jumps } = ask({ ask: 'settle', problem, allowed: { seconds: 60 } });
    const other = native(id, ['--vacate', labels[vacancyOf(start)!]!, '--finish', finish]);
    expect([finish, answer, jumps?.length ?? null]).toEqual([finish, other.answer, other.jumps]);
  }
});
