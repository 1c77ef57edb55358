/**
 * Fewest moves: those of the shipped atlas, and searches on request, one problem at a time, with a cache of the results.
 */

import type { Engine } from '../engine/engine.ts';
import { Cancelled } from '../engine/lane.ts';
import type { FewestMoves } from '../engine/messages.ts';
import { problemData, problemKey, type Problem } from './game.ts';
import type { ShippedAtlas } from './shipped.ts';

export class ShortestFinder {
  private readonly found = new Map<string, FewestMoves>();
  private running: { key: string; end: AbortController } | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly shipped: ShippedAtlas,
    private readonly changed: () => void,
  ) {}

  of(problem: Problem): FewestMoves | undefined {
    const [found, shipped] = [this.found.get(problemKey(problem)), this.shipped.fewestMoves(problem)];
    return found && shipped ? better(found, shipped) : (found ?? shipped);
  }

  isSearching(problem: Problem): boolean {
    return this.running?.key === problemKey(problem);
  }

  /** Searches for the fewest moves of a problem, and cancels any other search. */
  async find(problem: Problem, seconds: number): Promise<void> {
    this.stop();
    const running = { key: problemKey(problem), end: new AbortController() };
    this.running = running;
    this.changed();
    const { signal } = running.end;
    try {
      this.found.set(running.key, await this.engine.fewestMoves(problemData(problem), seconds, { signal }));
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.found.set(running.key, { jumps: null, moves: null, atLeast: 1 }); // out of memory
    }
    this.running = null;
    this.changed();
  }

  stop(): void {
    this.running?.end.abort();
    this.running = null;
  }
}

/** Merges two results about a solvable problem. */
function better(one: FewestMoves, other: FewestMoves): FewestMoves {
  const shorter = (one.moves ?? Infinity) < (other.moves ?? Infinity) ? one : other;
  return { ...shorter, atLeast: Math.max(one.atLeast ?? 0, other.atLeast ?? 0) };
}
