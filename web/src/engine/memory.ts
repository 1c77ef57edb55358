/**
 * How the memory that the page may take is shared out among the lanes: 512 MiB on a desktop, 128 on a phone.
 *
 * Each worker gives its module a memory that cannot grow beyond the lane's share, so that whatever the engine does,
 * all of them together stay within the sum of the shares. The shares follow what is done: a bitmap of the game's
 * positions takes what it needs, and the other lanes have the rest. Where there is no bitmap, more of it goes to the
 * lane that searches in its place; and while fewest moves are searched, that lane has half of what the search has
 * otherwise. A lane whose share changes goes on in a new worker.
 *
 * One kind of board gets more. For a finish on an axis of the French board the bitmap has 516 MiB: half of the class,
 * which is as far as one mirror folds it. Some corners of the 6×6 board take as much. Rather than to leave players
 * there with a solver that often does not know, a desktop takes up to 620 MiB for such a game, and the page says what
 * the bitmap takes. Everything larger is searched, and the page says so.
 *
 * All sizes are in MiB.
 */

export interface Memory {
  /** Of all lanes together. */
  readonly total: number;
  /** What quick questions about boards take. */
  readonly facts: number;
  /** A lane that searches can do nothing with less. */
  readonly least: number;
  /** The largest bitmap that is made. */
  readonly mostBitmap: number;
}

export interface Shares {
  facts: number;
  quick: number;
  whole: number;
  search: number;
  moves: number;
}

/** What a worker takes beside the bitmap that it holds. */
const BESIDE_BITMAP = 12;

export const DESKTOP: Memory = { total: 512, facts: 16, least: 24, mostBitmap: 520 };
export const PHONE: Memory = { total: 128, facts: 12, least: 12, mostBitmap: 68 };

export function memoryOfDevice(): Memory {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  const isPhone = matchMedia('(pointer: coarse) and (max-width: 900px)').matches;
  return isPhone || (deviceMemory !== undefined && deviceMemory < 4) ? PHONE : DESKTOP;
}

/**
 * What goes on: the size of the bitmap of the game, `null` without one; and whether fewest moves are searched, or a file of
 * pictures is made with the memory of that lane.
 */
export interface Work {
  bitmap: number | null;
  searchesMoves: boolean;
}

/** Small bitmaps have the same shares. */
export function sharesOf({ total, facts, least }: Memory, { bitmap, searchesMoves }: Work): Shares {
  const whole = bitmap === null ? 0 : Math.max(bitmap, Math.floor(total / 8)) + BESIDE_BITMAP;
  const rest = total - facts - whole;
  const quick = Math.max(least, Math.floor(rest / (bitmap === null ? 3 : 8)));
  const long = rest - quick;
  const moves = Math.max(least, searchesMoves ? Math.floor(long / 2) : 0);
  return { facts, quick, whole, search: Math.max(least, long - moves), moves };
}

/**
 * What a question may count on in a lane. The engine counts its positions; lists that grow are copied into larger ones,
 * and what is freed stays with the worker, so that it takes up to a third more.
 */
export function allowanceOf(share: number): number {
  return Math.floor((3 * share) / 4);
}

/** The same for the fewest moves, whose layers grow from both ends: it takes up to twice that. */
export function movesAllowanceOf(share: number): number {
  return Math.floor(share / 2);
}
