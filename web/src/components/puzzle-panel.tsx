/** Panel that generates a puzzle from difficulty, number and options. */

import type { Difficulty } from 'pegboard';
import type { Page } from '../state/page.ts';
import { MOST } from '../state/puzzles.ts';
import { text } from '../text/text.ts';
import { Button, Check, Select } from './form.tsx';

export function PuzzlePanel({ page }: { page: Page }) {
  const { problems } = text;
  const state = page.puzzles;
  const { difficulty, seed, symmetric, uniqueFirstJump } = state.wanted;
  return (
    <details class="panel">
      <summary>{problems.puzzle}</summary>
      <p class="note">{problems.puzzleExplain}</p>
      <Select<Difficulty>
        label={problems.difficulty}
        options={problems.difficulties}
        chosen={difficulty}
        choose={(chosen) => state.want({ difficulty: chosen })}
      />
      <label class="field inline">
        {problems.seed}
        <input
          type="number"
          min="0"
          max={MOST}
          step="1"
          value={seed}
          onInput={(event) => {
            const number = Math.round(Number(event.currentTarget.value)) || 0;
            state.want({ seed: Math.min(MOST, Math.max(0, number)) });
          }}
        />
      </label>
      <Check
        label={problems.symmetric}
        checked={symmetric}
        change={(chosen) => state.want({ symmetric: chosen })}
      />
      <Check
        label={problems.uniqueFirstJump}
        checked={uniqueFirstJump}
        change={(chosen) => state.want({ uniqueFirstJump: chosen })}
      />
      <div class="row">
        <Button class="primary" press={() => void state.make()}>
          {problems.makePuzzle}
        </Button>
      </div>
      <p role="status">{state.made}</p>
    </details>
  );
}
