/**
 * The engine as the page sees it. Five lanes, so that nothing that is quick waits for something long; a worker
 * starts when its lane is first asked.
 *
 * | lane | answers |
 * |---|---|
 * | `facts` | boards and drawings: within milliseconds |
 * | `quick` | outlooks by searching, for a moment unless the player wants more |
 * | `whole` | outlooks by a bitmap of all positions, once that is made |
 * | `search` | problems, atlases, counts: whatever may take long and may be given up |
 * | `moves` | the fewest moves of a problem, which may take minutes: meanwhile problems are settled |
 */

import wasmUrl from '../../engine/pkg/pegboard_web_bg.wasm?url';
import { Lane, type Watch } from './lane.ts';
import type { BoardFile, Listed, Look, MovesData, Named, Read, Source, Subject } from './messages.ts';
import EngineWorker from './worker.ts?worker';

export class Engine {
  readonly facts: Lane;
  readonly quick: Lane;
  readonly whole: Lane;
  readonly search: Lane;
  readonly moves: Lane;

  constructor() {
    const module = compile(wasmUrl);
    const lane = () => new Lane(module, () => new EngineWorker());
    [this.facts, this.quick, this.whole] = [lane(), lane(), lane()];
    [this.search, this.moves] = [lane(), lane()];
    this.whole.warm().catch(() => {}); // whoever asks is told what is wrong
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
}

/** Compiles while the bytes come in; after all of them on hosts that do not know the type of the file. */
async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

/** The memory that one question may take, in MiB: 128 on phones and small machines, 544 elsewhere: the French board takes 516. */
export function memoryLimit(): number {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  const isPhone = matchMedia('(pointer: coarse) and (max-width: 900px)').matches;
  return isPhone || (deviceMemory !== undefined && deviceMemory < 4) ? 128 : 544;
}
