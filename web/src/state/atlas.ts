/**
 * All single-vacancy to single-survivor problems of a board, known from the shipped atlas or settled in the background.
 */

import type { Finding } from 'pegboard';
import { Game, problemData, vacate, type Board, type Problem } from '../model/game.ts';
import { Settler, type Task } from '../model/settler.ts';
import type { Page } from './page.ts';

/** Finding, or `recorded`: the shipped atlas has a proof of unsolvability, and the reason is not known here. */
export type Known = Finding | 'recorded';

/** Minimum interval between drawings of the map, in milliseconds: the map of a large board is slow to draw. */
const MAP_EVERY = 700;

export class AtlasState {
  board: Board | null = null;
  /** SVG of the map. */
  map = '';
  readonly settler: Settler;
  private isMapOpen = false;
  private mapDue: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly page: Page) {
    this.settler = new Settler(page.engine, () => this.changed());
  }

  /** Settles the problems of a board; stops without a board. */
  show(board: Board | null): void {
    if (board === this.board) {
      this.settler.resume();
      return;
    }
    this.board = board;
    this.map = '';
    this.settler.stop();
    if (board) this.learn(board);
    this.settler.want(board ? this.tasks(board) : []);
    this.changed();
    if (board) void this.page.shipped.load(board).then(() => this.learn(board));
  }

  /** Takes the answers of the shipped atlas. */
  private learn(board: Board): void {
    if (board !== this.board) return;
    const answers = board.facts.problems.flatMap(({ vacancy, finish }, place) => {
      const found = this.page.shipped.settled(this.problem(vacancy, finish));
      return found ? [[this.key(place), found] as const] : [];
    });
    this.settler.learn(answers);
  }

  pause(): void {
    this.settler.stop();
    this.page.changed();
  }

  longer(): void {
    this.settler.longer();
    this.page.changed();
  }

  /** Returns the finding for a problem, by its index in the facts. */
  finding(place: number): Known {
    const found = this.settler.of(this.key(place));
    if (found?.answer === 'solvable') return 'solvable';
    if (found?.answer !== 'unsolvable') return 'open';
    if (found.reason === null) return 'recorded';
    const { kind } = found.reason;
    return kind === 'cases' || kind === 'exhaustion' ? kind : 'pagoda';
  }

  /** Plays a problem, by its index in the facts. */
  play(place: number): void {
    const { vacancy, finish } = this.board!.facts.problems[place]!;
    this.page.open(new Game(this.problem(vacancy, finish)));
  }

  /** Plays a problem by the labels in the map. */
  playLabels(vacancy: string, finish: string): void {
    const { labels } = this.board!.facts;
    this.page.open(new Game(this.problem(labels.indexOf(vacancy), labels.indexOf(finish))));
  }

  openMap(open: boolean): void {
    this.isMapOpen = open;
    this.drawMapSoon();
  }

  /** Returns the key that a problem shares with its reversal. */
  private key(place: number): string {
    const { reversal } = this.board!.facts.problems[place]!;
    return `${this.board!.facts.ron} ${Math.min(place, reversal)}`;
  }

  private problem(vacancy: number, finish: number): Problem {
    const board = this.board!;
    return { board, start: vacate(board.facts, vacancy), goal: { kind: 'hole', hole: finish } };
  }

  private tasks(board: Board): Task[] {
    return board.facts.problems.flatMap(({ vacancy, finish, reversal }, place) =>
      place <= reversal
        ? [{ key: this.key(place), problem: problemData(this.problem(vacancy, finish)) }]
        : [],
    );
  }

  private changed(): void {
    this.drawMapSoon();
    this.page.changed();
  }

  private drawMapSoon(): void {
    if (this.mapDue !== null || !this.isMapOpen) return;
    this.mapDue = setTimeout(
      () => {
        this.mapDue = null;
        this.page.act(() => this.drawMap());
      },
      this.settler.isRunning ? MAP_EVERY : 0,
    );
  }

  private async drawMap(): Promise<void> {
    const { board } = this;
    if (!board || board.facts.problems.length === 0) return;
    const findings = board.facts.problems.map((_, place) => {
      const known = this.finding(place);
      return known === 'recorded' ? 'exhaustion' : known; // other reasons are found in the meantime
    });
    const map = await this.page.engine.drawing({ what: { atlas: { board: board.facts.file, findings } } });
    if (board !== this.board) return;
    this.map = map;
    this.page.changed();
  }
}
