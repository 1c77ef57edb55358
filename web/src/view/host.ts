/** What stands between the page and its views: what a view is, and what it may ask of the page around it. */

import type { Engine } from '../engine/engine.ts';
import type { Facts, Remark, Source } from '../engine/messages.ts';
import type { Board, Game, Jump } from '../model/game.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Settings, Shelf, Storage } from '../model/storage.ts';
import type { text } from '../text.ts';
import type { Shell } from './shell.ts';

export type ViewName = keyof typeof text.views;

/** A part of the page of which one is shown at a time. */
export interface View {
  readonly element: HTMLElement;
  /** It is shown now. */
  shown?: () => void;
  /** Another view is shown now. */
  hidden?: () => void;
  /** The game, or what is known of it, has changed. */
  gameChanged?: () => void;
}

export class UnreadableBoard extends Error {
  constructor(readonly remarks: Remark[]) {
    super(remarks.map((remark) => remark.message).join('; '));
  }
}

/** The page, as its views know it. */
export interface Host {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly shell: Shell;
  readonly shownView: ViewName;
  settings: Settings;
  readonly game: Game;
  readonly knowledge: Knowledge;
  /** Reads a board; throws an `UnreadableBoard`. */
  facts(source: Source): Promise<Facts>;
  libraryBoard(id: string): Promise<Board>;
  /** Plays a problem, or a game that was begun, in the place of the running one. */
  open(game: Game): void;
  /** Plays a line before the player's eyes, from the start of a problem. */
  watch(game: Game, jumps: Jump[]): void;
  /** Shows a board where it can be changed. */
  drawOn(board: Board): void;
  /** The problem was changed, or jumps were played: shows it, and then keeps it. */
  gameChanged(): void;
  changeSettings(change: Partial<Settings>): void;
  /** Keeps something by name, and says so. */
  keep(shelf: Shelf, name: string, game: Game): void;
  /** The address of a game; of the running one unless another is given. */
  link(game?: Game): string;
  /** The game of a link; throws a `LinkError`. */
  read(link: string): Promise<Game>;
}
