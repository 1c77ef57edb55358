/**
 * The engine as the page sees it. Five lanes, so that nothing that is quick waits for something long; a worker
 * starts when its lane is first asked. `memory.ts` says how much memory each of them may take.
 *
 * | lane | answers |
 * |---|---|
 * | `facts` | boards and drawings: within milliseconds |
 * | `quick` | outlooks by searching, for a moment unless the player wants more |
 * | `whole` | outlooks by a bitmap of all positions, once that is made |
 * | `search` | problems, atlases, counts: whatever may take long and may be given up |
 * | `moves` | the fewest moves of a problem, which may take minutes: meanwhile problems are settled |
 *
 * Files of pictures that a browser cannot write have a module and a worker of their own: see `pictures.ts`.
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
  Source,
  Subject,
} from './messages.ts';
import { makeAnimation, makePdf, type Animation } from './pictures.ts';
import { compile } from './wasm.ts';
import EngineWorker from './worker.ts?worker';

/** Whether the worker of a lane remembers the game, so that its questions mean nothing to another. */
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
  /** The size of the game's bitmap. */
  private bitmap: number | null = 0;
  /** How many searches for fewest moves go on, and files of pictures are made. */
  private roomWanted = 0;

  constructor() {
    const module = compile(wasmUrl);
    const shares = this.shares();
    const lane = (name: keyof Shares) => new Lane(module, () => new EngineWorker(), shares[name], REMEMBER[name]);
    [this.facts, this.quick, this.whole] = [lane('facts'), lane('quick'), lane('whole')];
    [this.search, this.moves] = [lane('search'), lane('moves')];
    this.whole.warm().catch(() => {}); // whoever asks is told what is wrong
  }

  /**
   * Another game begins, with a bitmap of this many MiB; `null` without one. Whether there is room for it. The lane
   * `whole` is ready for it then: it holds no other bitmap.
   */
  makeRoom(bitmap: number | null): boolean {
    const hasRoom = bitmap !== null && bitmap <= this.memory.mostBitmap;
    this.bitmap = hasRoom ? bitmap : null;
    if (this.whole.wasAsked) this.whole.restart();
    this.share();
    return hasRoom;
  }

  private shares(): Shares {
    return sharesOf(this.memory, { bitmap: this.bitmap, searchesMoves: this.roomWanted > 0 });
  }

  private share(): void {
    const shares = this.shares();
    for (const name of Object.keys(shares) as (keyof Shares)[]) this[name].resize(shares[name]);
  }

  /** The fewest moves of a problem. */
  fewestMoves(problem: ProblemData, seconds: number, watch: Watch): Promise<FewestMoves> {
    return this.withRoom((share) => {
      const allowed = { seconds, megabytes: movesAllowanceOf(share) };
      return this.moves.ask({ ask: 'fewestMoves', problem, allowed }, watch);
    });
  }

  /** Runs something with the share of the lane `moves`, which is larger meanwhile. */
  private async withRoom<T>(run: (megabytes: number) => Promise<T>): Promise<T> {
    this.roomWanted++;
    this.share();
    try {
      return await run(this.moves.share);
    } finally {
      this.roomWanted--;
      this.share();
    }
  }

  library(): Promise<Listed[]> {
    return this.facts.ask({ ask: 'library' });
  }

  /** The problems that have names: all of them, or those of a board. */
  named(board: BoardFile | null): Promise<Named[]> {
    return this.facts.ask({ ask: 'named', board });
  }

  board(source: Source, watch?: Watch): Promise<Read> {
    return this.facts.ask({ ask: 'board', source }, watch);
  }

  /** An SVG file; a light one, unless another look is wanted. */
  drawing(what: Subject, look?: Look): Promise<string> {
    return this.facts.ask({ ask: 'drawing', what, ...(look && { look }) });
  }

  /** A HTML file that plays moves by itself. */
  playablePage(moves: MovesData, look: Look): Promise<string> {
    return this.facts.ask({ ask: 'playablePage', moves, look });
  }

  text(what: Subject): Promise<string> {
    return this.facts.ask({ ask: 'text', what });
  }

  /** The same as a PDF file. */
  async pdf(what: Subject, look?: Look): Promise<Blob> {
    const shapes = await this.facts.ask({ ask: 'shapes', what, ...(look && { look }) });
    return this.withPictures((megabytes) => makePdf(shapes, megabytes));
  }

  /** Moves as a picture that moves. */
  async animation(moves: MovesData, format: Animation, look: Look): Promise<Blob> {
    const frames = await this.facts.ask({ ask: 'frames', moves, look });
    return this.withPictures((megabytes) => makeAnimation(frames, format, look.width, megabytes));
  }

  /** Files are made where nobody searches fewest moves: they have that memory. */
  private withPictures(make: (megabytes: number) => Promise<Blob>): Promise<Blob> {
    this.moves.restart();
    return this.withRoom(make);
  }
}
