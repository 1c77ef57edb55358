/** A problem in one sentence. */

import { labelled, vacancyOf, type Problem } from '../model/game.ts';
import { text } from '../text.ts';

export function questionOf(problem: Problem): string {
  const { facts } = problem.board;
  const vacancy = vacancyOf(problem.start);
  return text.play.question(vacancy === null ? null : facts.labels[vacancy]!, goalOf(problem));
}

/** Where the game is to end. */
export function goalOf({ board: { facts }, goal }: Problem): string {
  const { goals } = text.play;
  switch (goal.kind) {
    case 'hole':
      return goals.hole(facts.labels[goal.hole]!);
    case 'position':
      return goals.position(labelled(facts, goal.pegs));
    case 'anyHole':
      return goals.anyHole;
    case 'fewest':
      return goals.fewest;
  }
}
