/** Boards view: saved games and boards, classic problems, and the library with pictures in groups. */

import difficulties from '../data/difficulty.json';
import type { Difficulty, Listed } from 'pegboard';
import { Game } from '../model/game.ts';
import { GROUPS, groupOf } from '../model/groups.ts';
import type { Shelf } from '../model/storage.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';
import { NamedProblems } from './named-problems.tsx';
import { Thumbnail } from './signs.tsx';

export function BoardsView({ page }: { page: Page }) {
  const { boards } = text;
  const { library } = page;
  const hasKept = library.shelf('games').length + library.shelf('boards').length > 0;
  return (
    <div class="wide">
      <h2>{boards.heading}</h2>
      {hasKept && <Kept page={page} />}
      <h3>{boards.library}</h3>
      <label class="field inline">
        {boards.search}
        <input
          type="search"
          id="find-board"
          value={library.search}
          onInput={(event) => library.setSearch(event.currentTarget.value)}
        />
      </label>
      <Library page={page} />
      <h3>{boards.named}</h3>
      <div class="named-problems">
        {library.named.map(({ board, list }) => (
          <details key={board.id} class="panel">
            <summary>{boards.namedOf(board.facts.name, list.length)}</summary>
            <NamedProblems
              page={page}
              board={board}
              named={list}
              open={(problem) => page.open(new Game(problem))}
            />
          </details>
        ))}
      </div>
      {!hasKept && <Kept page={page} />}
    </div>
  );
}

/** Saved games and boards. */
function Kept({ page }: { page: Page }) {
  const { boards } = text;
  return (
    <div class="kept">
      <section>
        <h3>{boards.yours}</h3>
        <ShelfList page={page} shelf="games" />
      </section>
      <section>
        <h3>{boards.drawn}</h3>
        <ShelfList page={page} shelf="boards" />
      </section>
    </div>
  );
}

function Library({ page }: { page: Page }) {
  const { library } = page;
  const { matches, solvedBoards } = library;
  return (
    <>
      <p class="note" role="status">
        {library.listed.length > 0 && matches.length === 0 && text.boards.noMatch}
      </p>
      {GROUPS.map((group) => {
        const own = matches.filter((board) => groupOf(board) === group);
        if (own.length === 0) return null;
        return (
          <section key={group}>
            <h4>{text.boards.groups[group]}</h4>
            <ul class="cards library">
              {own.map((board) => (
                <li key={board.id}>
                  <BoardCard page={page} board={board} isSolved={solvedBoards.has(board.id)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function BoardCard({ page, board, isSolved }: { page: Page; board: Listed; isSolved: boolean }) {
  return (
    <Button
      class="card"
      title={board.note ?? undefined}
      press={() => page.act(() => page.library.open(board.id))}
    >
      <Thumbnail places={board.places} />
      <strong>
        {board.name}
        {isSolved && <span class="solved">{` ✓`}</span>}
      </strong>
      <span class="note">{[text.holes(board.places.length), ...difficultyOf(board.id)].join(' · ')}</span>
    </Button>
  );
}

/** Returns the difficulty of the usual problem of a library board. */
function difficultyOf(id: string): string[] {
  const known = (difficulties as Partial<Record<string, string>>)[id] as Difficulty | undefined;
  return known ? [text.problems.difficulties[known]] : [];
}

function ShelfList({ page, shelf }: { page: Page; shelf: Shelf }) {
  const { boards } = text;
  const { library } = page;
  const list = library.shelf(shelf);
  if (list.length === 0) return <p class="note">{boards.none}</p>;
  return (
    <ul class="shelf">
      {list.map(({ saved, isRemoved }) =>
        isRemoved ? (
          <li key={`removed ${saved.name} ${saved.link}`}>
            <span class="note">{boards.removed(saved.name)}</span>
            <Button icon="undo" class="small" press={() => library.restore(shelf, saved)}>
              {boards.restore}
            </Button>
          </li>
        ) : (
          <li key={saved.name}>
            <Button
              class="open"
              title={saved.name}
              aria-label={boards.open(saved.name)}
              press={() => page.act(() => library.openKept(saved))}
            >
              {saved.name}
            </Button>
            {shelf === 'boards' && (
              <Button class="small" press={() => page.act(() => library.redraw(saved))}>
                {boards.redraw}
              </Button>
            )}
            <Button
              icon="close"
              class="small"
              aria-label={boards.remove(saved.name)}
              press={() => library.remove(shelf, saved)}
            />
          </li>
        ),
      )}
    </ul>
  );
}
