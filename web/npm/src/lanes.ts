/**
 * The engine in five lanes, each with its own worker, so that short requests do not wait for long ones. A worker starts
 * with the first request of its lane. `memory.ts` divides the memory among the lanes.
 *
 * | lane | requests |
 * |---|---|
 * | `facts` | boards and drawings, in milliseconds |
 * | `quick` | outlooks by a short search |
 * | `whole` | outlooks from a bitmap of all positions, once it is built |
 * | `search` | problems, atlases, counts: long requests that can be cancelled |
 * | `moves` | fewest moves of a problem, which may take minutes |
 *
 * The lanes `quick` and `whole` use a small module for the current game, and the others a larger one, which is loaded
 * with the first request to one of them.
 */

import { Lane, type LoadError, type StartWorker, type Watch } from './lane.js';
import { allowanceOf, movesAllowanceOf, sharesOf, type Memory, type Shares } from './memory.js';
import type { MainQuestions, Part, Question } from './messages.js';

/** Parts of the engine that differ between browsers and Node. */
export interface Platform {
  /** Loads and compiles a module. */
  load(part: Part): Promise<WebAssembly.Module>;
  startWorker: StartWorker;
}

/** Lane of each request, except those about the current game. */
export const LANE_OF: Record<keyof MainQuestions, 'facts' | 'search' | 'moves'> = {
  library: 'facts',
  named: 'facts',
  board: 'facts',
  atlas: 'facts',
  atlasCertificate: 'facts',
  moves: 'facts',
  drawing: 'facts',
  frames: 'facts',
  playablePage: 'facts',
  text: 'facts',
  settle: 'search',
  puzzle: 'search',
  chance: 'search',
  solutions: 'search',
  fewest: 'search',
  movesNeeded: 'search',
  fewestMoves: 'moves',
};

type LaneName = keyof Shares;

export class Lanes {
  readonly facts: Lane;
  /** The worker holds the game. */
  readonly quick: Lane;
  /** The worker holds the game. */
  readonly whole: Lane;
  readonly search: Lane;
  readonly moves: Lane;
  /** Size of the game's bitmap in MiB; null without a bitmap. */
  private bitmap: number | null = 0;
  /** Number of running searches for fewest moves. */
  private movesSearches = 0;
  private readonly modules = new Map<Part, Promise<WebAssembly.Module>>();

  constructor(
    private readonly platform: Platform,
    readonly memory: Memory,
    onLoadError?: (error: LoadError) => void,
  ) {
    const shares = this.shares();
    const lane = (name: LaneName, part: Part) => {
      const allowance = name === 'moves' ? movesAllowanceOf : allowanceOf;
      return new Lane(
        part,
        () => this.load(part),
        platform.startWorker,
        shares[name],
        allowance,
        onLoadError,
      );
    };
    [this.quick, this.whole] = [lane('quick', 'game'), lane('whole', 'game')];
    [this.facts, this.search, this.moves] = [
      lane('facts', 'main'),
      lane('search', 'main'),
      lane('moves', 'main'),
    ];
  }

  /** Loads and compiles a module, once. A failed attempt is repeated with the next request. */
  load(part: Part): Promise<WebAssembly.Module> {
    const known = this.modules.get(part);
    if (known) return known;
    const module = this.platform.load(part);
    this.modules.set(part, module);
    module.catch(() => this.modules.delete(part));
    return module;
  }

  /** Asks the lane of a request about boards and problems. */
  async ask<A extends keyof MainQuestions>(
    ask: A,
    details: MainQuestions[A]['with'],
    watch: Watch = {},
  ): Promise<MainQuestions[A]['gives']> {
    const question = { ask, ...details } as Question<A>;
    if (ask !== 'fewestMoves') return this[LANE_OF[ask]].ask(question, watch);
    // Meanwhile the lane `moves` has a larger share.
    this.movesSearches++;
    this.share();
    try {
      return await this.moves.ask(question, watch);
    } finally {
      this.movesSearches--;
      this.share();
    }
  }

  /**
   * Prepares the lanes for a new game with a bitmap of this many MiB, or without one. Returns `true` if the bitmap fits;
   * the lane `whole` then holds no other bitmap.
   */
  makeRoom(bitmap: number | null): boolean {
    const hasRoom = bitmap !== null && bitmap <= this.memory.mostBitmap;
    this.bitmap = hasRoom ? bitmap : null;
    if (this.whole.wasAsked) this.whole.restart();
    this.share();
    return hasRoom;
  }

  /** Terminates all workers and cancels their requests. */
  close(): void {
    for (const name of Object.keys(this.shares()) as LaneName[]) this[name].restart();
  }

  private shares(): Shares {
    return sharesOf(this.memory, { bitmap: this.bitmap, searchesMoves: this.movesSearches > 0 });
  }

  private share(): void {
    const shares = this.shares();
    for (const name of Object.keys(shares) as LaneName[]) this[name].resize(shares[name]);
  }
}
