/** Interfaces between the page and its views. */

import type { Engine } from '../engine/engine.ts';
import type { Facts, Remark, Source } from '../engine/messages.ts';
import type { Board, Game, Jump } from '../model/game.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { ShippedAtlas } from '../model/shipped.ts';
import type { Settings, Shelf, Storage } from '../model/storage.ts';
import type { text } from '../text.ts';
import type { Shell } from './shell.ts';

export type ViewName = keyof typeof text.views;

/** View of the page. One view is shown at a time. */
export interface View {
  readonly element: HTMLElement;
  /** Called when the view is shown. */
  shown?: () => void;
  /** Called when another view is shown. */
  hidden?: () => void;
  /** Called when the game or its outlooks change. */
  gameChanged?: () => void;
}

export class UnreadableBoard extends Error {
  constructor(readonly remarks: Remark[]) {
    super(remarks.map((remark) => remark.message).join('; '));
  }
}

/** Services of the page for its views. */
export interface Host {
  readonly engine: Engine;
  readonly shipped: ShippedAtlas;
  readonly storage: Storage;
  readonly shell: Shell;
  readonly shownView: ViewName;
  settings: Settings;
  readonly game: Game;
  readonly knowledge: Knowledge;
  /** Reads a board; throws an `UnreadableBoard`. */
  facts(source: Source): Promise<Facts>;
  libraryBoard(id: string): Promise<Board>;
  /** Replaces the current game. */
  open(game: Game): void;
  /** Plays back a line from the start of a problem. */
  watch(game: Game, jumps: Jump[]): void;
  /** Opens a board in the drawing view. */
  drawOn(board: Board): void;
  /** Shows and stores a changed game. */
  gameChanged(): void;
  changeSettings(change: Partial<Settings>): void;
  /** Saves a game or board by name and shows a message. */
  keep(shelf: Shelf, name: string, game: Game): void;
  /** Returns the link of a game; of the current game by default. */
  link(game?: Game): string;
  /** Decodes a link; throws a `LinkError`. */
  read(link: string): Promise<Game>;
}
