/**
 * State of the page. It flows one way: components call actions of a state object, the action changes the state and calls
 * `changed`, and the whole shown view is rendered from the state again.
 */

import {
  Cancelled,
  createEngine,
  isFacts,
  type Facts,
  type LoadError,
  type Named,
  type Pegs,
  type Remark,
  type Source,
} from 'pegboard';
import { copy } from '../browser/files.ts';
import { Game, play, problemKey, type Board, type Jump } from '../model/game.ts';
import { Knowledge } from '../model/knowledge.ts';
import { canBeShared, LinkError, readLink, readStoredLink, writeLink } from '../model/link.ts';
import { ShippedAtlas } from '../model/shipped.ts';
import { HELPS, Storage, type Saved, type Settings, type Shelf } from '../model/storage.ts';
import { usualProblem } from '../model/usual.ts';
import { preferredLanguage, setLanguage, text } from '../text/text.ts';
import { DrawState } from './draw.ts';
import { messageOf } from './errors.ts';
import { LibraryState } from './library.ts';
import { PlayState } from './play.ts';
import { ProblemsState } from './problems.ts';
import { PuzzlesState } from './puzzles.ts';

export const VIEWS = ['play', 'puzzles', 'problems', 'draw', 'boards'] as const;
export type ViewName = (typeof VIEWS)[number];

/** Classic problem without its board. */
export type Unboarded = Omit<Named, 'problem'> & { problem: Omit<Named['problem'], 'board'> };

export class UnreadableBoard extends Error {
  constructor(readonly remarks: Remark[]) {
    super(remarks.map((remark) => text.said(remark)).join('; '));
  }
}

/** Question or information in front of the page. */
export type Dialog =
  | { kind: 'ask'; question: string; detail: string; yes: string; no: string; answer: (yes: boolean) => void }
  | { kind: 'name'; question: string; given: string; answer: (name: string | null) => void }
  | { kind: 'rules' }
  | { kind: 'settings' };

/** Delay in milliseconds before the game is stored, so that a click is answered first. */
const KEEP_AFTER = 30;
/** Milliseconds until a reload is certain to use a new address. */
const LEFT_AFTER = 1000;
const TOAST = 3500;

export class Page {
  readonly engine = createEngine({ onLoadError: (error) => this.failed(error) });
  readonly shipped = new ShippedAtlas(this.engine);
  readonly storage = Storage.ofDevice();
  settings: Settings = { ...this.storage.settings, ...settingsOf(location.search) };
  game!: Game;
  knowledge!: Knowledge;
  view: ViewName = 'play';
  dialog: Dialog | null = null;
  toasts: { id: number; message: string }[] = [];
  /** Texts for screen readers: spoken in a pause, and at once. */
  said = '';
  alarmed = '';
  /** `true` if a part of the engine could not be loaded. */
  hasFailed = false;
  readonly isEmbedded = new URLSearchParams(location.search).has('embed');
  readonly play = new PlayState(this);
  readonly puzzles = new PuzzlesState(this);
  readonly problems = new ProblemsState(this);
  readonly draw = new DrawState(this);
  readonly library = new LibraryState(this);
  private ownHash = '';
  private hasSaidNotSaved = false;
  /** The page goes back from the entry of a link that is not opened. */
  private isRejecting = false;
  private pending = 0;
  private toastId = 0;
  private keeping: ReturnType<typeof setTimeout> | null = null;
  private leaving: ReturnType<typeof setTimeout> | null = null;

  constructor(
    /** Facts of the board that is shown before the engine is loaded, and its classic problems without their board. */
    private readonly first: { facts: Facts; named: Unboarded[] },
    /** Renders the page. */
    private readonly render: () => void,
  ) {}

