/**
 * Queue of requests to one worker.
 *
 * Cancelling the running request terminates the worker: a WebAssembly call cannot be interrupted, and a shared flag
 * needs cross-origin isolation headers, which a plain file host does not send. The module is compiled once, so a new
 * worker starts within tens of milliseconds, but it has lost the state of the old one.
 */

import {
  asText,
  type Ask,
  type FromWorker,
  type Part,
  type Progress,
  type Question,
  type Questions,
  type ToWorker,
} from './messages.js';

/** Error of a request that was cancelled. */
export class Cancelled extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('the request was cancelled');
  }
}

/** Error of a request whose module or worker could not be loaded. */
export class LoadError extends Error {
  override readonly name = 'LoadError';

  constructor(reason: string) {
    super(`the engine could not be loaded: ${reason}`);
  }
}

/** Error of a request that ended its worker: the engine ran out of memory, or has a bug. */
export class CrashError extends Error {
  override readonly name = 'CrashError';

  constructor(trap: string) {
    super(`the engine ran out of memory, or has a bug: ${trap}`);
  }
}

/** Progress and cancellation of a request. */
export interface Watch {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Cancels the request, which then rejects with `Cancelled`. */
  signal?: AbortSignal | undefined;
}

/** Worker of a browser or of Node. */
export interface EngineWorker {
  post(message: ToWorker): void;
  end(): void;
}

/** Starts a worker; `fail` receives the reason if its script or its module cannot be loaded. */
export type StartWorker = (
  receive: (message: FromWorker) => void,
  fail: (reason: string) => void,
) => EngineWorker;

interface Waiting {
  id: number;
  ask: Ask;
  /** Returns the JSON of the request for a memory limit in MiB, after seconds already spent. */
  question: (megabytes: number, spent?: number) => string;
  /** Time when a worker first received the request. */
  began: number | null;
  watch: Watch;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

export class Lane {
  private worker: EngineWorker | null = null;
  private queue: Waiting[] = [];
  private running: Waiting | null = null;
  private nextId = 1;
  /** Memory limit of the worker in MiB: the lane's share when the worker started. */
  private bound = 0;
  private asked = false;
  /** Last request that prepared a game. A new worker gets it before requests about this game. */
  private preparation: Waiting['question'] | null = null;
  /** `true` if the worker has received a preparation. */
  private isPrepared = false;
  /** Number of terminated workers. A change means that the worker's state is lost. */
  generation = 0;

  constructor(
    private readonly part: Part,
    /** Returns the compiled module of the part. */
    private readonly module: () => Promise<WebAssembly.Module>,
    private readonly startWorker: StartWorker,
    /** Share of the memory in MiB. */
    private megabytes: number,
    /** Returns the memory limit of a request in MiB, given that of the worker. */
    private readonly allowance: (bound: number) => number,
    /** Called for each module or worker that cannot be loaded. */
    private readonly onLoadError: (error: LoadError) => void = () => {},
  ) {}

  get share(): number {
    return this.megabytes;
  }

  /** `true` if the worker has received a request and may hold state. */
  get wasAsked(): boolean {
    return this.asked;
  }

  /**
   * Sets the share. A worker with a different limit is replaced: at once, so that the memory is free, or after the running
   * request if the share grows. A request that must start again gets the rest of its time.
   */
  resize(megabytes: number): void {
    this.megabytes = megabytes;
    if (!this.worker || this.bound === megabytes || (this.running && this.bound < megabytes)) return;
    this.endWorker();
    if (this.running) this.queue.unshift(this.running);
    this.running = null;
    void this.next();
  }

  get isBusy(): boolean {
    return this.running !== null;
  }

  /** Starts the worker before the first request. */
  async warm(): Promise<void> {
    const module = await this.load();
    if (!this.worker) this.start(module);
  }

  ask<A extends Ask>(question: Question<A>, watch: Watch = {}): Promise<Questions[A]['gives']> {
    return new Promise((resolve, reject) => {
      const cancel = () => this.cancel(waiting);
      /** Stops to listen to the signal, which may outlive the request. */
      const ending = <T>(settle: (result: T) => void) => {
        return (result: T) => {
          watch.signal?.removeEventListener('abort', cancel);
          settle(result);
        };
      };
      const waiting: Waiting = {
        id: this.nextId++,
        ask: question.ask,
        question: (megabytes, spent) => asText(question, megabytes, spent),
        began: null,
        watch,
        resolve: ending(resolve as (answer: unknown) => void),
        reject: ending(reject),
      };
      if (watch.signal?.aborted) {
        reject(new Cancelled());
        return;
      }
      watch.signal?.addEventListener('abort', cancel);
      this.queue.push(waiting);
      void this.next();
    });
  }

