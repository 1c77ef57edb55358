/** Answer to the chosen problem, with its reason. */

import type { Reason, Settled } from 'pegboard';
import { vacancyOf, type Goal } from '../model/game.ts';
import { questionOf } from '../model/question.ts';
import type { Page } from '../state/page.ts';
import type { ProblemsState, Status } from '../state/problems.ts';
import { text } from '../text/text.ts';
import { Button, Check, Select } from './form.tsx';
import { SearchProgress, Sign, type Badge } from './signs.tsx';

export const BADGES: Record<Status, Badge> = {
  solvable: 'winning',
  unsolvable: 'losing',
  undecided: 'unknown',
  waiting: 'waiting',
};

export function AnswerPanel({ page }: { page: Page }) {
  const { problems } = text;
  const state = page.problems;
  const found = state.found();
  const status = state.status();
  const { isShipped, settler } = state;
  const reason = found?.reason ?? null;
  return (
    <div class="panel answer">
      <h3>{questionOf(state.problem)}</h3>
      <GoalSelect state={state} />
      {state.isReady && (
        <>
          <p class={`verdict ${status}`} role="status">
            <Sign kind={BADGES[status]} />
            {verdictOf(found)}
          </p>
          {(reason?.kind === 'pagoda' || reason?.kind === 'class') && (
            <Check
              label={problems.weights}
              checked={state.showWeights}
              change={(show) => state.setShowWeights(show)}
            />
          )}
          {isShipped && <p class="note">{problems.fromAtlas}</p>}
          {status === 'undecided' && settler.searching && <Search state={state} />}
          <div class="row">
            <Button icon="play" class="primary" press={() => page.open(state.newGame())}>
              {problems.play}
            </Button>
            {found?.answer === 'solvable' && (
              <Button icon="solution" press={() => state.watch(found.jumps)}>
                {problems.showSolution}
              </Button>
            )}
            {isShipped && (
              <Button icon="download" press={() => page.act(() => state.downloadCertificate())}>
                {problems.certificate}
              </Button>
            )}
            {status === 'undecided' && !settler.isRunning && (
              <Button press={() => state.searchLonger()}>{problems.longer}</Button>
            )}
          </div>
          {status === 'undecided' && <p class="note">{problems.longerExplain}</p>}
        </>
      )}
    </div>
  );
}

/** Progress of a long search. */
function Search({ state }: { state: ProblemsState }) {
  const { searching } = state.settler;
  if (!searching) return null;
  return (
    <div class="row">
      <SearchProgress searching={searching} label={text.problems.waiting} />
      <Button class="small" press={() => state.stopSearch()}>
        {text.problems.stop}
      </Button>
    </div>
  );
}

function GoalSelect({ state }: { state: ProblemsState }) {
  const { goal, finishes } = state;
  const { goals } = text.problems;
  const hole = finishes[0] ?? vacancyOf(state.start) ?? 0;
  const choices: Goal[] = [{ kind: 'hole', hole }, { kind: 'anyHole' }, { kind: 'fewest' }];
  if (goal.kind === 'position' || goal.kind === 'patterns') choices.push(goal); // no choice in the list sets such a goal
  return (
    <Select<Goal['kind']>
      label={text.problems.goal}
      options={Object.fromEntries(choices.map(({ kind }) => [kind, goals[kind]]))}
      chosen={goal.kind}
      choose={(chosen) => state.setGoal(choices.find(({ kind }) => kind === chosen) ?? goal)}
    />
  );
}

function verdictOf(found: Settled | undefined): string {
  const { problems } = text;
  if (!found) return problems.waiting;
  if (found.answer === 'undecided') return problems.undecided(found.seconds);
  if (found.answer === 'unsolvable') return because(found.reason);
  return problems.solvable(found.jumps?.length ?? 0, found.moves ?? 0);
}

function because(reason: Reason | null): string {
  const { problems } = text;
  switch (reason?.kind) {
    case 'class':
      return problems.becauseClass(reason.holes.length, reason.start, reason.finish);
    case 'pagoda': {
      const { start, finish, loss } = reason.functions[0]!;
      return loss > 0 ? problems.becauseParity(start, finish, loss) : problems.becausePagoda(start, finish);
    }
    case 'cases':
      return problems.becauseCases(reason.leaves);
    case 'exhaustion':
      return problems.becauseExhaustion(text.big(reason.positions));
    case 'tooFewPegs':
      return problems.becauseTooFew;
    default:
      return problems.becauseRecorded;
  }
}
