/**
 * Atlas: all single-vacancy to single-survivor problems of a board, known from the shipped atlas or settled in the
 * background, as a matrix and a map.
 */

import type { Finding } from '../engine/messages.ts';
import { Game, problemData, vacate, type Board, type Problem } from '../model/game.ts';
import { Settler, type Task } from '../model/settler.ts';
import { text } from '../text.ts';
import { button, h, replace, set } from '../view/dom.ts';
import type { Host } from '../view/host.ts';
import { progressBar, sign, type Badge } from '../view/marks.ts';

/** Finding, or `recorded`: the shipped atlas has a proof of unsolvability, and the reason is not known here. */
type Known = Finding | 'recorded';

const BADGES: Record<Known, Badge> = {
  solvable: 'winning',
  pagoda: 'losing',
  cases: 'losing',
  exhaustion: 'losing',
  recorded: 'losing',
  open: 'unknown',
};

/** Minimum interval between drawings of the map, in milliseconds: the map of a large board is slow to draw. */
const MAP_EVERY = 700;

export class AtlasPanel {
  readonly element = h('section', { class: 'panel atlas' });
  private board: Board | null = null;
  private readonly settler: Settler;
  private readonly progress = h('div', { class: 'row' });
  private readonly matrix = h('div', {
    class: 'scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': text.atlas.matrix,
  });
  private readonly map = h('div', {
    class: 'scroll map',
    tabindex: 0,
    role: 'region',
    'aria-label': text.atlas.map,
  });
  /** Matrix and map, if the board has any problem. */
  private readonly problems = h('div', {});
  private cells = new Map<string, HTMLButtonElement>();
  private mapDue: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly app: Host,
    private readonly found: () => void = () => {},
  ) {
    this.settler = new Settler(app.engine, () => this.changed());
    const maps = h('details', {}, h('summary', {}, text.atlas.map), this.map);
    maps.addEventListener('toggle', () => this.drawMapSoon());
    this.problems.append(h('p', { class: 'note' }, text.atlas.clickToPlay), this.matrix, maps);
    this.element.append(h('h3', {}, text.atlas.heading), this.progress, this.problems);
    this.map.addEventListener('click', (event) => {
      const circle = event.target instanceof Element ? event.target.closest('[data-finish]') : null;
      if (circle) this.playLabels(circle.getAttribute('data-vacancy')!, circle.getAttribute('data-finish')!);
    });
  }

  /** Settles the problems of a board; stops without a board. */
  show(board: Board | null): void {
    if (board === this.board) {
      this.settler.resume();
      return;
    }
    this.board = board;
    this.settler.stop();
    this.cells.clear();
    this.drawMatrix();
    this.map.replaceChildren();
    if (board) this.learn(board);
    this.settler.want(board ? this.tasks(board) : []);
    this.changed();
    if (board) void this.app.shipped.load(board).then(() => this.learn(board));
  }

  /** Takes the answers of the shipped atlas. */
  private learn(board: Board): void {
    if (board !== this.board) return;
    const answers = board.facts.problems.flatMap(({ vacancy, finish }, place) => {
      const found = this.app.shipped.settled(this.problem(vacancy, finish));
      return found ? [[this.key(place), found] as const] : [];
    });
    this.settler.learn(answers);
  }

  /** Returns `true` if the atlas is that of the board. */
  shows(board: Board): boolean {
    return board === this.board;
  }

  pause(): void {
    this.settler.stop();
    this.drawProgress();
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
    this.app.open(new Game(this.problem(vacancy, finish)));
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
    this.drawProgress();
    this.board?.facts.problems.forEach((_, place) => this.drawCell(place));
    this.drawMapSoon();
    this.found();
  }

  private drawProgress(): void {
    const { settler } = this;
    const all = settler.count;
    if (!this.board || all === 0) {
      replace(this.progress, h('p', {}, this.board ? text.atlas.none : ''));
      return;
    }
    const share = text.atlas.progress(settler.decided, all);
    const isOpen = settler.decided < all;
    replace(
      this.progress,
      isOpen ? progressBar(settler.decided / all, share) : sign('winning'),
      h('span', {}, share),
      settler.isRunning
        ? button(text.atlas.stop, () => this.pause(), { class: 'small' })
        : isOpen
          ? button(text.atlas.longer, () => this.settler.longer(), { class: 'small' })
          : null,
    );
  }

  private drawMatrix(): void {
    const { board } = this;
    this.problems.hidden = !board || board.facts.problems.length === 0;
    if (!board) {
      this.matrix.replaceChildren();
      return;
    }
    const { labels, problems } = board.facts;
    const unique = (holes: number[]) => [...new Set(holes)].sort((one, other) => one - other);
    const [vacancies, finishes] = [
      unique(problems.map((each) => each.vacancy)),
      unique(problems.map((each) => each.finish)),
    ];
    const cell = (vacancy: number, finish: number) => {
      const place = problems.findIndex((each) => each.vacancy === vacancy && each.finish === finish);
      if (place < 0) return h('td', {});
      const press = button('', () => this.play(place), { class: 'cell' });
      this.cells.set(String(place), press);
      return h('td', {}, press);
    };
    const row = (vacancy: number) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, labels[vacancy]!),
        ...finishes.map((finish) => cell(vacancy, finish)),
      );
    const head = h(
      'tr',
      {},
      h('td', {}),
      ...finishes.map((finish) => h('th', { scope: 'col' }, labels[finish]!)),
    );
    const caption = `${text.atlas.vacancy} ↓ ${text.atlas.finish} →`;
    replace(
      this.matrix,
      h(
        'table',
        { class: 'matrix' },
        h('caption', {}, caption),
        h('thead', {}, head),
        h('tbody', {}, ...vacancies.map(row)),
      ),
    );
  }

  private drawCell(place: number): void {
    const press = this.cells.get(String(place));
    const finding = this.finding(place);
    if (!press || press.dataset['finding'] === finding) return;
    press.dataset['finding'] = finding;
    const { labels, problems } = this.board!.facts;
    const { vacancy, finish } = problems[place]!;
    const name = text.atlas.cell(labels[vacancy]!, labels[finish]!, text.atlas.status[finding]);
    set(press, 'aria-label', name);
    set(press, 'title', name);
    press.replaceChildren(sign(BADGES[finding]));
  }

  private drawMapSoon(): void {
    if (this.mapDue !== null) return;
    this.mapDue = setTimeout(
      () => {
        this.mapDue = null;
        void this.drawMap();
      },
      this.settler.isRunning ? MAP_EVERY : 0,
    );
  }

  private async drawMap(): Promise<void> {
    const { board } = this;
    const isOpen = this.map.closest('details')?.open ?? false;
    if (!board || !isOpen || board.facts.problems.length === 0) return;
    const findings = board.facts.problems.map((_, place) => {
      const known = this.finding(place);
      return known === 'recorded' ? 'exhaustion' : known; // other reasons are found in the meantime
    });
    const svg = await this.app.engine.drawing({ atlas: { board: board.facts.file, findings } });
    if (board !== this.board) return;
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    set(picture, 'role', 'img');
    set(picture, 'aria-label', text.atlas.mapName);
    this.map.replaceChildren(document.importNode(picture, true));
  }

  private playLabels(vacancy: string, finish: string): void {
    const { labels } = this.board!.facts;
    this.app.open(new Game(this.problem(labels.indexOf(vacancy), labels.indexOf(finish))));
  }
}
