/** The page: shown view, current game and its storage. */

import { Engine } from './engine/engine.ts';
import { isFacts, type Facts, type Pegs, type Source } from './engine/messages.ts';
import { Game, play, problemKey, usualProblem, type Board, type Jump } from './model/game.ts';
import { Knowledge } from './model/knowledge.ts';
import { LinkError, readLink, writeLink } from './model/link.ts';
import { ShippedAtlas } from './model/shipped.ts';
import { Storage, type Settings, type Shelf } from './model/storage.ts';
import { text } from './text.ts';
import { button, h, set } from './view/dom.ts';
import { UnreadableBoard, type Host, type View, type ViewName } from './view/host.ts';
import { Shell } from './view/shell.ts';
import { BoardsView } from './views/boards.ts';
import { DrawView } from './views/draw.ts';
import { PlayView } from './views/play.ts';
import { ProblemsView } from './views/problems.ts';

/** Delay in milliseconds before the game is stored, so that a click is answered first. */
const KEEP_AFTER = 30;
/** Milliseconds until a reload is certain to use a new address. */
const LEFT_AFTER = 1000;

export class App implements Host {
  readonly engine = new Engine();
  readonly shipped = new ShippedAtlas(this.engine);
  readonly storage = Storage.ofDevice();
  readonly shell = new Shell();
  settings: Settings = this.storage.settings;
  game!: Game;
  knowledge!: Knowledge;
  private play!: PlayView;
  private draw!: DrawView;
  private views!: Record<ViewName, View>;
  private tabs!: Record<ViewName, HTMLButtonElement>;
  private current: ViewName = 'play';
  private ownHash = '';
  private pending = 0;
  private keeping: ReturnType<typeof setTimeout> | null = null;
  private leaving: ReturnType<typeof setTimeout> | null = null;

  async start(root: HTMLElement): Promise<void> {
    this.applyTheme();
    const isOutdated = location.hash === this.storage.takeLeft();
    const linked = isOutdated ? null : await this.linkedGame();
    const running = await this.runningGame();
    this.setGame(running ?? linked ?? new Game(usualProblem(await this.libraryBoard('english'))));
    this.play = new PlayView(this);
    this.draw = new DrawView(this);
    this.views = {
      play: this.play,
      problems: new ProblemsView(this),
      draw: this.draw,
      boards: new BoardsView(this),
    };
    this.build(root);
    this.ownHash = location.hash; // already read
    this.show('play', false);
    this.gameChanged();
    if (linked && running) await this.takeLinked(linked);
    window.addEventListener('pagehide', () => this.keepRunning());
    window.addEventListener('hashchange', () => void this.hashChanged());
    set(document.documentElement, 'data-ready', true);
    performance.mark('ready');
  }

  private build(root: HTMLElement): void {
    const names = Object.keys(this.views) as ViewName[];
    const tab = (name: ViewName) =>
      button(text.views[name], () => this.show(name), { class: 'tab', 'data-view': name });
    this.tabs = Object.fromEntries(names.map((name) => [name, tab(name)])) as Record<
      ViewName,
      HTMLButtonElement
    >;
    root.replaceChildren(
      h('a', { class: 'skip', href: '#board' }, text.skip),
      h(
        'header',
        { class: 'top' },
        h('h1', {}, text.title),
        h('nav', { 'aria-label': text.title }, ...names.map((name) => this.tabs[name])),
      ),
      h('main', {}, ...names.map((name) => this.views[name].element)),
      ...this.shell.elements,
    );
    const skip = root.querySelector<HTMLAnchorElement>('.skip')!;
    skip.addEventListener('click', (event) => {
      event.preventDefault();
      root.querySelector<HTMLElement>('section:not([hidden]) [data-hole][tabindex="0"]')?.focus();
    });
  }

  show(name: ViewName, focus = true): void {
    const before = this.current;
    this.current = name;
    for (const [key, view] of Object.entries(this.views) as [ViewName, View][]) {
      view.element.hidden = key !== name;
      set(this.tabs[key], 'aria-current', key === name ? 'page' : null);
    }
    if (before !== name) this.views[before].hidden?.();
    this.views[name].shown?.();
    if (focus) {
      scrollTo({ top: 0 });
      this.shell.say(text.views[name]);
    }
  }

  get shownView(): ViewName {
    return this.current;
  }

  async facts(source: Source): Promise<Facts> {
    const read = await this.engine.board(source);
    if (!isFacts(read)) throw new UnreadableBoard(read.diagnostics);
    return read;
  }

  async libraryBoard(id: string): Promise<Board> {
    return { facts: await this.facts({ library: id }), id };
  }

  open(game: Game): void {
    if (game !== this.game) this.keepInterrupted(game);
    this.setGame(game);
    this.show('play');
    this.gameChanged();
  }

  watch(game: Game, jumps: Jump[]): void {
    this.open(game);
    this.play.watch(jumps);
  }

