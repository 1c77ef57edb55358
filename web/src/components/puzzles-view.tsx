/** Puzzles view: the puzzle of the day, packs with stars, and statistics. */

import { today } from '../model/packs.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button, FactList } from './form.tsx';
import { SheetPanel } from './sheet-panel.tsx';

export function PuzzlesView({ page }: { page: Page }) {
  const { puzzles } = text;
  const state = page.puzzles;
  const { daily, packs } = state;
  const { statistics } = page.storage;
  const isDone = statistics.days.includes(today());
  return (
    <div class="wide puzzles-page">
      <h2>{puzzles.heading}</h2>
      {daily && (
        <section class="panel daily">
          <h3>{puzzles.daily}</h3>
          <p>{isDone ? puzzles.dailyDone(state.streak) : puzzles.dailyOpen(today(), daily[1])}</p>
          <div class="row">
            <Button icon="play" class="primary" press={() => page.act(() => state.open(daily[0]))}>
              {isDone ? puzzles.dailyAgain : puzzles.dailyPlay}
            </Button>
          </div>
        </section>
      )}
      {packs.map((pack) => {
        const solved = pack.puzzles.filter((puzzle) => state.starsOf(puzzle) > 0).length;
        return (
          <section key={pack.difficulty} class="panel pack">
            <h3>{`${text.problems.difficulties[pack.difficulty]} · ${puzzles.solved(solved, pack.puzzles.length)}`}</h3>
            <ol class="grid">
              {pack.puzzles.map((puzzle, index) => {
                const stars = state.starsOf(puzzle);
                return (
                  <li key={puzzle[0]}>
                    <Button
                      class="tile"
                      aria-label={puzzles.tile(index + 1, stars)}
                      press={() => page.act(() => state.open(puzzle[0]))}
                    >
                      <strong>{index + 1}</strong>
                      <span class="stars" aria-hidden="true">
                        {'★'.repeat(stars) + '☆'.repeat(3 - stars)}
                      </span>
                    </Button>
                  </li>
                );
              })}
            </ol>
          </section>
        );
      })}
      <p class="note">{puzzles.starsMean}</p>
      <section class="panel">
        <h3>{puzzles.statistics}</h3>
        <FactList
          rows={[
            [puzzles.games, String(statistics.games)],
            [puzzles.won, String(statistics.won)],
            [puzzles.jumps, String(statistics.jumps)],
            [puzzles.hints, String(statistics.hints)],
            [puzzles.streak, String(state.streak)],
          ]}
        />
        <p class="note">{puzzles.onDevice}</p>
      </section>
      <SheetPanel page={page} />
    </div>
  );
}
