/** Kinds of exported files and their formats. */

import type { Subject } from 'pegboard';
import { hintSubject, movesData, positionSubject, type Game } from './game.ts';
import type { Knowledge } from './knowledge.ts';

export const SHARED = ['position', 'hint', 'moves'] as const;
export type Shared = (typeof SHARED)[number];
export type Format = 'svg' | 'png' | 'print' | 'gif' | 'html';

/** Formats of each kind. */
export const FORMATS: Record<Shared, readonly Format[]> = {
  position: ['svg', 'png', 'print'],
  hint: ['svg', 'png', 'print'],
  moves: ['svg', 'png', 'print', 'gif', 'html'],
};

export function subjectOf(shared: Shared, game: Game, knowledge: Knowledge): Subject {
  const { facts, pegs, possible } = game;
  switch (shared) {
    case 'position':
      return positionSubject(facts, pegs);
    case 'hint':
      return hintSubject(
        facts,
        pegs,
        possible.map((jump) => knowledge.jump(pegs, jump)),
      );
    case 'moves':
      return { moves: movesData(game) };
  }
}
