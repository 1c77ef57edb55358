/**
 * What is known of the positions of a game. The bitmap that knows every outlook is made in the background; as
 * long as it is not ready, and where it takes too much memory, positions are searched for a moment each.
 */

import type { Engine } from '../engine/engine.ts';
import { Cancelled, type Lane } from '../engine/lane.ts';
import type { Facts, KnownJump, Line, Outlook, Outlooks, Pegs, Progress } from '../engine/messages.ts';
import { problemData, type Jump, type Problem } from './game.ts';

/** A bitmap of this many bytes is ready before anybody has looked at the board. */
const INSTANT_BYTES = 24 * 2 ** 20;
/** Seconds for a position, unless the player asks for more. */
const A_MOMENT = 0.6;

type Stage =
  | { kind: 'making'; done: number | null }
  | { kind: 'all' }
  /** `needed`: the MiB that a bitmap would take; null where no machine has so much. */
  | { kind: 'searching'; needed: number | null };

export class Knowledge {
  stage: Stage = { kind: 'making', done: null };
  /** The size of the bitmap, in bytes. */
  bytes: number | null = null;
  private readonly known = new Map<Pegs, Outlooks>();
  /** The positions that matter now, the most important first. */
  private wanted: Pegs[] = [];
  /** The position that is being asked about: one at a time, so that the next one is always the one that matters. */
  private asked: Pegs | null = null;
  /** A long search, which ends when the player goes on. */
  private long: { pegs: Pegs; end: AbortController } | null = null;
  private readonly end = new AbortController();
  private wholeGeneration = -1;
  private quickGeneration = -1;

  constructor(
    private readonly engine: Engine,
    readonly problem: Problem,
    /** Something more is known: of one position, or of all. */
    private readonly changed: (about?: Pegs) => void,
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

  /** What a jump does to a position. */
  jump(facts: Facts, pegs: Pegs, jump: Jump): KnownJump {
    const [from, , to] = facts.jumps[jump]!;
    const known = this.known.get(pegs)?.jumps.find((each) => each.from === from && each.to === to);
    return known ?? { from, to, outlook: 'unknown' };
  }

  isAsking(pegs: Pegs): boolean {
    return this.asked === pegs || this.long?.pegs === pegs;
  }

  /** Asks about positions that are not known yet, the first one first. */
  want(positions: Pegs[]): void {
    this.wanted = positions;
    if (this.long && this.long.pegs !== positions[0]) this.long.end.abort();
    void this.next();
  }

  /** Asks again, with more time. */
  searchLonger(pegs: Pegs, seconds: number): Promise<void> {
    return this.atLength(pegs, async (lane, signal) => {
      const allowed = { seconds };
      const outlooks = await lane.ask({ ask: 'outlooks', pegs, allowed }, { signal });
      this.known.set(pegs, merged(this.known.get(pegs), outlooks));
    }).then(() => {});
  }

  /** The best line from a position that is found in some time. */
  line(pegs: Pegs, seconds: number): Promise<Line | null> {
    const allowed = { seconds };
    return this.atLength(pegs, (lane, signal) => lane.ask({ ask: 'line', pegs, allowed }, { signal }));
  }

  /** Another game has begun: nothing more is wanted. */
  dispose(): void {
    this.end.abort();
    this.long?.end.abort();
  }

  /** The lane that answers at the moment, ready for this game. */
  private async lane(): Promise<Lane> {
    const { quick, whole } = this.engine;
    if (this.stage.kind === 'all') {
      if (this.wholeGeneration === whole.generation) return whole;
      this.stage = { kind: 'making', done: null };
      void this.make();
    }
    if (this.quickGeneration !== quick.generation) {
      this.quickGeneration = quick.generation;
      const allowed = { seconds: null, megabytes: 0 };
      await quick.ask({ ask: 'prepare', problem: problemData(this.problem), allowed });
    }
    return quick;
  }

  private async make(): Promise<void> {
    const { facts, whole } = this.engine;
    const problem = problemData(this.problem);
    const { signal } = this.end;
    try {
      this.bytes = await facts.ask({ ask: 'bitmap', problem }, { signal });
      const needed = this.bytes === null ? null : Math.ceil(this.bytes / 2 ** 20);
      if (!this.engine.makeRoom(needed) || needed === null) {
        this.stage = { kind: 'searching', needed };
      } else {
        const generation = whole.generation;
        const allowed = { seconds: null, megabytes: needed };
        const progress = (now: Progress) => this.progress(now);
        const making = whole.ask({ ask: 'prepare', problem, allowed }, { progress, signal });
        void this.next(); // meanwhile the solver answers
        const knowsAll = await making;
        this.wholeGeneration = generation;
        this.stage = knowsAll ? { kind: 'all' } : { kind: 'searching', needed };
        for (const [pegs, found] of this.known) if (knowsAll && isOpen(found)) this.known.delete(pegs);
      }
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.stage = { kind: 'searching', needed: null };
    }
    if (this.stage.kind === 'all') performance.mark('knows-all'); // for measurements
    this.changed();
    void this.next();
  }

  private progress({ done }: Progress): void {
    if (this.stage.kind !== 'making') return;
    const isSeen = percent(done) !== percent(this.stage.done);
    this.stage = { kind: 'making', done };
    if (isSeen) this.changed();
  }

  /** Asks about the most important position that is not known. */
  private async next(): Promise<void> {
    const isReadyAtOnce = this.stage.kind === 'making' && (this.bytes ?? 0) <= INSTANT_BYTES;
    const pegs = this.wanted.find((wanted) => !this.known.has(wanted));
    if (isReadyAtOnce || this.asked !== null || pegs === undefined || this.end.signal.aborted) return;
    this.asked = pegs;
    try {
      const lane = await this.lane();
      const allowed = { seconds: A_MOMENT };
      this.known.set(pegs, await lane.ask({ ask: 'outlooks', pegs, allowed }, { signal: this.end.signal }));
    } catch (error) {
      if (!(error instanceof Cancelled))
        this.known.set(pegs, { outlook: 'unknown', limit: 'memory', jumps: [] });
    }
    this.asked = null;
    if (this.end.signal.aborted) return;
    this.changed(pegs);
    void this.next();
  }

  /** Something that takes long, about one position; `null` when it was given up. */
  private async atLength<T>(
    pegs: Pegs,
    ask: (lane: Lane, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    this.long?.end.abort();
    const long = { pegs, end: new AbortController() };
    this.long = long;
    try {
      const lane = await this.lane();
      // The bitmap answers at once; ending its worker would cost it.
      return await ask(lane, lane === this.engine.whole ? this.end.signal : long.end.signal);
    } catch (error) {
      if (error instanceof Cancelled) return null;
      throw error;
    } finally {
      if (this.long === long) this.long = null;
      if (!this.end.signal.aborted) this.changed();
    }
  }
}

/** As much of a share as is shown. */
function percent(done: number | null): number | null {
  return done === null ? null : Math.floor(100 * done);
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
      outlook: better(before.jumps[index]?.outlook ?? 'unknown', jump.outlook),
    })),
  };
}
