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
 */

import wasmUrl from '../../engine/pkg/pegboard_web_bg.wasm?url';
import { Lane, type Watch } from './lane.ts';
import { memoryOfDevice, movesAllowanceOf, sharesOf, type Shares } from './memory.ts';
import type {
  BoardFile,
  FewestMoves,
  Listed,
  Look,
  MovesData,
  Named,
  ProblemData,
  Read,
  ReadMoves,
  Recorded,
  Source,
  Subject,
} from './messages.ts';
import { compile } from './wasm.ts';
import EngineWorker from './worker.ts?worker';

/** Lanes whose worker holds the game: a new worker cannot answer their pending requests. */
const REMEMBER: Record<keyof Shares, boolean> = {
  facts: false,
  quick: true,
  whole: true,
  search: false,
  moves: false,
};

export class Engine {
  readonly facts: Lane;
  readonly quick: Lane;
  readonly whole: Lane;
  readonly search: Lane;
  readonly moves: Lane;

  readonly memory = memoryOfDevice();
  /** Size of the game's bitmap in MiB; null without a bitmap. */
  private bitmap: number | null = 0;
  /** Number of running searches for fewest moves. */
  private movesSearches = 0;

  /** Resolves when the module is compiled; rejects if it cannot be loaded. */
  readonly loaded: Promise<unknown>;

  constructor() {
    const module = compile(wasmUrl);
    this.loaded = module;
    const shares = this.shares();
    const lane = (name: keyof Shares) =>
      new Lane(module, () => new EngineWorker(), shares[name], REMEMBER[name]);
    [this.facts, this.quick, this.whole] = [lane('facts'), lane('quick'), lane('whole')];
    [this.search, this.moves] = [lane('search'), lane('moves')];
    this.whole.warm().catch(() => {}); // the first request reports the error
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

  private shares(): Shares {
    return sharesOf(this.memory, { bitmap: this.bitmap, searchesMoves: this.movesSearches > 0 });
  }

  private share(): void {
    const shares = this.shares();
    for (const name of Object.keys(shares) as (keyof Shares)[]) this[name].resize(shares[name]);
  }

  /** Searches for the fewest moves of a problem. Meanwhile the lane `moves` has a larger share. */
  async fewestMoves(problem: ProblemData, seconds: number, watch: Watch): Promise<FewestMoves> {
    this.movesSearches++;
    this.share();
    try {
      const allowed = { seconds, megabytes: movesAllowanceOf(this.moves.share) };
      return await this.moves.ask({ ask: 'fewestMoves', problem, allowed }, watch);
    } finally {
      this.movesSearches--;
      this.share();
    }
  }

  library(): Promise<Listed[]> {
    return this.facts.ask({ ask: 'library' });
  }

  /** Returns the named problems of a board, or of all boards. */
  named(board: BoardFile | null): Promise<Named[]> {
    return this.facts.ask({ ask: 'named', board });
  }

  /** Returns the answers in the text of an atlas file. */
  atlas(board: BoardFile, text: string): Promise<Recorded[]> {
    return this.facts.ask({ ask: 'atlas', board, text });
  }

  /** Returns the text of a certificate in the text of an atlas file. */
  atlasCertificate(board: BoardFile, text: string, vacancy: number, finish: number): Promise<string | null> {
    return this.facts.ask({ ask: 'atlasCertificate', board, text, vacancy, finish });
  }

  board(source: Source, watch?: Watch): Promise<Read> {
    return this.facts.ask({ ask: 'board', source }, watch);
  }

  /** Draws an SVG, in the light theme by default. */
  drawing(what: Subject, look?: Look): Promise<string> {
    return this.facts.ask({ ask: 'drawing', what, ...(look && { look }) });
  }

  /** Returns a self-contained HTML page that plays a line. */
  playablePage(moves: MovesData, look: Look): Promise<string> {
    return this.facts.ask({ ask: 'playablePage', moves, look });
  }

  /** Reads moves from the start of a problem. */
  readMoves(problem: ProblemData, text: string): Promise<ReadMoves> {
    return this.facts.ask({ ask: 'moves', problem, text });
  }

  text(what: Subject): Promise<string> {
    return this.facts.ask({ ask: 'text', what });
  }

  /** Returns an SVG for each position of a line. */
  frames(moves: MovesData, look: Look): Promise<string[]> {
    return this.facts.ask({ ask: 'frames', moves, look });
  }
}
