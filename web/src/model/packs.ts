/** Packs of graded puzzles, and the puzzle of a day. */

import type { Difficulty } from 'pegboard';

export interface Pack {
  difficulty: Difficulty;
  /** Link of each puzzle and the fewest moves that solve it. */
  puzzles: [link: string, moves: number][];
}

/** Multiplier that visits all puzzles in turn if it has no factor in common with their number. */
const STRIDE = 37;

/** Returns the number of stars for a solution: three for the fewest moves, one for any. */
export function stars(moves: number, fewest: number): 1 | 2 | 3 {
  if (moves <= fewest) return 3;
  return moves <= fewest + 2 ? 2 : 1;
}

/** Returns the puzzle of a day, given as `2026-05-01`. */
export function dailyPuzzle(packs: readonly Pack[], day: string): [link: string, moves: number] {
  const all = packs.flatMap(({ puzzles }) => puzzles);
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return all[(((number * STRIDE) % all.length) + all.length) % all.length]!;
}

/** Returns the day on this device. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the number of consecutive days up to this day or the day before. */
export function streak(days: readonly string[], day: string): number {
  const solved = new Set(days);
  const back = (from: string) =>
    new Date(Date.parse(`${from}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  let last = solved.has(day) ? day : back(day);
  let count = 0;
  for (; solved.has(last); last = back(last)) count++;
  return count;
}
