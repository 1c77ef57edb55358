/** State of the boards view: the library and what is kept on the device. */

import type { Listed, Named } from 'pegboard';
import { Game, type Board, type Problem } from '../model/game.ts';
import { readStoredLink } from '../model/link.ts';
import type { Saved, Shelf } from '../model/storage.ts';
import { usualProblem } from '../model/usual.ts';
import { text } from '../text/text.ts';
import type { Page } from './page.ts';

export class LibraryState {
  listed: Listed[] = [];
  search = '';
  /** Classic problems by board. */
  named: { board: Board; list: Named[] }[] = [];
  /** Deleted entries that can be restored until the page is left. */
  private readonly removed: Record<Shelf, Saved[]> = { games: [], boards: [] };
  private isListed = false;

  constructor(private readonly page: Page) {}

  shown(): void {
    if (!this.isListed) this.page.act(() => this.list());
  }

  private async list(): Promise<void> {
    const { engine } = this.page;
    this.listed = await engine.library({});
    this.page.changed();
    const named = await engine.named({ board: null });
    const ids = [...new Set(named.map((each) => each.board))];
    this.named = await Promise.all(
      ids.map(async (id) => ({
        board: await this.page.libraryBoard(id),
        list: named.filter((each) => each.board === id),
      })),
    );
    this.isListed = true;
    this.page.changed();
  }

  setSearch(search: string): void {
    this.search = search;
    this.page.changed();
  }

  get matches(): Listed[] {
    const wanted = this.search.trim().toLowerCase();
    const matches = ({ name, id, places }: Listed) =>
      `${name} ${id} ${places.length}`.toLowerCase().includes(wanted);
    return this.listed.filter(matches);
  }

  /** Library boards with a problem that was solved on this device. */
  get solvedBoards(): Set<string | null> {
    return new Set([...this.page.storage.solved.keys()].map(boardOf));
  }

  async open(id: string): Promise<void> {
    this.page.open(new Game(usualProblem(await this.page.libraryBoard(id))));
  }

  play(problem: Problem): void {
    this.page.open(new Game(problem));
  }

  /** Returns the entries of a shelf and the deleted ones, which keep their places. */
  shelf(shelf: Shelf): { saved: Saved; isRemoved: boolean }[] {
    const removed = this.removed[shelf].map((saved) => ({ saved, isRemoved: true }));
    return [...removed, ...this.page.storage.list(shelf).map((saved) => ({ saved, isRemoved: false }))];
  }

  remove(shelf: Shelf, saved: Saved): void {
    this.page.storage.remove(shelf, saved.name);
    this.removed[shelf].push(saved);
    this.page.say(text.boards.removed(saved.name));
  }

  restore(shelf: Shelf, saved: Saved): void {
    this.removed[shelf] = this.removed[shelf].filter((each) => each !== saved);
    const name = this.page.storage.freeName(shelf, saved.name);
    if (!this.page.storage.save(shelf, { ...saved, name })) this.page.toast(text.play.notSaved);
    this.page.changed();
  }

  async openKept(saved: Saved): Promise<void> {
    const game = await this.page.tryToRead(saved.link);
    if (game) this.page.open(game);
  }

  async redraw(saved: Saved): Promise<void> {
    const game = await this.page.tryToRead(saved.link);
    if (game) this.page.drawOn(game.problem.board, saved.name);
  }
}

/** Returns the library board of a link; null for another board. */
function boardOf(link: string): string | null {
  try {
    const { source } = readStoredLink(link);
    return 'library' in source ? source.library : null;
  } catch {
    return null; // stored by another version
  }
}
