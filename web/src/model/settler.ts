/**
 * Settles many problems one after the other, the easy ones first: in rounds, with more time in each. A problem
 * that nobody wants any more is left out; one that is asked about comes next.
 */

import type { Engine } from '../engine/engine.ts';
import { Cancelled } from '../engine/lane.ts';
import type { ProblemData, Settled } from '../engine/messages.ts';

/** Seconds for each problem, round by round. */
const ROUNDS = [0.15, 1.5, 10];

export interface Task {
  key: string;
  problem: ProblemData;
}

export class Settler {
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

  /** Whether a problem has a final answer. */
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

  /** These problems are wanted, and no others. What is known of them stays known. */
  want(tasks: Task[]): void {
    const keys = (list: Task[]) => list.map((task) => task.key).join();
    if (keys(tasks) === keys(this.tasks)) return;
    this.stop();
    this.tasks = tasks;
    void this.run(ROUNDS);
  }

  /** This one before all others. */
  prefer(key: string): void {
    this.first = key;
  }

  /** Another round, with much more time. */
  longer(seconds = 60): void {
    this.stop();
    void this.run([seconds]);
  }

  stop(): void {
    this.end.abort();
    this.end = new AbortController();
    this.isRunning = false;
  }

  /** Goes on with what is open. */
  resume(): void {
    if (!this.isRunning && this.decided < this.count) void this.run(ROUNDS);
  }

  private async run(rounds: number[]): Promise<void> {
    const { signal } = this.end;
    this.isRunning = true;
    for (const seconds of rounds) {
      let open = this.tasks.filter((task) => !this.isDecided(task.key));
      while (open.length > 0 && !signal.aborted) {
        const task = open.find(({ key }) => key === this.first) ?? open[0]!;
        open = open.filter((other) => other !== task);
        if ((this.settled.get(task.key)?.seconds ?? 0) >= seconds) continue; // an earlier run had as much time
        try {
          const allowed = { seconds };
          const found = await this.engine.search.ask(
            { ask: 'settle', problem: task.problem, allowed },
            { signal },
          );
          this.settled.set(task.key, found);
        } catch (error) {
          if (error instanceof Cancelled) return;
          this.settled.set(task.key, failed(seconds));
        }
        if (!signal.aborted) this.changed();
      }
    }
    if (signal.aborted) return;
    this.isRunning = false;
    this.changed();
  }
}

/** The engine gave up, for want of memory: the problem stays open. */
function failed(seconds: number): Settled {
  return { answer: 'undecided', jumps: null, reason: null, limit: 'memory', nodes: 0, seconds };
}
