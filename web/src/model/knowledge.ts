/**
 * Outlooks of the positions of a game. A bitmap of all outlooks is built in the background. Until it is ready, or if it
 * needs too much memory, the solver searches each position briefly, and the position on display longer if jumps stay
 * unknown.
 */

import {
  Cancelled,
  type Engine,
  type KnownJump,
  type Lane,
  type Line,
  LoadError,
  type Outlook,
  type Outlooks,
  type Pegs,
  type Progress,
  type Watch,
} from 'pegboard';
import { problemData, type Jump, type Problem } from './game.ts';

/** Size in bytes up to which a bitmap is built faster than the player looks at the board. */
const INSTANT_BYTES = 24 * 2 ** 20;
/** Default time for a position, in seconds. */
const A_MOMENT = 0.6;
/**
 * Times in seconds of further searches at the position on display. In the middle of games on Wiegleb’s board, they leave
 * less than one jump in a hundred open, and the first search leaves twelve.
 */
const FURTHER = [1.4, 2, 6];

type Stage =
  | { kind: 'making'; done: number | null }
  | { kind: 'all' }
  /** `needed`: size of the bitmap in MiB; null beyond the address space. */
  | { kind: 'searching'; needed: number | null };

export class Knowledge {
  stage: Stage = { kind: 'making', done: null };
  /** Size of the bitmap in bytes. */
  bytes: number | null = null;
  private readonly known = new Map<Pegs, Outlooks>();
  /** Wanted positions, by descending priority. */
  private wanted: Pegs[] = [];
  /** Position of the pending request. Requests go out one at a time, so that priorities can change between them. */
  private asked: Pegs | null = null;
  /** Long search, cancelled by the next jump. */
  private long: { pegs: Pegs; end: AbortController; done: number | null; isRequested: boolean } | null = null;
  /** Number of [further](FURTHER) searches by position. */
  private readonly searches = new Map<Pegs, number>();
  private readonly end = new AbortController();
  private hasBegun = false;
  private wholeGeneration = -1;
  private quickGeneration = -1;

  constructor(
    private readonly engine: Engine,
    readonly problem: Problem,
    /** Called with new outlooks of one position, or of all. */
    private readonly changed: (about?: Pegs) => void,
  ) {}

  /** Returns the outlooks of a position, if known. */
  of(pegs: Pegs): Outlooks | undefined {
    return this.known.get(pegs);
  }

  outlook(pegs: Pegs): Outlook {
    return this.known.get(pegs)?.outlook ?? 'unknown';
  }

  /** Returns a jump with its outlook. */
  jump(pegs: Pegs, jump: Jump): KnownJump {
    const known = this.known.get(pegs)?.jumps.find((each) => each.jump === jump);
    return known ?? { jump, outlook: 'unknown' };
  }

  isAsking(pegs: Pegs): boolean {
    return this.asked === pegs || this.long?.pegs === pegs;
  }

  /** Returns the fraction done of the long search that the player requested at a position, if known. */
  longSearch(pegs: Pegs): { done: number | null } | null {
    return this.long?.pegs === pegs && this.long.isRequested ? this.long : null;
  }

  /** Requests unknown outlooks in this order. The first request starts the bitmap. */
  want(positions: Pegs[]): void {
    if (!this.hasBegun) {
      this.hasBegun = true;
      void this.make();
    }
    this.wanted = positions;
    if (this.long && this.long.pegs !== positions[0]) this.long.end.abort();
    void this.next();
  }

  /** Retries with more time; rejects with `Cancelled` if another request or jump ends the search. */
  searchLonger(pegs: Pegs, seconds: number, isRequested = true): Promise<void> {
    const ask = async (lane: Lane, watch: Watch) => {
      const allowed = { seconds };
      const outlooks = await lane.ask({ ask: 'outlooks', pegs, allowed }, watch);
      this.known.set(pegs, merged(this.known.get(pegs), outlooks));
    };
    return this.atLength(pegs, ask, isRequested);
  }

  /** Returns the best line found from a position within a time limit; rejects as `searchLonger` does. */
  line(pegs: Pegs, seconds: number): Promise<Line | null> {
    const allowed = { seconds };
    return this.atLength(pegs, (lane, watch) => lane.ask({ ask: 'line', pegs, allowed }, watch));
  }

  /** Cancels all requests: a new game has begun. */
  dispose(): void {
    this.end.abort();
    this.long?.end.abort();
  }

