/**
 * Memory budget of the lanes: 512 MiB on a desktop, 128 MiB on a phone.
 *
 * The WebAssembly memory of each worker cannot grow beyond the lane's share, so the sum of the shares bounds the whole
 * engine. The bitmap of the game takes what it needs, and the other lanes divide the rest. Without a bitmap, the lane
 * that searches outlooks gets more. A search for fewest moves gets half of the search lane's share. A lane whose share
 * changes gets a new worker.
 *
 * Exception: for a finish on an axis of the French board, folding along one mirror leaves a bitmap of 516 MiB, and some
 * corners of the 6×6 board need as much. The solver leaves many of these outlooks undecided, so a desktop may use up to
 * 620 MiB for such a game. The page shows the size of the bitmap. Larger games use the solver.
 *
 * All sizes are in MiB.
 */

export interface Memory {
  /** Sum over all lanes. */
  readonly total: number;
  /** Share of the lane `facts`. */
  readonly facts: number;
  /** Minimum share of a lane that searches. */
  readonly least: number;
  /** Size of the largest bitmap. */
  readonly mostBitmap: number;
}

export interface Shares {
  facts: number;
  quick: number;
  whole: number;
  search: number;
  moves: number;
}

/** Memory of a worker in addition to its bitmap. */
const BESIDE_BITMAP = 12;
/** Largest memory of a WebAssembly module. */
const MOST = 4096;

export const DESKTOP: Memory = { total: 512, facts: 16, least: 24, mostBitmap: 520 };
export const PHONE: Memory = { total: 128, facts: 12, least: 12, mostBitmap: 68 };

/** Current load: size of the game's bitmap, if any, and whether a search for fewest moves runs. */
export interface Work {
  bitmap: number | null;
  searchesMoves: boolean;
}

/** Returns the shares. All small bitmaps give the same shares, so that workers survive a new game. */
export function sharesOf({ total, facts, least }: Memory, { bitmap, searchesMoves }: Work): Shares {
  const whole = bitmap === null ? 0 : Math.max(bitmap, Math.floor(total / 8)) + BESIDE_BITMAP;
  const rest = total - facts - whole;
  const quick = Math.max(least, Math.floor(rest / (bitmap === null ? 3 : 8)));
  const long = rest - quick;
  const moves = Math.max(least, searchesMoves ? Math.floor(long / 2) : 0);
  const search = Math.max(least, long - moves);
  const bounded = (share: number) => Math.min(MOST, share);
  return {
    facts: bounded(facts),
    quick: bounded(quick),
    whole: bounded(whole),
    search: bounded(search),
    moves: bounded(moves),
  };
}

/**
 * Returns the memory limit of a request. The engine counts its positions only; growing lists and fragmentation take up
 * to a third more.
 */
export function allowanceOf(share: number): number {
  return Math.floor((3 * share) / 4);
}

/** Returns the memory limit of a search for fewest moves, whose layers take up to twice the counted memory. */
export function movesAllowanceOf(share: number): number {
  return Math.floor(share / 2);
}
