/** Outlooks along a game. */

import type { Outlook } from 'pegboard';
import type { Game } from './game.ts';
import type { Knowledge } from './knowledge.ts';

/** Returns the outlook after this many jumps: that of the position, or of the jump that led there. */
export function outlookAfter(game: Game, knowledge: Knowledge, played: number): Outlook {
  const own = knowledge.of(game.after(played));
  if (own && own.outlook !== 'unknown') return own.outlook;
  if (played === 0) return 'unknown';
  return knowledge.jump(game.after(played - 1), game.line[played - 1]!).outlook;
}

/** Returns the index of the jump that lost the win, if known. */
export function losingJump(game: Game, knowledge: Knowledge): number | null {
  for (let played = game.played; played > 0; played--) {
    const [before, after] = [played - 1, played].map((count) => outlookAfter(game, knowledge, count));
    if (before === 'winning') return after === 'losing' ? played - 1 : null;
  }
  return null;
}