  async start(): Promise<void> {
    await setLanguage(this.settings.language ?? preferredLanguage()).catch(() => {}); // English is loaded
    this.applyLook();
    const isOutdated =
      location.hash === this.storage.takeLeft() || location.hash === `#${this.storage.ownRunning}`;
    const linked = isOutdated ? null : await this.linkedGame();
    const running = await this.runningGame();
    const first = () => new Game(usualProblem({ facts: this.first.facts, id: 'english' }));
    this.setGame(running ?? linked ?? first());
    this.ownHash = location.hash; // already read
    this.switchTo((!this.isEmbedded && viewOf(history.state)) || 'play'); // a reload keeps the view
    history.replaceState({ view: this.view }, '', location.href);
    window.addEventListener('pagehide', () => {
      this.keepRunning();
      this.draw.keepNow();
    });
    window.addEventListener('hashchange', () => {
      if (viewOf(history.state) === null) void this.hashChanged();
    });
    window.addEventListener('popstate', ({ state }: PopStateEvent) => {
      this.cancelDialog();
      void this.returned(state);
    });
    window.addEventListener('keydown', (event) => this.key(event));
    document.documentElement.setAttribute('data-ready', '');
    performance.mark('ready');

    await firstPaint(); // the modules of the engine would delay it on a slow network
    this.engine.lanes.whole.warm().catch(() => {}); // `failed` reports the error
    this.gameChanged();
    if (linked && running) void this.takeLinked(linked);
  }

  /** Opens the game of the link with which the page was opened, unless the player keeps the running game. */
  private async takeLinked(linked: Game): Promise<void> {
    const { hash } = location;
    if (writeLink(linked) === writeLink(this.game)) return;
    if (await this.mayOpen(linked)) this.open(linked);
    else if (location.hash === hash) history.replaceState({ view: this.view }, '', this.ownHash);
  }

  private failed(error: LoadError): void {
    console.error(error);
    this.hasFailed = true;
    this.changed();
  }

  /** Renders the page after a change of its state. */
  changed(): void {
    if (!this.game) return;
    this.play.refresh();
    // Only a new title: a picture in print has its own meanwhile.
    if (this.title !== this.shownTitle) document.title = this.shownTitle = this.title;
    this.render();
  }

  private shownTitle = '';

  private get title(): string {
    const { facts } = this.game;
    const parts = { play: [facts.name], problems: [text.views.problems, facts.name] };
    return [...(parts[this.view as 'play'] ?? [text.views[this.view]]), text.title].join(' – ');
  }

  // Views.

  show(view: ViewName): void {
    if (view === this.view) return;
    this.keepRunning();
    this.switchTo(view);
    history.pushState({ view }, '', location.href);
    scrollTo({ top: 0 });
    this.say(text.views[view]);
  }

  private switchTo(view: ViewName): void {
    if (view !== this.view) this.hide(this.view);
    this.view = view;
    if (view === 'problems') this.problems.shown();
    if (view === 'draw') this.draw.shown();
    if (view === 'boards') this.library.shown();
    if (view === 'puzzles') this.puzzles.shown();
    this.changed();
  }

  private hide(view: ViewName): void {
    if (view === 'play') this.play.hidden();
    if (view === 'problems') this.problems.hidden();
    if (view === 'draw') this.draw.hidden();
  }

  /** Shows the view and the game of an entry of the history. */
  private async returned(state: unknown): Promise<void> {
    if (this.isRejecting) {
      this.isRejecting = false;
      history.replaceState({ view: this.view }, '', this.ownHash);
      return;
    }
    const view = viewOf(state);
    if (view === null) return;
    if (this.keeping !== null) this.storeRunning();
    const { hash } = location;
    const link = hash.slice(1);
    if (link !== '' && link !== writeLink(this.game)) {
      // If the address was damaged by hand, the current game stays.
      const game = await this.read(link).catch(() => null);
      if (location.hash !== hash) return; // another entry has been chosen
      if (game) {
        this.keepInterrupted(game);
        this.setGame(game);
        this.ownHash = hash;
        this.gameChanged();
      }
    }
    this.switchTo(view);
  }

  /** Replaces the current game and shows it, by default in a new entry of the history. */
  open(game: Game, entry: 'pushState' | 'replaceState' = 'pushState'): void {
    this.keepRunning();
    if (game !== this.game) this.keepInterrupted(game);
    this.setGame(game);
    this.switchTo('play');
    scrollTo({ top: 0 });
    this.ownHash = `#${writeLink(game)}`;
    history[entry]({ view: 'play' }, '', this.ownHash);
    this.gameChanged();
  }

