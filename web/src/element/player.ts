/** Script of an exported page: plays the problem in the page, without the engine. */

import { PegBoard } from './peg-board.tsx';
import type { Problem } from '../model/game.ts';

const board = document.querySelector('peg-board');
const data = document.getElementById('own-problem')?.textContent;
if (board instanceof PegBoard && data) {
  const { facts, start, goal } = JSON.parse(data) as Pick<Problem, 'start' | 'goal'> & {
    facts: Problem['board']['facts'];
  };
  board.problem = { board: { facts, id: null }, start, goal };
  document.getElementById('own-undo')?.addEventListener('click', () => board.undo());
  document.getElementById('own-restart')?.addEventListener('click', () => board.restart());
}
