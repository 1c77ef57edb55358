/** Facts of a drawn board, its warnings, and its allowed pairs of vacancy and finish. */

import type { Facts } from 'pegboard';
import type { DrawState } from '../state/draw.ts';
import { text } from '../text/text.ts';
import { Button, FactList } from './form.tsx';
import { Sign, type Badge } from './signs.tsx';

/** Maximum number of listed pairs; beyond it, only the matrix shows them. */
const MAX_PAIRS = 60;

export function BoardFacts({ state }: { state: DrawState }) {
  const { draw } = text;
  const { board } = state;
  return (
    <section class="panel">
      <h3>{draw.facts}</h3>
      <Status state={state} />
      {board && <Known state={state} facts={board.facts} />}
    </section>
  );
}

/** Summary of the board for screen readers, or what the drawing lacks. */
function Status({ state }: { state: DrawState }) {
  if (state.board) {
    const { labels, jumps } = state.board.facts;
    return (
      <p class="visually-hidden" role="status">
        {`${text.holes(labels.length)}, ${text.jumps(jumps.length)}`}
      </p>
    );
  }
  const { lack } = state;
  return (
    <p class={state.drawing.shownCount > 0 && lack !== '' ? 'warning' : 'note'} role="status">
      {lack}
    </p>
  );
}

function Known({ state, facts }: { state: DrawState; facts: Facts }) {
  const { draw } = text;
  return (
    <>
      <FactList
        rows={[
          [draw.holes, String(facts.labels.length)],
          [draw.jumps, String(facts.jumps.length)],
          [draw.symmetryGroup, draw.groupName(facts.symmetry)],
          [draw.classes, draw.classCount(facts.invariants.length)],
          [draw.nullClass, facts.nullClass ? draw.nullYes : draw.nullNo],
          [draw.problems, draw.problemsUpTo(facts.problems.length, facts.types.length)],
        ]}
      />
      {facts.warnings.length > 0 && (
        <ul class="warnings">
          {facts.warnings.map((warning) => (
            <li key={warning.message} class="warning">
              {text.said(warning)}
            </li>
          ))}
        </ul>
      )}
      {facts.problems.length > 0 && <h4>{draw.pairs}</h4>}
      <ul class="chips pairs">
        {facts.problems.slice(0, MAX_PAIRS).map((problem, index) => (
          <li key={index}>
            <Pair state={state} facts={facts} problem={problem} index={index} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Pair({
  state,
  facts: { labels },
  problem: { vacancy, finish },
  index,
}: {
  state: DrawState;
  facts: Facts;
  problem: Facts['problems'][number];
  index: number;
}) {
  const { atlas, board } = state;
  const finding = atlas.board === board ? atlas.finding(index) : 'open';
  const kind: Badge = finding === 'solvable' ? 'winning' : finding === 'open' ? 'waiting' : 'losing';
  const [from, to] = [labels[vacancy]!, labels[finish]!];
  return (
    <Button
      class="chip"
      aria-label={`${from}→${to}. ${text.atlas.cell(from, to, text.atlas.status[finding])}`}
      press={() => state.playPair(index)}
    >
      <Sign kind={kind} />
      {`${from}→${to}`}
    </Button>
  );
}