  /** Plays back a line from the start of a problem. */
  watch(game: Game, jumps: Jump[]): void {
    this.open(game);
    this.play.watch(jumps);
  }

  /** Opens a board in the drawing view. */
  drawOn(board: Board, name: string): void {
    if (this.draw.load(board, name)) this.show('draw');
    else this.toast(text.boards.tooLarge);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || this.dialog) return;
    const [target] = event.composedPath();
    const field = 'input:not([type=radio]):not([type=checkbox]), textarea, select, dialog';
    if (target instanceof Element && target.closest(field)) return;
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    const wish = isControl
      ? { z: event.shiftKey ? 'redo' : 'undo', y: 'redo' }[key]
      : this.view === 'play' && this.settings.letterKeys
        ? { u: 'undo', r: 'redo', h: 'hint' }[key]
        : undefined;
    if (!wish) return;
    if (this.view === 'play') {
      if (wish === 'undo') this.play.undo();
      else if (wish === 'redo') this.play.redo();
      else this.play.showHint();
    } else if (this.view === 'draw') {
      if (wish === 'undo') this.draw.undo();
      else this.draw.redo();
    } else {
      return;
    }
    event.preventDefault();
  }

  // Messages.

  /** Announces a text to screen readers. */
  say(message: string): void {
    // A trailing space makes a repeated text a change, which screen readers announce again.
    this.said = this.said === message ? `${message} ` : message;
    this.changed();
  }

  alarm(message: string): void {
    this.alarmed = this.alarmed === message ? `${message} ` : message;
    this.changed();
  }

  /** Shows and announces a short message. */
  toast(message: string): void {
    const id = this.toastId++;
    this.toasts = [...this.toasts, { id, message }];
    setTimeout(() => {
      this.toasts = this.toasts.filter((each) => each.id !== id);
      this.changed();
    }, TOAST);
    this.say(message);
  }

  /** Copies a text to the clipboard. */
  async copy(content: string): Promise<void> {
    this.toast((await copy(content)) ? text.copied : text.notCopied);
  }

  /** Asks for confirmation. */
  ask(question: string, detail: string, yes: string, no: string): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (value: boolean) => {
        this.closeDialog();
        resolve(value);
      };
      this.openDialog({ kind: 'ask', question, detail, yes, no, answer });
    });
  }

  /** Asks for a name; null if the question is cancelled. */
  askName(question: string, given: string): Promise<string | null> {
    return new Promise((resolve) => {
      const answer = (name: string | null) => {
        this.closeDialog();
        resolve(name === null ? null : name.trim() || given);
      };
      this.openDialog({ kind: 'name', question, given, answer });
    });
  }

  openDialog(dialog: Dialog): void {
    this.dialog = dialog;
    this.changed();
  }

  /** Closes the dialog; a question is answered with no. */
  cancelDialog(): void {
    const { dialog } = this;
    if (dialog?.kind === 'ask') dialog.answer(false);
    else if (dialog?.kind === 'name') dialog.answer(null);
    else if (dialog) this.closeDialog();
  }

  closeDialog(): void {
    this.dialog = null;
    this.changed();
  }

  /** Runs an action and shows its error, unless the player cancelled it. */
  act(run: () => Promise<void>): void {
    run().catch((error: unknown) => {
      if (!(error instanceof Cancelled)) this.toast(messageOf(error));
    });
  }

  // Boards and games.

  /** Reads a board; throws an `UnreadableBoard`. */
  async facts(source: Source): Promise<Facts> {
    if ('library' in source && source.library === 'english') return this.first.facts;
    const read = await this.engine.board({ source });
    if (!isFacts(read)) throw new UnreadableBoard(read.diagnostics);
    return read;
  }

  /** Returns the classic problems of a board. */
  async named({ file }: Facts): Promise<Named[]> {
    const { facts, named } = this.first;
    if (file !== facts.file) return this.engine.named({ board: file });
    return named.map((each) => ({ ...each, problem: { ...each.problem, board: file } }));
  }

  async libraryBoard(id: string): Promise<Board> {
    return { facts: await this.facts({ library: id }), id };
  }

  /** Decodes a stored link, or by `readLink` one from elsewhere; throws a `LinkError` if it has a flaw. */
  async read(link: string, decode = readStoredLink): Promise<Game> {
    const { source, open } = decode(link);
    const read = await this.facts(source).catch((error: unknown) => {
      throw error instanceof UnreadableBoard ? new LinkError('board') : error;
    });
    return open(read);
  }

  /** Decodes a link, or shows why it cannot be opened and returns null. */
  async tryToRead(link: string, decode = readStoredLink): Promise<Game | null> {
    try {
      return await this.read(link, decode);
    } catch (error) {
      this.toast(error instanceof LinkError ? text.link.flaws[error.flaw] : text.failed);
      return null;
    }
  }

  /** Returns the link of a game, of the current one by default, with parameters before it. */
  link(game: Game = this.game, parameters: Record<string, string> = {}): string {
    const address = new URL(location.href);
    address.searchParams.delete('embed');
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    address.hash = writeLink(game);
    return address.href;
  }

  /** Returns a link for other devices; throws if they would refuse it. */
  linkToShare(game: Game = this.game, parameters: Record<string, string> = {}): string {
    if (!canBeShared(writeLink(game))) throw new Error(text.link.notForOthers);
    return this.link(game, parameters);
  }

  /** Shows and stores a changed game. */
  gameChanged(): void {
    this.wantPositions();
    this.play.gameChanged();
    this.changed();
    this.keeping ??= setTimeout(() => this.keepRunning(), KEEP_AFTER);
  }

  private setGame(game: Game): void {
    const same = this.game !== undefined && problemKey(this.game.problem) === problemKey(game.problem);
    this.game = game;
    this.play.gameReplaced();
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
      this.play.gameChanged();
      this.changed();
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

  // Settings and storage.

  changeSettings(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    // Not all of `this.settings`: other tabs have changed theirs, and the help of an address holds for this visit.
    this.storage.settings = { ...this.storage.settings, ...change };
    this.applyLook();
    this.changed();
  }

  async changeLanguage(language: Settings['language']): Promise<void> {
    await setLanguage(language ?? preferredLanguage());
    this.changeSettings({ language });
  }

  private applyLook(): void {
    const root = document.documentElement;
    const { theme, material, pegColor } = this.settings;
    if (theme === 'auto') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
    root.setAttribute('data-material', material);
    root.setAttribute('data-pegs', pegColor);
  }

  /** Saves a game or board under a name that is free, and shows a message. */
  keep(shelf: Shelf, name: string, game: Game): string | null {
    const free = this.storage.freeName(shelf, name);
    const kept = this.storage.save(shelf, { name: free, link: writeLink(game) });
    this.toast(kept ? text.play.saved(free) : text.play.notSaved);
    return kept ? free : null;
  }

  /** Says once that the device does not store what the page keeps by itself. */
  sayNotSaved(): void {
    if (this.hasSaidNotSaved) return;
    this.hasSaidNotSaved = true;
    this.toast(text.play.notSaved);
  }

  private keepRunning(): void {
    if (this.keeping === null) return;
    const link = this.storeRunning();
    const isOwn = location.hash === this.ownHash; // otherwise the user entered another address, and `hashchange` reads it next
    this.ownHash = `#${link}`;
    if (!isOwn) return;
    this.leaveAddress();
    history.replaceState({ view: this.view }, '', this.ownHash);
  }

  /** Stores a changed game on the device and returns its link. */
  private storeRunning(): string {
    if (this.keeping !== null) clearTimeout(this.keeping);
    this.keeping = null;
    const link = writeLink(this.game);
    if (this.isEmbedded) return link; // an embedded board is not the game of the device
    this.storage.running = link;
    const line = this.game.copy();
    line.goTo(line.line.length);
    this.storage.ownLine = line.played === this.game.played ? null : writeLink(line);
    return link;
  }

  /** Remembers the old address: a reload shortly after `replaceState` may still use it. */
  private leaveAddress(): void {
    this.storage.left = location.hash;
    if (this.leaving !== null) clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.storage.takeLeft(), LEFT_AFTER);
  }

  private async runningGame(): Promise<Game | null> {
    const link = this.storage.running;
    if (link === null || this.isEmbedded) return null;
    try {
      const game = await this.read(link);
      return (await this.undoneLine(game)) ?? game;
    } catch {
      this.keepUnopened(link); // stored by another version, or the engine could not be loaded
      return null;
    }
  }

  /** Returns the running game with its undone jumps, if this tab has stored them. */
  private async undoneLine(game: Game): Promise<Game | null> {
    const { ownLine } = this.storage;
    if (ownLine === null) return null;
    const line = await this.read(ownLine).catch(() => null);
    line?.goTo(game.played);
    return line && writeLink(line) === writeLink(game) ? line : null;
  }

  /** Saves the link of a game that cannot be opened now, before another game replaces it. */
  private keepUnopened(link: string): void {
    if (this.storage.list('games').some((saved) => saved.link === link)) return;
    const name = this.storage.freeName('games', text.link.unopened);
    if (this.storage.save('games', { name, link })) this.toast(text.play.saved(name));
  }

  private async linkedGame(): Promise<Game | null> {
    const link = decodeURIComponentSafely(location.hash.slice(1));
    return link === '' ? null : this.tryToRead(link, readLink);
  }

  private async hashChanged(): Promise<void> {
    this.keepRunning();
    const { hash } = location;
    if (hash === this.ownHash) return;
    const linked = await this.linkedGame();
    if (location.hash !== hash) return; // another address has been entered
    if (linked && (await this.mayOpen(linked))) this.open(linked, 'replaceState');
    else if (location.hash === hash) this.rejectLink();
  }

  /** Leaves the entry that the browser made for a link. */
  private rejectLink(): void {
    if (this.isEmbedded) {
      history.replaceState({ view: this.view }, '', this.ownHash); // Back may leave the page around this one
      return;
    }
    this.isRejecting = true;
    history.back();
  }

  /** Asks whether a link may replace a game in progress. */
  private async mayOpen(linked: Game): Promise<boolean> {
    const { game } = this;
    if (game.played === 0 || writeLink(linked) === writeLink(game)) return true;
    const name = ({ facts, played }: Game) => text.link.game(facts.name, played);
    const question = text.link.askDetail(name(linked), name(game));
    return this.ask(text.link.ask, question, text.link.open, text.link.stay);
  }

  /** Saves a game in progress before another one is opened. */
  private keepInterrupted(next: Game): void {
    const { game } = this;
    const link = writeLink(game);
    if (game.played === 0 || game.isWon || link === writeLink(next)) return;
    const { storage } = this;
    if (storage.list('games').some((saved) => saved.link === link)) return;
    const beginnings = this.interruptedBeginnings();
    const name = storage.freeName('games', text.link.interrupted(game.facts.name, game.played));
    if (!storage.save('games', { name, link })) return this.sayNotSaved();
    for (const { name } of beginnings) storage.remove('games', name);
  }

  /** Returns the entries that the page saved when the game had fewer jumps. */
  private interruptedBeginnings(): Saved[] {
    const part = this.game.copy();
    const names = new Map<string, string>();
    while (part.undo()) names.set(writeLink(part), text.link.interrupted(part.facts.name, part.played));
    return this.storage.list('games').filter(({ name, link }) => {
      const given = names.get(link);
      return given !== undefined && name.startsWith(given); // perhaps with a number
    });
  }
}

/** Resolves after the next frame, or at once in a tab in the background, which paints none. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Returns the settings in the parameters of an address. */
function settingsOf(search: string): Partial<Settings> {
  const wanted = new URLSearchParams(search).get('help');
  const help = HELPS.find((each) => each === wanted);
  return help ? { help } : {};
}

/** Returns the view of an entry of the history that the page made. */
function viewOf(state: unknown): ViewName | null {
  const { view } = (state ?? {}) as { view?: unknown };
  return VIEWS.find((each) => each === view) ?? null;
}

function decodeURIComponentSafely(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
