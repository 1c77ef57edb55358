/**
 * Fewest moves: those of the shipped atlas, and searches on request, one problem at a time, with a cache of the results.
 */

import { Cancelled, type Engine, type FewestMoves, type Progress } from 'pegboard';
import { problemData, problemKey, type Problem } from './game.ts';
import type { Searching } from './settler.ts';
import type { ShippedAtlas } from './shipped.ts';

/** Milliseconds between reports of progress. */
const REPORT_EVERY = 250;

export class ShortestFinder {
  private readonly found = new Map<string, FewestMoves>();
  private running: (Omit<Searching, 'seconds'> & { end: AbortController; begin: number }) | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly shipped: ShippedAtlas,
    private readonly changed: () => void,
  ) {}

  of(problem: Problem): FewestMoves | undefined {
    const [found, shipped] = [this.found.get(problemKey(problem)), this.shipped.fewestMoves(problem)];
    return found && shipped ? better(found, shipped) : (found ?? shipped);
  }

  /** Returns the running search for a problem. */
  searching(problem: Problem): Searching | null {
    const { running } = this;
    if (running?.key !== problemKey(problem)) return null;
    return { ...running, seconds: (performance.now() - running.begin) / 1000 };
  }

  /** Searches for the fewest moves of a problem within a time limit, which can be infinite. Cancels any other search. */
  async find(problem: Problem, seconds: number): Promise<void> {
    this.stop();
    const running = {
      key: problemKey(problem),
      end: new AbortController(),
      begin: performance.now(),
      limit: seconds,
      nodes: 0,
      done: null as number | null,
    };
    this.running = running;
    this.changed();
    const { signal } = running.end;
    const onProgress = ({ nodes, done }: Progress) => {
      Object.assign(running, { nodes, done });
    };
    const timer = setInterval(this.changed, REPORT_EVERY);
    const keep = (found: FewestMoves) => {
      const before = this.found.get(running.key);
      this.found.set(running.key, before ? better(before, found) : found);
    };
    try {
      const allowed = { seconds: seconds === Infinity ? null : seconds };
      keep(await this.engine.fewestMoves({ problem: problemData(problem), allowed }, { signal, onProgress }));
    } catch (error) {
      if (error instanceof Cancelled) return;
      keep({ jumps: null, moves: null, atLeast: 1 }); // out of memory
    } finally {
      clearInterval(timer);
    }
    this.running = null;
    this.changed();
  }

  stop(): void {
    this.running?.end.abort();
    this.running = null;
  }
}

/** Merges two results about a problem; a proof that there is no solution wins. */
function better(one: FewestMoves, other: FewestMoves): FewestMoves {
  if (one.atLeast === null || other.atLeast === null) return one.atLeast === null ? one : other;
  const shorter = (one.moves ?? Infinity) < (other.moves ?? Infinity) ? one : other;
  return { ...shorter, atLeast: Math.max(one.atLeast ?? 0, other.atLeast ?? 0) };
}
