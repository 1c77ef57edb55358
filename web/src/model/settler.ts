/**
 * Scheduler that settles many problems in rounds with increasing time limits, so that easy problems finish first. It
 * skips problems that are no longer wanted and moves a selected problem to the front.
 */

import {
  Cancelled,
  type Engine,
  type LimitReached,
  type ProblemData,
  type Progress,
  type Settled,
} from 'pegboard';

/** Time limits of the rounds in seconds. */
const ROUNDS = [0.15, 1.5, 10];
/** Time limit in seconds of a round of all problems on request; each further one takes twice as long. */
const LONGER = 60;
/** Milliseconds between reports of progress. */
const REPORT_EVERY = 250;
/** Maximum time limit in seconds of a search for the reason of an answer that came without one. */
const REASON = 1.5;

export interface Task {
  key: string;
  problem: ProblemData;
}

/** Running search. */
export interface Searching {
  key: string;
  /** Time limit in seconds; infinite for a search that runs until it has the answer. */
  limit: number;
  /** Fraction done, as far as the engine can estimate it. */
  done: number | null;
  /** Time so far in seconds. */
  seconds: number;
  /** Number of positions so far. */
  nodes: number;
}

export class Settler {
  searching: Searching | null = null;
  private longest = LONGER / 2;
  private readonly settled = new Map<string, Settled>();
  private tasks: Task[] = [];
  private end = new AbortController();
  private first: string | null = null;
  isRunning = false;

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  of(key: string): Settled | undefined {
    return this.settled.get(key);
  }

  /** Returns `true` if a problem has a final answer. */
  isDecided(key: string): boolean {
    const found = this.settled.get(key);
    return found !== undefined && found.answer !== 'undecided';
  }

  get decided(): number {
    return this.tasks.filter((task) => this.isDecided(task.key)).length;
  }

  get count(): number {
    return this.tasks.length;
  }

  /** Replaces the wanted problems. Answers remain. */
  want(tasks: Task[]): void {
    const keys = (list: Task[]) => list.map((task) => task.key).join();
    if (keys(tasks) === keys(this.tasks)) return;
    this.stop();
    this.tasks = tasks;
    if (tasks.some((task) => this.isOpen(task, 0))) void this.run(ROUNDS);
  }

  /** Takes final answers from elsewhere. The reasons for unsolvability are searched briefly. */
  learn(answers: Iterable<readonly [key: string, found: Settled]>): void {
    for (const [key, found] of answers) this.keep(key, found);
    if (this.isRunning && !this.tasks.some((task) => this.isOpen(task, 0))) this.stop();
    this.changed();
  }

  /** Keeps an answer, unless one that says more is known. */
  private keep(key: string, found: Settled): void {
    const known = this.settled.get(key);
    if (!known || !saysMore(known, found)) this.settled.set(key, found);
  }

  /** Returns `true` if a search with this time limit can bring a final answer or its reason. */
  private isOpen({ key }: Task, seconds: number): boolean {
    const found = this.settled.get(key);
    if (!found || found.answer === 'undecided') return true;
    return found.answer === 'unsolvable' && found.reason === null && seconds <= REASON;
  }

  /** Moves a problem to the front. */
  prefer(key: string): void {
    this.first = key;
  }

  /** Adds a round of all problems with much more time, and each time with more, since a search cannot be resumed. */
  longer(): void {
    if (this.searching && this.searching.limit >= LONGER) return; // it is running
    this.stop();
    this.longest *= 2;
    void this.run([this.longest]);
  }

  stop(): void {
    this.end.abort();
    this.end = new AbortController();
    this.isRunning = false;
    this.searching = null;
  }

  /** Continues with the open problems. */
  resume(): void {
    if (!this.isRunning && this.decided < this.count) void this.run(ROUNDS);
  }

  /** Searches the preferred problem without a time limit, until it is decided, the memory is full, or `stop`. */
  untilDecided(): void {
    this.stop();
    void this.run(
      [Infinity],
      this.tasks.filter(({ key }) => key === this.first),
    );
  }

  private async run(rounds: number[], tasks = this.tasks): Promise<void> {
    const { signal } = this.end;
    this.isRunning = true;
    for (const seconds of rounds) {
      let open = tasks.filter((task) => this.isOpen(task, seconds));
      while (open.length > 0 && !signal.aborted) {
        const task = open.find(({ key }) => key === this.first) ?? open[0]!;
        open = open.filter((other) => other !== task);
        if (!this.isOpen(task, seconds)) continue;
        if ((this.settled.get(task.key)?.seconds ?? 0) >= seconds) continue; // an earlier run had at least this limit
        const begin = performance.now();
        try {
          const found = await this.settle(task, seconds, signal);
          this.keep(task.key, found);
        } catch (error) {
          const spent = (performance.now() - begin) / 1000;
          if (!(error instanceof Cancelled)) this.keep(task.key, undecided(spent, 'memory'));
          else if (seconds === Infinity) this.keep(task.key, undecided(spent, 'cancelled'));
          if (signal.aborted) return;
        }
        if (!signal.aborted) this.changed();
      }
    }
    if (signal.aborted) return;
    this.isRunning = false;
    this.searching = null;
    this.changed();
  }

  /** Settles a problem and reports its progress. */
  private async settle({ key, problem }: Task, limit: number, signal: AbortSignal): Promise<Settled> {
    const begin = performance.now();
    let [nodes, done]: [number, number | null] = [0, null];
    const report = () => {
      if (signal.aborted) return;
      this.searching = { key, limit, seconds: (performance.now() - begin) / 1000, nodes, done };
      if (limit > REASON) this.changed();
    };
    report();
    const timer = setInterval(report, REPORT_EVERY);
    const onProgress = (now: Progress) => {
      ({ nodes, done } = now);
    };
    try {
      const allowed = { seconds: limit === Infinity ? null : limit };
      return await this.engine.settle({ problem, allowed }, { signal, onProgress });
    } finally {
      clearInterval(timer);
    }
  }
}

function undecided(seconds: number, limit: LimitReached): Settled {
  return { answer: 'undecided', jumps: null, moves: null, reason: null, limit, nodes: 0, seconds };
}

/** Returns `true` if an answer says more than another: it is final, gives a reason, or has a solution of fewer moves. */
function saysMore(one: Settled, other: Settled): boolean {
  if (one.answer === 'undecided') return false;
  if (other.answer === 'undecided') return true;
  if (one.moves !== null && other.moves !== null) return one.moves < other.moves;
  return one.reason !== null && other.reason === null;
}
