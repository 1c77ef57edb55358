/**
 * What is known of the positions of a game. The bitmap that knows every outlook is made in the background; as
 * long as it is not ready, and where it takes too much memory, positions are searched for a moment each.
 */

import type { Engine } from '../engine/engine.ts';
import { Cancelled, type Lane } from '../engine/lane.ts';
import type { Outlook, Outlooks, Pegs, Progress } from '../engine/messages.ts';
import { problemData, type Problem } from './game.ts';

/** A bitmap of so many bytes is ready before anybody has looked at the board. */
const INSTANT_BYTES = 24 * 2 ** 20;
/** Seconds for a position, unless the player asks for more. */
const A_MOMENT = 0.6;
/** MiB for a search that lasts a moment. */
const MOMENT_MEGABYTES = 64;

export type Stage =
  | { kind: 'making'; done: number | null }
  | { kind: 'all' }
  /** `needed`: the MiB that a bitmap would take; null where no machine has so much. */
  | { kind: 'searching'; needed: number | null };

export class Knowledge {
  stage: Stage = { kind: 'making', done: null };
  /** The size of the bitmap, in bytes. */
  bytes: number | null = null;
  private readonly known = new Map<Pegs, Outlooks>();
  private readonly asked = new Set<Pegs>();
  private readonly end = new AbortController();
  private wholeGeneration = -1;
  private quickGeneration = -1;

  constructor(
    private readonly engine: Engine,
    readonly problem: Problem,
    private readonly megabytes: number,
    private readonly changed: () => void,
  ) {
    void this.make();
  }

  /** The outlooks of a position, if they are known. */
  of(pegs: Pegs): Outlooks | undefined {
    return this.known.get(pegs);
  }

  outlook(pegs: Pegs): Outlook {
    return this.known.get(pegs)?.outlook ?? 'unknown';
  }

  isAsking(pegs: Pegs): boolean {
    return this.asked.has(pegs);
  }

  /** Asks about positions that are not known yet. */
  want(positions: Pegs[]): void {
    for (const pegs of positions) if (!this.known.has(pegs)) void this.ask(pegs, A_MOMENT);
  }

  /** Asks again, with more time. */
  async searchLonger(pegs: Pegs, seconds: number): Promise<void> {
    await this.ask(pegs, seconds, this.megabytes / 2);
  }

  /** Another game has begun: nothing more is wanted. */
  dispose(): void {
    this.end.abort();
  }

  /** The lane that answers at the moment, ready for this game. */
  async lane(): Promise<Lane> {
    const { quick, whole } = this.engine;
    const problem = problemData(this.problem);
    if (this.stage.kind === 'all') {
      if (this.wholeGeneration === whole.generation) return whole;
      this.stage = { kind: 'making', done: null };
      void this.make();
    }
    if (this.quickGeneration !== quick.generation) {
      this.quickGeneration = quick.generation;
      await quick.ask({ ask: 'prepare', problem, allowed: { seconds: null, megabytes: 0 } });
    }
    return quick;
  }

  private async make(): Promise<void> {
    const { quick, whole } = this.engine;
    const problem = problemData(this.problem);
    try {
      this.bytes = await quick.ask({ ask: 'bitmap', problem }, { signal: this.end.signal });
      const needed = this.bytes === null ? null : Math.ceil(this.bytes / 2 ** 20);
      if (needed === null || needed > this.megabytes) {
        this.stage = { kind: 'searching', needed };
        this.changed();
        return;
      }
      if (whole.isBusy) whole.restart(); // the bitmap of a game that is over
      const generation = whole.generation;
      const allowed = { seconds: null, megabytes: this.megabytes };
      const watch = { progress: (progress: Progress) => this.progress(progress), signal: this.end.signal };
      const knowsAll = await whole.ask({ ask: 'prepare', problem, allowed }, watch);
      this.wholeGeneration = generation;
      this.stage = knowsAll ? { kind: 'all' } : { kind: 'searching', needed };
      for (const [pegs, found] of this.known) if (knowsAll && isOpen(found)) this.known.delete(pegs);
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.stage = { kind: 'searching', needed: null };
    }
    this.asked.clear();
    this.changed();
  }

  private progress({ done }: Progress): void {
    if (this.stage.kind !== 'making') return;
    this.stage = { kind: 'making', done };
    this.changed();
  }

  private async ask(pegs: Pegs, seconds: number, megabytes = MOMENT_MEGABYTES): Promise<void> {
    const willBeReady = this.stage.kind === 'making' && (this.bytes ?? 0) <= INSTANT_BYTES;
    if (willBeReady || this.asked.has(pegs)) return; // `changed` is called when it is, and asks again
    this.asked.add(pegs);
    try {
      const lane = await this.lane();
      const allowed = { seconds, megabytes: Math.round(megabytes) };
      const outlooks = await lane.ask({ ask: 'outlooks', pegs, allowed }, { signal: this.end.signal });
      this.known.set(pegs, merged(this.known.get(pegs), outlooks));
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.asked.delete(pegs);
      if (!this.end.signal.aborted) this.changed();
    }
  }
}

function isOpen({ outlook, jumps }: Outlooks): boolean {
  return outlook === 'unknown' || jumps.some((jump) => jump.outlook === 'unknown');
}

/** What was known stays known. */
function merged(before: Outlooks | undefined, now: Outlooks): Outlooks {
  if (!before) return now;
  const better = (one: Outlook, other: Outlook) => (other === 'unknown' ? one : other);
  return {
    outlook: better(before.outlook, now.outlook),
    limit: now.limit,
    jumps: now.jumps.map((jump, index) => ({
      ...jump,
      outlook: better(before.jumps[index]!.outlook, jump.outlook),
    })),
  };
}
