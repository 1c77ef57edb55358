/** Statistics of the current position, computed in the background for the newest position only. */

import {
  type Allowed,
  Cancelled,
  type Engine,
  type MovesNeeded,
  type Pegs,
  type Sought,
  type Watch,
} from 'pegboard';
import { listsFinishes, notation, play, problemData, type Game } from './game.ts';
import type { Knowledge } from './knowledge.ts';

/** State of a number: pending, found, or out of time or memory. */
export type Found<T> = 'searching' | Sought<T>;

const found = <T>(value: T): Sought<T> => ({ found: value });
const NO_TIME = { lacks: 'time' } as const;

export interface Numbers {
  solutions: Found<string>;
  chance: Found<number>;
  /** Fewest moves to finish, while the game can be won. */
  moves: Found<MovesNeeded | null>;
  /** Fewest pegs possible, once the game is lost. */
  fewest: Found<{ pegs: number; proved: boolean }>;
}

/** Default time for each number, in seconds. */
const USUAL = 10;
const LONGER = 60;

export class NumberFinder {
  private found: Numbers = { solutions: NO_TIME, chance: NO_TIME, moves: NO_TIME, fewest: NO_TIME };
  private about = '';
  /** Position and time limit of the numbers. The limit stays when more outlooks become known. */
  private where = '';
  private seconds = USUAL;
  private knowledge: Knowledge | null = null;
  /** Fewest moves after each winning jump, known from the previous position. */
  private readonly movesAfter = new Map<string, number>();
  private end = new AbortController();

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  /** Returns the known numbers of the current position and starts computing the rest. */
  of(knowledge: Knowledge, game: Game): Numbers {
    const outlook = knowledge.outlook(game.pegs);
    const where = place(game.pegs, lastHole(game));
    const about = `${where} ${outlook} ${knowledge.stage.kind}`;
    if (where !== this.where) this.seconds = USUAL;
    this.where = where;
    if (knowledge !== this.knowledge) this.movesAfter.clear();
    if (about !== this.about || knowledge !== this.knowledge) {
      this.stop();
      this.about = about;
      this.knowledge = knowledge;
      void this.find(knowledge, game);
    }
    return this.found;
  }

  /** Retries with more time. */
  longer(knowledge: Knowledge, game: Game): void {
    const { about } = this;
    this.stop();
    this.about = about;
    this.seconds = LONGER;
    void this.find(knowledge, game);
  }

  stop(): void {
    this.end.abort();
    this.end = new AbortController();
    this.about = '';
  }

  private async find(knowledge: Knowledge, game: Game): Promise<void> {
    const { signal } = this.end;
    const { engine } = this;
    const { pegs } = game;
    const problem = problemData(knowledge.problem, pegs);
    const allowed = { seconds: this.seconds };
    const lost = knowledge.outlook(pegs) === 'losing';
    const carried = this.carriedMoves(game);
    this.found = {
      solutions: lost ? found('0') : 'searching',
      chance: lost ? found(0) : 'searching',
      moves: lost ? found(null) : carried ? found(carried) : 'searching',
      fewest: lost ? 'searching' : NO_TIME,
    };
    const show = (found: Partial<Numbers>) => {
      if (signal.aborted) return;
      this.found = { ...this.found, ...found };
      this.changed();
    };
    try {
      if (lost) {
        const fewest = await engine.fewest({ problem, allowed }, { signal });
        show({ fewest: fewest ? found(fewest) : NO_TIME });
        return;
      }
      if (game.problem.goal.kind === 'fewest') return; // without a finish there is nothing to count
      show({ solutions: await engine.solutions({ problem, allowed }, { signal }) });
      const moves = await this.findMoves(game, allowed, { signal });
      show({ moves: carried && 'lacks' in moves ? found(carried) : moves });
      show({ chance: await engine.chance({ problem, allowed }, { signal }) });
    } catch (error) {
      if (error instanceof Cancelled) return;
      const failed = <T>(value: Found<T>): Found<T> => (value === 'searching' ? { lacks: 'memory' } : value);
      const { solutions, chance, moves, fewest } = this.found;
      show({
        solutions: failed(solutions),
        chance: failed(chance),
        moves: failed(moves),
        fewest: failed(fewest),
      });
    }
  }

  private async findMoves(game: Game, allowed: Allowed, watch: Watch): Promise<Sought<MovesNeeded | null>> {
    const { problem, facts, pegs } = game;
    if (game.isWon) return found({ moves: 0, jumps: [] });
    if (!listsFinishes(problem.goal)) return found(null);
    const last = lastHole(game);
    const played = notation(facts, game.playedJumps).join(', ');
    const needed = await this.engine.movesNeeded({ problem: problemData(problem), played, allowed }, watch);
    const jumps = 'found' in needed ? (needed.found?.jumps ?? []) : [];
    for (const { jump, moves } of jumps) {
      const [from, , to] = facts.jumps[jump]!;
      const after = play(facts, pegs, jump);
      this.movesAfter.set(place(after, to), from === last ? moves : moves - 1);
    }
    return needed;
  }

  private carriedMoves(game: Game): MovesNeeded | null {
    const moves = this.movesAfter.get(place(game.pegs, lastHole(game)));
    return moves === undefined ? null : { moves, jumps: [] };
  }
}

/** Returns the hole of the last moved peg, whose next jump continues the move. */
function lastHole(game: Game): number | null {
  const jump = game.line[game.played - 1];
  return jump === undefined ? null : game.facts.jumps[jump]![2];
}

function place(pegs: Pegs, last: number | null): string {
  return `${pegs} ${last}`;
}
