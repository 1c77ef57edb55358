/** Searches for fewest moves on request, one problem at a time, with a cache of the results. */

import type { Engine } from '../engine/engine.ts';
import { Cancelled } from '../engine/lane.ts';
import type { FewestMoves } from '../engine/messages.ts';
import { problemData, problemKey, type Problem } from './game.ts';

export class ShortestFinder {
  private readonly found = new Map<string, FewestMoves>();
  private running: { key: string; end: AbortController } | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  of(problem: Problem): FewestMoves | undefined {
    return this.found.get(problemKey(problem));
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
