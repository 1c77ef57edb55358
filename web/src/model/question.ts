/** Descriptions of problems in one sentence. */

import type { Pegs } from 'pegboard';
import { labelled, pegCount, vacancyOf, type Problem } from './game.ts';
import { text } from '../text/text.ts';

export function questionOf(problem: Problem): string {
  const { facts } = problem.board;
  const vacancy = vacancyOf(problem.start);
  return text.play.question(vacancy === null ? null : facts.labels[vacancy]!, goalOf(problem));
}

/** Describes the inverse game of a line that ends with these pegs. */
export function inverseQuestionOf({ board: { facts }, start }: Problem, pegs: Pegs): string {
  const vacancy = vacancyOf(start);
  const filled = vacancy === null ? text.pegs(pegCount(start)) : text.play.filledBut(facts.labels[vacancy]!);
  return text.play.inverseQuestion(labelled(facts, pegs), filled);
}

/** Describes the goal. */
export function goalOf({ board: { facts }, goal }: Problem): string {
  const { goals } = text.play;
  switch (goal.kind) {
    case 'hole':
      return goals.hole(facts.labels[goal.hole]!);
    case 'position':
      return goals.position(labelled(facts, goal.pegs));
    case 'patterns':
      return goals.either(
        goal.patterns.map(({ pegs, empty }) => goals.pattern(labelled(facts, pegs), labelled(facts, empty))),
      );
    case 'anyHole':
      return goals.anyHole;
    case 'fewest':
      return goals.fewest;
  }
}
