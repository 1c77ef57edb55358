/** List of classic problems with start, goal and origin. */

import type { Named } from 'pegboard';
import { isGoalHole, problemOf, type Board, type Problem } from '../model/game.ts';
import { startLink } from '../model/link.ts';
import { goalOf } from '../model/question.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';
import { Thumbnail } from './signs.tsx';

export function NamedProblems({
  page,
  board,
  named,
  open,
}: {
  page: Page;
  board: Board;
  named: readonly Named[];
  open: (problem: Problem) => void;
}) {
  const { solved } = page.storage;
  return (
    <ul class="cards named">
      {named.map((each) => {
        const problem = problemOf(board, each.problem);
        const shipped = page.shipped.fewestMoves(problem);
        const fewest = each.fewestMoves ?? (shipped?.moves === shipped?.atLeast ? shipped?.moves : undefined);
        const best = fewest === undefined || fewest === null ? '' : `, ${text.boards.inMoves(fewest)}`;
        return (
          <li key={each.name}>
            <Button class="card named" press={() => open(problem)}>
              <Thumbnail
                places={board.facts.places}
                isPeg={(hole) => problem.start[hole] === '1'}
                isGoal={(hole) => isGoalHole(problem.goal, hole)}
              />
              <strong>
                {each.name}
                {solved.has(startLink(problem)) && <span class="solved">{` ✓`}</span>}
              </strong>
              <span>{`${goalOf(problem)}${best}`}</span>
              <span class="note">{each.source}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
