/**
 * Numbers about the position on the board that take some time: they are found in the background, for the
 * newest position only.
 */

import type { Engine } from '../engine/engine.ts';
import { Cancelled } from '../engine/lane.ts';
import type { Outlook, Pegs } from '../engine/messages.ts';
import { problemData } from './game.ts';
import type { Knowledge } from './knowledge.ts';

/** A number that is being found, is not known, or is known. */
export type Found<T> = 'searching' | null | T;

export interface Numbers {
  solutions: Found<string>;
  chance: Found<number>;
  fewest: Found<{ pegs: number; proved: boolean }>;
}

/** A bitmap so small is made a second time, so that the first one stays free for hints. */
const SMALL_BYTES = 64 * 2 ** 20;

export class NumberFinder {
  private found: Numbers = { solutions: null, chance: null, fewest: null };
  private about = '';
  private end = new AbortController();

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  /** What is known about a position; begins to find out the rest. */
  of(knowledge: Knowledge, pegs: Pegs, outlook: Outlook, megabytes: number): Numbers {
    const about = `${pegs} ${outlook} ${knowledge.stage.kind}`;
    if (about !== this.about) {
      this.stop();
      this.about = about;
      void this.find(knowledge, pegs, outlook, megabytes, 4);
    }
    return this.found;
  }

  /** Counts again, with more time. */
  longer(knowledge: Knowledge, pegs: Pegs, outlook: Outlook, megabytes: number): void {
    this.stop();
    void this.find(knowledge, pegs, outlook, megabytes, 60);
  }

  stop(): void {
    this.end.abort();
    this.end = new AbortController();
    this.about = '';
  }

  private async find(
    knowledge: Knowledge,
    pegs: Pegs,
    outlook: Outlook,
    megabytes: number,
    seconds: number,
  ): Promise<void> {
    const { signal } = this.end;
    const { search } = this.engine;
    const problem = problemData(knowledge.problem, pegs);
    const allowed = { seconds, megabytes };
    const lost = outlook === 'losing';
    this.found = {
      solutions: lost ? '0' : 'searching',
      chance: lost ? 0 : 'searching',
      fewest: lost ? 'searching' : null,
    };
    const show = (found: Partial<Numbers>) => {
      if (signal.aborted) return;
      this.found = { ...this.found, ...found };
      this.changed();
    };
    try {
      if (lost) {
        show({ fewest: await search.ask({ ask: 'fewest', problem, allowed }, { signal }) });
        return;
      }
      if (knowledge.stage.kind === 'all' && (knowledge.bytes ?? Infinity) <= SMALL_BYTES) {
        await search.ask({ ask: 'prepare', problem: problemData(knowledge.problem), allowed }, { signal });
        show({ chance: await search.ask({ ask: 'chance', pegs, allowed }, { signal }) });
      } else {
        show({ chance: null });
      }
      show({ solutions: await search.ask({ ask: 'solutions', problem, allowed }, { signal }) });
    } catch (error) {
      if (!(error instanceof Cancelled)) show({ solutions: null, chance: null, fewest: null });
    }
  }
}