  drawOn(board: Board): void {
    if (this.draw.load(board)) this.show('draw');
    else this.shell.toast(text.boards.tooLarge);
  }

  gameChanged(): void {
    this.wantPositions();
    this.refresh();
    this.keeping ??= setTimeout(() => this.keepRunning(), KEEP_AFTER);
  }

  /** Stores a changed game on the device and in the address. */
  private keepRunning(): void {
    if (this.keeping === null) return;
    clearTimeout(this.keeping);
    this.keeping = null;
    const link = writeLink(this.game);
    this.storage.running = link;
    const isOwn = location.hash === this.ownHash; // otherwise the user entered another address, and `hashchange` reads it next
    this.ownHash = `#${link}`;
    if (!isOwn) return;
    this.leaveAddress();
    history.replaceState(null, '', this.ownHash);
  }

  /** Remembers the old address: a reload shortly after `replaceState` may still use it. */
  private leaveAddress(): void {
    this.storage.left = location.hash;
    if (this.leaving !== null) clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.storage.takeLeft(), LEFT_AFTER);
  }

  changeSettings(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    this.storage.settings = this.settings;
    this.applyTheme();
    this.refresh();
  }

  keep(shelf: Shelf, name: string, game: Game): void {
    const kept = this.storage.save(shelf, { name, link: writeLink(game) });
    this.shell.toast(kept ? text.play.saved(name) : text.play.notSaved);
  }

  link(game: Game = this.game): string {
    return `${location.href.split('#')[0]}#${writeLink(game)}`;
  }

  async read(link: string): Promise<Game> {
    const { source, open } = readLink(link);
    const read = await this.engine.board(source);
    if (!isFacts(read)) throw new LinkError('board');
    return open(read);
  }

  private setGame(game: Game): void {
    const same = this.game !== undefined && problemKey(this.game.problem) === problemKey(game.problem);
    this.game = game;
    if (same) return;
    this.knowledge?.dispose();
    this.knowledge = new Knowledge(this.engine, game.problem, (about) => this.learned(about));
  }

  /**
   * Shows outlooks of the current position at once, and those of other positions of the game once per frame. Other
   * outlooks are not displayed.
   */
  private learned(about?: Pegs): void {
    if (about !== undefined && !this.game.passes(about)) return;
    cancelAnimationFrame(this.pending);
    const show = () => {
      this.wantPositions();
      this.refresh();
    };
    if (about === this.game.pegs) show();
    else this.pending = requestAnimationFrame(show);
  }

  /**
   * Requests every position so far, the current one first. If the bitmap is ready, also requests the positions after
   * each jump, so that a click needs no request.
   */
  private wantPositions(): void {
    const { game, knowledge } = this;
    const soFar = Array.from({ length: game.played + 1 }, (_, back) => game.after(game.played - back));
    const next =
      knowledge.stage.kind === 'all' ? game.possible.map((jump) => play(game.facts, game.pegs, jump)) : [];
    knowledge.want([...soFar, ...next]);
  }

  private refresh(): void {
    for (const view of Object.values(this.views ?? {})) view.gameChanged?.();
  }

  private applyTheme(): void {
    set(document.documentElement, 'data-theme', this.settings.theme === 'auto' ? null : this.settings.theme);
  }

  private async runningGame(): Promise<Game | null> {
    const link = this.storage.running;
    if (link === null) return null;
    try {
      return await this.read(link);
    } catch {
      return null; // stored by another version
    }
  }

  private async linkedGame(): Promise<Game | null> {
    const link = decodeURIComponentSafely(location.hash.slice(1));
    if (link === '') return null;
    try {
      return await this.read(link);
    } catch (error) {
      this.shell.toast(text.link.flaws[error instanceof LinkError ? error.flaw : 'damaged']);
      return null;
    }
  }

  private async hashChanged(): Promise<void> {
    this.keepRunning();
    if (location.hash === this.ownHash) return;
    const linked = await this.linkedGame();
    if (linked) await this.takeLinked(linked);
    else history.replaceState(null, '', this.ownHash);
  }

  /** Opens the game of a link, after confirmation if it replaces a game in progress. */
  private async takeLinked(linked: Game): Promise<void> {
    if (writeLink(linked) === writeLink(this.game)) return;
    const { game } = this;
    if (game.played > 0) {
      const name = ({ facts, played }: Game) => text.link.game(facts.name, played);
      const question = text.link.askDetail(name(linked), name(game));
      if (!(await this.shell.ask(text.link.ask, question, text.link.open, text.link.stay))) {
        history.replaceState(null, '', this.ownHash);
        return;
      }
    }
    this.open(linked);
  }

  /** Saves a game in progress before another one is opened. */
  private keepInterrupted(next: Game): void {
    const { game } = this;
    if (game.played === 0 || game.isWon || writeLink(game) === writeLink(next)) return;
    const name = text.link.interrupted(game.facts.name, game.played);
    this.storage.save('games', { name, link: writeLink(game) });
  }
}

function decodeURIComponentSafely(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