  /** Terminates the worker and cancels all requests. */
  restart(): void {
    this.endWorker();
    const ended = this.running ? [this.running, ...this.queue] : this.queue;
    this.running = null;
    this.queue = [];
    for (const waiting of ended) waiting.reject(new Cancelled());
  }

  private cancel(waiting: Waiting): void {
    if (waiting === this.running) {
      const others = this.queue;
      this.queue = [];
      this.restart();
      this.queue = others;
      void this.next();
    } else if (this.queue.includes(waiting)) {
      this.queue = this.queue.filter((other) => other !== waiting);
      waiting.reject(new Cancelled());
    }
  }

  private async next(): Promise<void> {
    const waiting = this.queue[0];
    if (this.running || !waiting) return;
    this.queue.shift();
    this.running = waiting;
    const { generation } = this;
    try {
      const module = await this.load();
      // A request whose worker has ended is cancelled, or starts again.
      if (this.running !== waiting || this.generation !== generation) return;
      const worker = this.worker ?? this.start(module);
      this.prepareFor(waiting, worker);
      const now = performance.now();
      waiting.began ??= now;
      const spent = (now - waiting.began) / 1000;
      worker.post({ id: waiting.id, question: waiting.question(this.allowance(this.bound), spent) });
      this.asked = true;
    } catch (error) {
      const known = error instanceof LoadError ? error : new Error(String(error));
      this.end(waiting, () => waiting.reject(known));
    }
  }

  private async load(): Promise<WebAssembly.Module> {
    try {
      return await this.module();
    } catch (error) {
      throw this.loadError(String(error));
    }
  }

  private loadError(reason: string): LoadError {
    const error = new LoadError(reason);
    this.onLoadError(error);
    return error;
  }

  /** Prepares a new worker again for requests that were queued when the old one ended. */
  private prepareFor({ ask, question }: Waiting, worker: EngineWorker): void {
    if (ask === 'prepare') {
      this.preparation = question;
      this.isPrepared = true;
    } else if ((ask === 'outlooks' || ask === 'line') && this.preparation && !this.isPrepared) {
      // No request has this id, so that `receive` ignores the answer.
      worker.post({ id: this.nextId++, question: this.preparation(this.allowance(this.bound)) });
      this.isPrepared = true;
    }
  }

  private start(module: WebAssembly.Module): EngineWorker {
    const worker = this.startWorker(
      (message) => {
        if (worker === this.worker) this.receive(message);
      },
      (reason) => {
        if (worker === this.worker) this.crash(this.loadError(reason));
      },
    );
    this.bound = this.megabytes;
    worker.post({ part: this.part, module, megabytes: this.bound });
    this.worker = worker;
    return worker;
  }

  private receive(message: FromWorker): void {
    const waiting = this.running;
    if (!waiting || waiting.id !== message.id) return;
    if ('progress' in message) {
      try {
        waiting.watch.onProgress?.(message.progress);
      } catch (error) {
        this.crash(error);
      }
    } else if ('failure' in message) {
      this.crash(new CrashError(message.failure));
    } else {
      const answer = JSON.parse(message.answer) as { value: unknown } | { error: string };
      this.end(waiting, () => {
        if ('error' in answer) waiting.reject(new Error(answer.error));
        else waiting.resolve(answer.value);
      });
    }
  }

  /**
   * Discards the worker after a trap, as the engine ran out of memory or has a bug, if it could not be loaded, or if an observer
   * of the progress throws.
   */
  private crash(error: unknown): void {
    const waiting = this.running;
    this.endWorker();
    if (waiting?.ask === 'prepare') this.preparation = null; // it would end the next worker as well
    if (waiting) this.end(waiting, () => waiting.reject(error));
  }

  private endWorker(): void {
    this.worker?.end();
    this.worker = null;
    this.asked = false;
    this.isPrepared = false;
    this.generation++;
  }

  private end(waiting: Waiting, settle: () => void): void {
    if (this.running === waiting) this.running = null;
    settle();
    this.resize(this.megabytes);
    void this.next();
  }
}
