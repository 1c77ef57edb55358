/** Replacement of the page, for unit tests of the states of its views. */

import { Cancelled } from 'pegboard';
import type { Game } from '../../src/model/game.ts';
import { startLink } from '../../src/model/link.ts';
import { Storage } from '../../src/model/storage.ts';
import type { Page } from '../../src/state/page.ts';
import { text } from '../../src/text/text.ts';
import { device } from './device.ts';

/** Returns a page with the parts that the states use, and its toasts. */
export function pageWith(parts: object): { page: Page; toasts: string[] } {
  const toasts: string[] = [];
  const page = {
    storage: new Storage(device()),
    settings: { help: 'none' },
    engine: {},
    shipped: { load: () => Promise.resolve(), settled: () => undefined },
    named: () => Promise.resolve([]),
    changed: () => {},
    gameChanged: () => {},
    say: () => {},
    toast: (message: string) => toasts.push(message),
    sayNotSaved: () => toasts.push(text.play.notSaved),
    act: (run: () => Promise<void>) => {
      run().catch((error: unknown) => error instanceof Cancelled || toasts.push(String(error)));
    },
    linkToShare: (game: Game) => `http://localhost/#${startLink(game.problem)}`,
    ...parts,
  };
  return { page: page as unknown as Page, toasts };
}
