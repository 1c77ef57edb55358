/** Problem view: choosing vacancy and finish by clicking holes, or any start by painting pegs. */

import type { Facts, Reason } from 'pegboard';
import { Game, isEmptyGoalHole, isGoalHole, neighborsOf } from '../model/game.ts';
import type { Page } from '../state/page.ts';
import type { Mode, ProblemsState } from '../state/problems.ts';
import { text } from '../text/text.ts';
import { AnswerPanel, BADGES } from './answer-panel.tsx';
import { AtlasPanel } from './atlas-panel.tsx';
import { borderNames } from './board-geometry.ts';
import { BoardFrame } from './board-frame.tsx';
import { Board } from './board.tsx';
import { FewestMovesPanel } from './fewest-moves-panel.tsx';
import { Button, Choice } from './form.tsx';
import { NamedProblems } from './named-problems.tsx';
import { PuzzlePanel } from './puzzle-panel.tsx';
import { Sign } from './signs.tsx';

export function ProblemsView({ page }: { page: Page }) {
  const state = page.problems;
  const { facts } = state;
  const { problems } = text;
  if (!facts) return null;
  return (
    <>
      <div class="stage">
        <div class="title">
          <h2>{`${problems.heading}: ${facts.name}`}</h2>
          <p class="question">{problems.explain}</p>
        </div>
        <Modes state={state} facts={facts} />
        <BoardFrame
          tools={
            state.mode === 'pegs' && <Lock isLocked={state.isLocked} set={(lock) => state.setLock(lock)} />
          }
        >
          <ProblemBoard page={page} facts={facts} />
        </BoardFrame>
        <p class="note" role="status">
          {summaryOf(state)}
        </p>
      </div>
      <div class="side">
        <AnswerPanel page={page} />
        <FewestMovesPanel page={page} />
        <Finishes state={state} facts={facts} />
        {state.named.length > 0 && (
          <details class="panel">
            <summary>{`${problems.named} (${state.named.length})`}</summary>
            <NamedProblems
              page={page}
              board={page.game.problem.board}
              named={state.named}
              open={(problem) => state.play(new Game(problem))}
            />
          </details>
        )}
        <PuzzlePanel page={page} />
        <details class="panel" onToggle={(event) => state.openAtlas(event.currentTarget.open)}>
          <summary>{problems.all}</summary>
          <AtlasPanel atlas={state.atlas} />
        </details>
      </div>
    </>
  );
}

/** Button that keeps a finger from painting, so that it scrolls. */
export function Lock({ isLocked, set }: { isLocked: boolean; set: (isLocked: boolean) => void }) {
  return (
    <Button icon="lock" aria-pressed={isLocked ? 'true' : 'false'} press={() => set(!isLocked)}>
      {text.frame.lock}
    </Button>
  );
}

function Modes({ state, facts }: { state: ProblemsState; facts: Facts }) {
  const { problems } = text;
  const all = (digit: string) => () => state.setStart(digit.repeat(facts.labels.length));
  return (
    <div class="tools">
      <Choice<Mode>
        legend={problems.choose}
        options={problems.modes}
        chosen={state.mode}
        choose={(mode) => state.setMode(mode)}
      />
      {state.mode === 'pegs' && (
        <div class="row">
          <Button class="small" press={all('1')}>
            {problems.fill}
          </Button>
          <Button class="small" press={all('0')}>
            {problems.clear}
          </Button>
        </div>
      )}
    </div>
  );
}

function ProblemBoard({ page, facts }: { page: Page; facts: Facts }) {
  const { problems: state, settings } = page;
  const { start, goal, mode } = state;
  const reason = state.found()?.reason ?? null;
  const marked = state.showWeights ? markedHoles(reason) : [];
  const weights = state.showWeights && reason?.kind === 'pagoda' ? reason.functions[0]?.weights : undefined;
  const allowed = new Set(mode === 'finish' ? state.finishes : []);
  const statusOf = (hole: number) => state.status({ kind: 'hole', hole });
  const name = (hole: number): string => {
    const { problems } = text;
    const label = facts.labels[hole]!;
    const isPeg = start[hole] === '1';
    if (mode === 'vacancy') return problems.vacancyName(label, !isPeg);
    if (mode === 'pegs') return problems.paintName(label, isPeg);
    if (mode === 'pattern') {
      const mark = isEmptyGoalHole(goal, hole) ? 'empty' : 'free';
      return problems.markName(label, isGoalHole(goal, hole) ? 'peg' : mark);
    }
    const status = allowed.has(hole) ? problems.status[statusOf(hole)] : problems.forbidden;
    const here = isPeg ? text.hole.peg(label, []) : text.hole.empty(label);
    return `${here}. ${problems.finishName(label, status)}`;
  };
  const paints = mode === 'pegs' && !state.isLocked;
  const hasBorder = settings.names === 'border' && borderNames(facts.places, facts.labels).length > 0;
  return (
    <Board
      places={facts.places}
      name={text.hole.board(facts.name)}
      kind={paints ? 'painting' : ''}
      edges={neighborsOf(facts)}
      border={hasBorder ? facts.labels : null}
      look={{
        peg: (hole) => start[hole] === '1',
        label: (hole) => (weights ? String(weights[hole]) : hasBorder ? '' : facts.labels[hole]!),
        classes: (hole) =>
          [
            allowed.has(hole) ? 'landing' : '',
            isGoalHole(goal, hole) ? 'goal' : '',
            isEmptyGoalHole(goal, hole) ? 'goal-empty' : '',
            marked.includes(hole) ? 'marked' : '',
            weights ? 'weighted' : '',
          ]
            .filter(Boolean)
            .join(' '),
        badge: (hole) => (allowed.has(hole) ? BADGES[statusOf(hole)] : null),
        name,
      }}
      handlers={{
        press: (hole) => state.press(hole),
        ...(paints && {
          paint: (hole: number, first: boolean) => state.paint(hole, first),
          paintCancel: () => state.cancelStroke(),
        }),
      }}
    />
  );
}

function summaryOf(state: ProblemsState): string {
  const { problems } = text;
  if (!state.isReady) return problems.needPegs;
  const { length } = state.finishes;
  const share = length > 0 ? ` ${problems.settledCount(state.decidedFinishes, length)}.` : '';
  return problems.finishes(length) + share;
}

function Finishes({ state, facts }: { state: ProblemsState; facts: Facts }) {
  const { problems } = text;
  const { finishes, goal } = state;
  if (finishes.length === 0) return null;
  return (
    <div class="panel">
      <h3>{problems.modes.finish}</h3>
      <ul class="chips">
        {finishes.map((hole) => {
          const status = state.status({ kind: 'hole', hole });
          return (
            <li key={hole}>
              <Button
                class="chip"
                aria-label={problems.finishName(facts.labels[hole]!, problems.status[status])}
                aria-pressed={goal.kind === 'hole' && goal.hole === hole ? 'true' : 'false'}
                press={() => state.setGoal({ kind: 'hole', hole })}
              >
                <Sign kind={BADGES[status]} />
                {facts.labels[hole]}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function markedHoles(reason: Reason | null): number[] {
  if (reason?.kind === 'class') return reason.holes;
  if (reason?.kind === 'pagoda') return reason.functions[0]?.sets.flatMap((set) => set.holes) ?? [];
  return [];
}
