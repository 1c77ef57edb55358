/** Usual problem of a board: the one that opens with it. */

import usual from '../data/usual.json';
import { allowedFinishes, problemOf, vacate, withPeg, type Board, type Goal, type Problem } from './game.ts';

/** Vacancy and pegs left in the end, for library boards whose best-known problem cannot be won. */
const WINNABLE = usual as Partial<Record<string, { vacancy: string; finish: string[] }>>;

/** Returns the best-known problem of a board; on a board of the library, one that can be won. */
export function usualProblem(board: Board): Problem {
  const { facts, id } = board;
  if (facts.labels.length < 2)
    return { board, start: '1'.repeat(facts.labels.length), goal: { kind: 'fewest' } };
  const winnable = id === null ? undefined : WINNABLE[id];
  if (winnable) {
    const { labels } = facts;
    const start = vacate(facts, labels.indexOf(winnable.vacancy));
    const holes = winnable.finish.map((label) => labels.indexOf(label));
    const pegs = holes.reduce((all, hole) => withPeg(all, hole, true), '0'.repeat(labels.length));
    const goal: Goal = holes.length === 1 ? { kind: 'hole', hole: holes[0]! } : { kind: 'position', pegs };
    return { board, start, goal };
  }
  if (facts.usual) return problemOf(board, facts.usual);
  const listed = facts.problems;
  const complement = listed.find((each) => each.vacancy === each.finish);
  const vacancy = facts.vacancy ?? complement?.vacancy ?? listed[0]?.vacancy ?? 0;
  const start = vacate(facts, vacancy);
  const finishes = allowedFinishes(facts, start);
  if (finishes.includes(vacancy)) return { board, start, goal: { kind: 'hole', hole: vacancy } };
  return { board, start, goal: finishes.length > 0 ? { kind: 'anyHole' } : { kind: 'fewest' } };
}
