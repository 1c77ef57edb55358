/** The engine, with a method for each request. */

import type { Lane, LoadError, Watch } from './lane.js';
import { LANE_OF, Lanes, type Platform } from './lanes.js';
import type { Memory } from './memory.js';
import type { Allowed, Line, MainQuestions, Outlooks, Pegs, ProblemData } from './messages.js';

/** Arguments of a method; the details can be left out if none of them is required. */
type Arguments<Details> = object extends Details
  ? [details?: Details, watch?: Watch]
  : [details: Details, watch?: Watch];

/** A method for each request about boards and problems. */
export type Methods = {
  [A in keyof MainQuestions]: (
    ...request: Arguments<MainQuestions[A]['with']>
  ) => Promise<MainQuestions[A]['gives']>;
};

/**
 * The engine. A request rejects with an `Error` if it is invalid, with `Cancelled` if its signal aborts, and with a
 * `LoadError` if a file of the engine cannot be loaded.
 */
export interface Engine extends Methods {
  /**
   * Starts a game and builds the bitmap of all outlooks if it fits. An engine holds one game, the newest: requests to
   * an older one reject.
   */
  game(problem: ProblemData, watch?: Watch): Promise<Game>;
  /** Terminates all workers and cancels their requests. */
  close(): void;
  /** Workers, for requests that need a certain one. */
  readonly lanes: Lanes;
}

/** Options of an engine. */
export interface Options {
  /** Memory limits of the workers; those left out are the usual ones of the device. */
  memory?: Partial<Memory>;
  /** Called whenever a file of the engine cannot be loaded. */
  onLoadError?: (error: LoadError) => void;
}

export function engineOn(platform: Platform, memory: Memory, onLoadError?: Options['onLoadError']): Engine {
  const lanes = new Lanes(platform, memory, onLoadError);
  newest.set(lanes, 0);
  const method = (ask: keyof MainQuestions) => (details: object, watch?: Watch) =>
    lanes.ask(ask, details as MainQuestions[typeof ask]['with'], watch);
  const asks = Object.keys(LANE_OF) as (keyof MainQuestions)[];
  const methods = Object.fromEntries(asks.map((ask) => [ask, method(ask)])) as unknown as Methods;
  return {
    ...methods,
    lanes,
    game: (problem, watch = {}) => Game.start(lanes, problem, watch),
    close: () => lanes.close(),
  };
}

/** Number of games that were started on the lanes. */
const newest = new WeakMap<Lanes, number>();

const replaced = () => new Error('a newer game of this engine has replaced this one');

/** Outlooks and lines of a game. */
export class Game {
  /** Number of terminated workers when the game was prepared. */
  private generation = -1;
  private isBitmap = false;

  private constructor(
    private readonly lane: Lane,
    private readonly problem: ProblemData,
    private readonly megabytes: number,
    private readonly isNewest: () => boolean,
  ) {}

  static async start(lanes: Lanes, problem: ProblemData, watch: Watch): Promise<Game> {
    const turn = newest.get(lanes)! + 1;
    newest.set(lanes, turn);
    const bytes = await lanes.quick.ask({ ask: 'bitmap', problem }, watch);
    if (newest.get(lanes) !== turn) throw replaced();
    const needed = bytes === null ? null : Math.ceil(bytes / 2 ** 20);
    const fits = lanes.makeRoom(needed);
    const isNewest = () => newest.get(lanes) === turn;
    const game = new Game(fits ? lanes.whole : lanes.quick, problem, fits ? needed! : 0, isNewest);
    await game.prepare(watch);
    return game;
  }

  /** `true` if the bitmap answers every outlook at once. */
  get knowsAll(): boolean {
    return this.isBitmap;
  }

  /** Returns the outlooks of a position and of each jump in it. */
  async outlooks(pegs: Pegs, { allowed, ...watch }: Watch & { allowed?: Allowed } = {}): Promise<Outlooks> {
    await this.prepare(watch);
    return this.lane.ask({ ask: 'outlooks', pegs, ...(allowed && { allowed }) }, watch);
  }

  /** Returns a line from a position: to the goal, or one that leaves few pegs. */
  async line(pegs: Pegs, { allowed, ...watch }: Watch & { allowed?: Allowed } = {}): Promise<Line | null> {
    await this.prepare(watch);
    return this.lane.ask({ ask: 'line', pegs, ...(allowed && { allowed }) }, watch);
  }

  /** Prepares the worker, again if a cancellation has terminated it. */
  private async prepare(watch: Watch): Promise<void> {
    const { lane, problem, megabytes } = this;
    if (!this.isNewest()) throw replaced();
    if (this.generation === lane.generation) return;
    const { generation } = lane;
    this.isBitmap = await lane.ask({ ask: 'prepare', problem, allowed: { megabytes } }, watch);
    this.generation = generation;
  }
}
