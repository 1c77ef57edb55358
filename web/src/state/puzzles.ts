/** State of the puzzles view: packs with stars, the puzzle of the day, and statistics. */

import { Cancelled, type Difficulty, type Puzzle, type Wanted } from 'pegboard';
import { Game, listsFinishes, notation, problemData, problemOf, type Problem } from '../model/game.ts';
import { startLink } from '../model/link.ts';
import { dailyPuzzle, stars, streak, today, type Pack } from '../model/packs.ts';
import { qrCodeOf, type QrCode } from '../model/qr-code.ts';
import type { Help } from '../model/storage.ts';
import { text } from '../text/text.ts';
import { messageOf } from './errors.ts';
import type { Page } from './page.ts';

/** Time limit for a puzzle in seconds. Most take tenths of a second. */
const LIMIT = 20;
/** Largest puzzle number. */
export const MOST = 999_999;

/** Time limit in seconds for each solution of a sheet. */
const SHEET_SECONDS = 10;
/** Largest number of puzzles on a sheet. */
export const MAX_ON_SHEET = 12;

/** Wish of a teacher for a sheet. */
export interface SheetWish {
  title: string;
  goal: string;
  /** Pack of the puzzles, or the current game. */
  source: Difficulty | 'game';
  count: number;
  /** Help that the links allow. */
  help: Help;
}

export interface Sheet {
  title: string;
  goal: string;
  items: {
    problem: Problem;
    link: string;
    /** Null for a link that is too long for a code. */
    code: QrCode | null;
    solution: string[];
  }[];
}

export class PuzzlesState {
  packs: Pack[] = [];
  wanted: Wanted = {
    difficulty: 'medium',
    seed: Math.floor(Math.random() * MOST),
    symmetric: false,
    uniqueFirstJump: false,
  };
  /** State of the puzzle that is made. */
  made = '';
  private loading: Promise<void> | null = null;

  constructor(private readonly page: Page) {}

  shown(): void {
    this.page.act(() => this.load());
  }

  /** Loads the packs when they are first needed. A failed attempt is repeated with the next call. */
  load(): Promise<void> {
    this.loading ??= import('../data/packs.json').then(
      ({ default: packs }) => {
        this.packs = packs as Pack[];
        this.page.changed();
      },
      (error: unknown) => {
        this.loading = null;
        throw error;
      },
    );
    return this.loading;
  }

  get daily(): [link: string, moves: number] | null {
    return this.packs.length > 0 ? dailyPuzzle(this.packs, today()) : null;
  }

  /** Returns the stars of a solved puzzle; 0 for an unsolved one. */
  starsOf([link, fewest]: [link: string, moves: number]): number {
    const moves = this.page.storage.solved.get(link);
    return moves === undefined ? 0 : stars(moves, fewest);
  }

  get streak(): number {
    return streak(this.page.storage.statistics.days, today());
  }

  /** Returns the fewest moves of a puzzle of the packs. */
  fewestOf(link: string): number | null {
    return this.packs.flatMap(({ puzzles }) => puzzles).find(([each]) => each === link)?.[1] ?? null;
  }

  /** Returns the puzzle that follows one in its pack. */
  after(link: string): string | null {
    for (const { puzzles } of this.packs) {
      const place = puzzles.findIndex(([each]) => each === link);
      if (place >= 0) return puzzles[place + 1]?.[0] ?? null;
    }
    return null;
  }

  async open(link: string): Promise<void> {
    this.page.open(await this.page.read(link));
  }

  /** Counts the puzzle of the day. */
  async solved(link: string): Promise<void> {
    await this.load();
    if (this.daily?.[0] !== link) return;
    const { storage } = this.page;
    const { statistics } = storage;
    if (!statistics.days.includes(today()))
      storage.statistics = { ...statistics, days: [...statistics.days, today()] };
  }

  // Sheets for a class.

  /** Makes a sheet of the first puzzles of a pack, or of the current game. */
  async sheet({ title, goal, source, count, help }: SheetWish): Promise<Sheet> {
    const { page } = this;
    if (source !== 'game') await this.load();
    const pack = this.packs.find(({ difficulty }) => difficulty === source);
    const links = pack ? pack.puzzles.slice(0, count).map(([link]) => link) : [startLink(page.game.problem)];
    const items = await Promise.all(
      links.map(async (link) => {
        const { problem } = await page.read(link);
        const target = page.linkToShare(new Game(problem), { help });
        return { problem, link: target, code: qrCodeOf(target), solution: await this.solutionOf(problem) };
      }),
    );
    return { title, goal, items };
  }

  /** Returns a solution with few moves; empty if none is found, or if the goal does not name a finish. */
  private async solutionOf(problem: Problem): Promise<string[]> {
    if (!listsFinishes(problem.goal)) return [];
    const { jumps } = await this.page.engine.fewestMoves({
      problem: problemData(problem),
      allowed: { seconds: SHEET_SECONDS },
    });
    return jumps ? notation(problem.board.facts, jumps) : [];
  }

  // Puzzles made to order.

  want(change: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...change };
    this.page.changed();
  }

  async make(): Promise<void> {
    const { page, wanted } = this;
    const { board } = page.game.problem;
    this.made = text.play.thinking;
    page.changed();
    try {
      const made = await page.engine.puzzle({
        board: board.facts.file,
        wanted,
        allowed: { seconds: LIMIT },
      });
      this.made = '';
      this.want({ seed: wanted.seed === MOST ? 0 : wanted.seed + 1 }); // the next press makes a new puzzle
      if (page.game.problem.board === board && page.view === 'problems') this.play(made);
    } catch (error) {
      this.made = error instanceof Cancelled ? '' : messageOf(error);
      page.changed();
    }
  }

  private play(made: Puzzle): void {
    const { page } = this;
    const { difficulties, puzzleMade } = text.problems;
    page.problems.play(new Game(problemOf(page.game.problem.board, made.problem)));
    const chance = text.play.oneIn(made.chance);
    page.toast(puzzleMade(difficulties[made.difficulty], made.jumps, chance));
  }
}
