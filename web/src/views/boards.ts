/** View of the library's boards and the saved games and boards. */

import type { Listed } from '../engine/messages.ts';
import { Game, usualProblem, type Board } from '../model/game.ts';
import { LinkError } from '../model/link.ts';
import type { Saved, Shelf } from '../model/storage.ts';
import { text } from '../text.ts';
import { button, h, replace, set } from '../view/dom.ts';
import type { Host, View } from '../view/host.ts';
import { thumbnail } from '../view/marks.ts';
import { namedProblems } from './named-problems.ts';

export class BoardsView implements View {
  readonly element: HTMLElement;
  private listed: Listed[] | null = null;
  private readonly search = h('input', { type: 'search', id: 'find-board' });
  private readonly named = h('div', { class: 'named-problems' });
  private readonly cards = h('ul', { class: 'cards library' });
  private readonly kept = h('div', { class: 'kept' });

  constructor(private readonly app: Host) {
    const { boards } = text;
    this.search.addEventListener('input', () => this.drawCards());
    this.element = h(
      'section',
      { class: 'view boards', 'aria-label': text.views.boards },
      h(
        'div',
        { class: 'wide' },
        h('h2', {}, boards.heading),
        this.kept,
        h('h3', {}, boards.named),
        this.named,
        h('h3', {}, boards.library),
        h('label', { class: 'field inline' }, boards.search, this.search),
        this.cards,
      ),
    );
  }

  shown(): void {
    this.drawKept();
    if (this.listed) return;
    void this.app.engine.library().then((listed) => {
      this.listed = listed;
      this.drawCards();
    });
    void this.listNamed();
  }

  /** Returns the classic problems, one list for each board. */
  private async listNamed(): Promise<void> {
    const { app } = this;
    const named = await app.engine.named(null);
    const ids = [...new Set(named.map((each) => each.board))];
    const list = async (id: string) => {
      const board = await app.libraryBoard(id);
      const own = named.filter((each) => each.board === id);
      return h(
        'details',
        { class: 'panel' },
        h('summary', {}, text.boards.namedOf(board.facts.name, own.length)),
        namedProblems(board, own, (problem) => app.open(new Game(problem))),
      );
    };
    replace(this.named, ...(await Promise.all(ids.map(list))));
  }

  private drawCards(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const matches = (board: Listed) =>
      `${board.name} ${board.id} ${board.places.length}`.toLowerCase().includes(wanted);
    const card = (board: Listed) => {
      const press = button('', () => void this.open(board.id), { class: 'card' });
      press.append(
        thumbnail(board.places),
        h('strong', {}, board.name),
        h('span', { class: 'note' }, `${text.holes(board.places.length)} · ${board.symmetry}`),
      );
      if (board.note) set(press, 'title', board.note);
      return h('li', {}, press);
    };
    replace(this.cards, ...(this.listed ?? []).filter(matches).map(card));
  }

  private async open(id: string): Promise<void> {
    this.app.open(new Game(usualProblem(await this.app.libraryBoard(id))));
  }

  private drawKept(): void {
    const { boards } = text;
    replace(
      this.kept,
      h('h3', {}, boards.yours),
      this.shelf('games', () => null),
      h('h3', {}, boards.drawn),
      this.shelf('boards', (saved) =>
        button(boards.redraw, () => void this.redraw(saved), { class: 'small' }),
      ),
    );
  }

  private shelf(shelf: Shelf, extra: (saved: Saved) => Node | null): HTMLElement {
    const list = this.app.storage.list(shelf);
    if (list.length === 0) return h('p', { class: 'note' }, text.boards.none);
    const remove = (saved: Saved) => {
      this.app.storage.remove(shelf, saved.name);
      this.drawKept();
    };
    const entry = (saved: Saved) =>
      h(
        'li',
        {},
        button(saved.name, () => void this.openKept(saved), {
          class: 'open',
          'aria-label': text.boards.open(saved.name),
        }),
        extra(saved),
        button('×', () => remove(saved), { class: 'small', 'aria-label': text.boards.remove(saved.name) }),
      );
    return h('ul', { class: 'shelf' }, ...list.map(entry));
  }

  private async openKept(saved: Saved): Promise<void> {
    const game = await this.read(saved);
    if (game) this.app.open(game);
  }

  private async redraw(saved: Saved): Promise<void> {
    const game = await this.read(saved);
    if (game) this.app.drawOn(game.problem.board satisfies Board);
  }

  private async read(saved: Saved): Promise<Game | null> {
    try {
      return await this.app.read(saved.link);
    } catch (error) {
      this.app.shell.toast(text.link.flaws[error instanceof LinkError ? error.flaw : 'damaged']);
      return null;
    }
  }
}
