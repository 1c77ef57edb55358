/** Fewest moves of the chosen problem: known, searched for, or to be searched for. */

import type { FewestMoves } from 'pegboard';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';
import { SearchProgress } from './signs.tsx';

export function FewestMovesPanel({ page }: { page: Page }) {
  const state = page.problems;
  const { problems } = text;
  if (!state.hasFewestMoves) return null;
  const { searchingMoves: searching, fewestMoves: found } = state;
  return (
    <div class="panel">
      <h3>{problems.fewestMoves}</h3>
      {found && <p role="status">{saidOf(found)}</p>}
      {searching ? (
        <>
          <p role="status">{problems.movesSearching}</p>
          <div class="row">
            <SearchProgress searching={searching} label={problems.movesSearching} />
          </div>
          <div class="row">
            <Button press={() => state.stopMoves()}>{problems.stop}</Button>
          </div>
        </>
      ) : (
        <div class="row">
          {found?.jumps && <Button press={() => state.watch(found.jumps)}>{problems.watchShortest}</Button>}
          {found?.moves !== found?.atLeast || !found ? (
            <Button press={() => state.findMoves()}>{found ? problems.longer : problems.fewestMoves}</Button>
          ) : null}
        </div>
      )}
      {!found && !searching && <p class="note">{problems.movesExplain}</p>}
      {found && found.moves !== found.atLeast && <p class="note">{problems.longerExplain}</p>}
    </div>
  );
}

function saidOf({ moves: found, atLeast }: FewestMoves): string {
  const { problems } = text;
  if (atLeast === null) return problems.movesUnsolvable;
  if (found === null) return problems.movesNone;
  return found === atLeast ? problems.movesProved(found) : problems.movesBetween(found, atLeast);
}