  /** Returns the current lane, prepared for this game. */
  private async lane(): Promise<Lane> {
    const { quick, whole } = this.engine.lanes;
    if (this.stage.kind === 'all') {
      if (this.wholeGeneration === whole.generation) return whole;
      this.stage = { kind: 'making', done: null };
      void this.make();
    }
    if (this.quickGeneration !== quick.generation) {
      this.quickGeneration = quick.generation;
      const allowed = { megabytes: 0 };
      await quick.ask({ ask: 'prepare', problem: problemData(this.problem), allowed });
    }
    return quick;
  }

  private async make(): Promise<void> {
    const { lanes } = this.engine;
    const { quick, whole } = lanes;
    const problem = problemData(this.problem);
    const { signal } = this.end;
    try {
      this.bytes = await quick.ask({ ask: 'bitmap', problem }, { signal });
      const needed = this.bytes === null ? null : Math.ceil(this.bytes / 2 ** 20);
      if (!lanes.makeRoom(needed) || needed === null) {
        this.stage = { kind: 'searching', needed };
      } else {
        const generation = whole.generation;
        const allowed = { megabytes: needed };
        const onProgress = (now: Progress) => this.progress(now);
        const making = whole.ask({ ask: 'prepare', problem, allowed }, { onProgress, signal });
        void this.next(); // the solver answers in the meantime
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

  /** Requests the unknown position of highest priority. */
  private async next(): Promise<void> {
    const isReadyAtOnce = this.stage.kind === 'making' && (this.bytes ?? 0) <= INSTANT_BYTES;
    const pegs = this.wanted.find((wanted) => !this.known.has(wanted));
    if (isReadyAtOnce || this.asked !== null || this.end.signal.aborted) return;
    if (pegs === undefined) return this.goOn();
    this.asked = pegs;
    try {
      const lane = await this.lane();
      const allowed = { seconds: A_MOMENT };
      this.known.set(pegs, await lane.ask({ ask: 'outlooks', pegs, allowed }, { signal: this.end.signal }));
    } catch (error) {
      if (error instanceof LoadError) {
        this.asked = null; // the next request loads the engine again
        return;
      }
      if (!(error instanceof Cancelled))
        this.known.set(pegs, { outlook: 'unknown', limit: 'memory', jumps: [] });
    }
    this.asked = null;
    if (this.end.signal.aborted) return;
    this.changed(pegs);
    void this.next();
  }

  /** Searches longer at the position on display if its outlooks are open and there will be no bitmap. */
  private async goOn(): Promise<void> {
    const pegs = this.wanted[0];
    const found = pegs === undefined ? undefined : this.known.get(pegs);
    if (pegs === undefined || !found || this.long || this.stage.kind !== 'searching') return;
    const count = this.searches.get(pegs) ?? 0;
    const seconds = FURTHER[count];
    if (seconds === undefined || found.limit === 'memory' || !isOpen(found)) return;
    this.searches.set(pegs, count + 1);
    try {
      await this.searchLonger(pegs, seconds, false);
    } catch {
      return; // cancelled by another request or jump, or out of memory
    }
    void this.next();
  }

  /** Runs a long search, which replaces any other one. */
  private async atLength<T>(
    pegs: Pegs,
    ask: (lane: Lane, watch: Watch) => Promise<T>,
    isRequested = true,
  ): Promise<T> {
    this.long?.end.abort();
    const long = { pegs, end: new AbortController(), done: null as number | null, isRequested };
    this.long = long;
    const onProgress = ({ done }: Progress) => {
      const isSeen = percent(done) !== percent(long.done);
      long.done = done;
      if (isSeen) this.changed();
    };
    try {
      const lane = await this.lane();
      // Cancelling would terminate the worker and lose the bitmap, which answers at once anyway.
      const { signal } = lane === this.engine.lanes.whole ? this.end : long.end;
      return await ask(lane, { signal, onProgress });
    } finally {
      if (this.long === long) this.long = null;
      if (!this.end.signal.aborted) this.changed();
    }
  }
}

/** Rounds a fraction down to whole percents, the precision on display. */
function percent(done: number | null): number | null {
  return done === null ? null : Math.floor(100 * done);
}

function isOpen({ outlook, jumps }: Outlooks): boolean {
  return outlook === 'unknown' || jumps.some((jump) => jump.outlook === 'unknown');
}

/** Merges outlooks; known outlooks are final. */
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
