/**
 * Shipped atlas: answers to the single-vacancy problems of library boards, and their fewest moves. The file of a board is
 * fetched when a view first asks for its problems, and read by the engine.
 */

import type { Engine, FewestMoves, Recorded, Settled } from 'pegboard';
import { vacancyOf, type Board, type Problem } from './game.ts';

const FOLDER = '../../../boards/atlas/';
/** Addresses of the files. */
const FILES = import.meta.glob<string>('../../../boards/atlas/*.ron', {
  query: '?url',
  import: 'default',
  eager: true,
});

interface Atlas {
  text: string;
  /** Answers by vacancy and finish. */
  answers: Map<string, Recorded>;
}

export class ShippedAtlas {
  private readonly atlases = new Map<string, Atlas>();
  private readonly loading = new Map<string, Promise<void>>();

  constructor(private readonly engine: Pick<Engine, 'atlas' | 'atlasCertificate'>) {}

  /** Loads the atlas of a board, if it has one. Without a connection, the answers remain unknown until the next call. */
  async load({ facts, id }: Board): Promise<void> {
    const address = FILES[`${FOLDER}${id}.ron`];
    if (id === null || address === undefined || this.atlases.has(id)) return;
    const load = async () => {
      try {
        const response = await fetch(address);
        if (!response.ok) return;
        const text = await response.text();
        const answers = await this.engine.atlas({ board: facts.file, text });
        this.atlases.set(id, { text, answers: new Map(answers.map((each) => [keyOf(each), each])) });
      } catch {
        // the solver answers instead
      } finally {
        this.loading.delete(id);
      }
    };
    const loading = this.loading.get(id) ?? load();
    this.loading.set(id, loading);
    await loading;
  }

  settled(problem: Problem): Settled | undefined {
    return this.recorded(problem)?.settled;
  }

  fewestMoves(problem: Problem): FewestMoves | undefined {
    const recorded = this.recorded(problem);
    if (!recorded?.atLeast) return undefined;
    const { settled, moves, atLeast } = recorded;
    return { jumps: settled.jumps, moves, atLeast };
  }

  /** Returns the text of the certificate of an answer. */
  async certificate(problem: Problem): Promise<string | null> {
    const { board } = problem;
    const [recorded, atlas] = [this.recorded(problem), this.atlas(board)];
    if (!recorded || !atlas) return null;
    const { vacancy, finish } = recorded;
    return this.engine.atlasCertificate({ board: board.facts.file, text: atlas.text, vacancy, finish });
  }

  private atlas({ id }: Board): Atlas | undefined {
    return id === null ? undefined : this.atlases.get(id);
  }

  private recorded({ board, start, goal }: Problem): Recorded | undefined {
    const vacancy = vacancyOf(start);
    if (vacancy === null || goal.kind !== 'hole') return undefined;
    return this.atlas(board)?.answers.get(keyOf({ vacancy, finish: goal.hole }));
  }
}

function keyOf({ vacancy, finish }: { vacancy: number; finish: number }): string {
  return `${vacancy} ${finish}`;
}
