/** The fewest moves of a problem, searched on request, one problem at a time. What was found stays known. */

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

  /** Gives up every other search. */
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
      this.found.set(running.key, { jumps: null, moves: null, atLeast: 1 }); // too little memory
    }
    this.running = null;
    this.changed();
  }

  stop(): void {
    this.running?.end.abort();
    this.running = null;
  }
}
