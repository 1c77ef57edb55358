/** State of the boards view: the library and what is kept on the device. */

import type { Listed, Named } from 'pegboard';
import { Game, type Board } from '../model/game.ts';
import { groupOf } from '../model/groups.ts';
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
  /** Deleted entries that can be restored until the page is left, with their places among all entries of the shelf. */
  private readonly removed: Record<Shelf, { saved: Saved; place: number }[]> = { games: [], boards: [] };
  private isListed = false;

  constructor(private readonly page: Page) {}

  shown(): void {
    if (!this.isListed) this.page.act(() => this.list());
  }

  private async list(): Promise<void> {
    const { engine } = this.page;
    this.listed = await engine.library();
    this.page.changed();
    const named = await engine.named();
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
    const matches = (board: Listed) => {
      const { name, id, places } = board;
      return `${name} ${id} ${places.length} ${text.boards.groups[groupOf(board)]}`
        .toLowerCase()
        .includes(wanted);
    };
    return this.listed.filter(matches);
  }

  /** Library boards with a problem that was solved on this device. */
  get solvedBoards(): Set<string | null> {
    return new Set([...this.page.storage.solved.keys()].map(boardOf));
  }

  async open(id: string): Promise<void> {
    this.page.open(new Game(usualProblem(await this.page.libraryBoard(id))));
  }

  /** Returns the entries of a shelf and the deleted ones, which keep their places. */
  shelf(shelf: Shelf): { saved: Saved; isRemoved: boolean }[] {
    const entries = this.page.storage.list(shelf).map((saved) => ({ saved, isRemoved: false }));
    const removed = [...this.removed[shelf]].sort((one, other) => one.place - other.place);
    for (const { saved, place } of removed) entries.splice(place, 0, { saved, isRemoved: true });
    return entries;
  }

  remove(shelf: Shelf, saved: Saved): void {
    const isIt = (each: { saved: Saved; isRemoved: boolean }) =>
      !each.isRemoved && each.saved.name === saved.name;
    const place = this.shelf(shelf).findIndex(isIt);
    this.page.storage.remove(shelf, saved.name);
    this.removed[shelf].push({ saved, place });
    this.page.say(text.boards.removed(saved.name));
  }

  restore(shelf: Shelf, saved: Saved): void {
    const entries = this.shelf(shelf);
    const before = entries.slice(
      0,
      entries.findIndex((each) => each.saved === saved),
    );
    const { storage } = this.page;
    const name = storage.freeName(shelf, saved.name);
    const place = before.filter(({ isRemoved }) => !isRemoved).length;
    if (!storage.save(shelf, { ...saved, name }, place)) return this.page.toast(text.play.notSaved);
    this.removed[shelf] = this.removed[shelf].filter((each) => each.saved !== saved);
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
