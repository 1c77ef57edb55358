/** List of classic problems with start, goal and origin. */

import type { Named } from '../engine/messages.ts';
import { isGoalHole, problemOf, type Board, type Problem } from '../model/game.ts';
import { text } from '../text.ts';
import { button, h } from '../view/dom.ts';
import { thumbnail } from '../view/marks.ts';
import { goalOf } from '../view/question.ts';

/** Returns the list of one board's problems; a click opens one. */
export function namedProblems(
  board: Board,
  named: readonly Named[],
  open: (problem: Problem) => void,
): HTMLElement {
  const { places } = board.facts;
  const entry = (each: Named) => {
    const problem = problemOf(board, each.problem);
    const picture = thumbnail(places, {
      isPeg: (hole) => problem.start[hole] === '1',
      isGoal: (hole) => isGoalHole(problem.goal, hole),
    });
    const best = each.fewestMoves === null ? '' : `, ${text.boards.inMoves(each.fewestMoves)}`;
    const press = button('', () => open(problem), { class: 'card named' });
    press.append(
      picture,
      h('strong', {}, each.name),
      h('span', {}, `${goalOf(problem)}${best}`),
      h('span', { class: 'note' }, each.source),
    );
    return h('li', {}, press);
  };
  return h('ul', { class: 'cards named' }, ...named.map(entry));
}
