/** Moves of the game, typed moves, and copies of both. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { notation, positionSubject } from '../model/game.ts';
import { courseOf } from '../model/playback.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

export function MovesPanel({ page }: { page: Page }) {
  const { play: state, engine } = page;
  const { play } = text;
  const made = () => state.playback?.made ?? notation(page.game.facts, page.game.playedJumps);
  const position = () => {
    const { facts, pegs } = state.shownGame;
    return engine.text({ what: positionSubject(facts, pegs) });
  };
  return (
    <section class="panel played">
      <MoveList page={page} />
      <div class="row">
        <Button class="small" press={() => page.act(() => page.copy(made().join(', ')))}>
          {play.copyMoves}
        </Button>
        <Button class="small" press={() => page.act(async () => page.copy(await position()))}>
          {play.copyPosition}
        </Button>
        <Button class="small" press={() => state.readPosition()}>
          {play.readPosition}
        </Button>
      </div>
      <TypedMoves page={page} />
    </section>
  );
}

/** Moves, including undone moves; a click goes to the end of a move. */
function MoveList({ page }: { page: Page }) {
  const { play: state } = page;
  const { names, ends, done } = state.playback?.course ?? courseOf(state.shownGame);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [place, current] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (!place || !current) return;
    place.scrollTop = current.offsetTop - place.offsetTop - place.clientHeight / 2; // scrolls the list, not the page
  }, [done]);
  const begun = ends.filter((_, index) => (ends[index - 1] ?? 0) < done).length;
  const step = (name: string, end: number, key: number) => (
    <li key={key}>
      <Button
        class="move"
        aria-current={end === done ? 'step' : undefined}
        data-undone={end > done ? '' : undefined}
        press={() => state.goTo(end)}
      >
        {name}
      </Button>
    </li>
  );
  return (
    <div>
      <h3>{`${text.play.moves} (${begun})`}</h3>
      {names.length === 0 ? (
        <p class="note">{text.play.noMoves}</p>
      ) : (
        <ol class="moves" start={0} ref={list}>
          {step(text.play.start, 0, 0)}
          {names.map((name, index) => step(name, ends[index]!, index + 1))}
        </ol>
      )}
    </div>
  );
}

/** Box that reads written moves from the start of the game, and a line for the next moves. */
function TypedMoves({ page }: { page: Page }) {
  const { play } = text;
  const { play: state } = page;
  const [next, setNext] = useState('');
  const [written, setWritten] = useState('');
  return (
    <>
      <form
        class="row typed"
        onSubmit={(event) => {
          event.preventDefault();
          void state.type(next, false).then((played) => played && setNext(''));
        }}
      >
        <input
          type="text"
          aria-label={play.typeMove}
          placeholder={play.typeExample}
          value={next}
          onInput={(event) => setNext(event.currentTarget.value)}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
        />
        <button type="submit">{play.typePlay}</button>
      </form>
      <p class="note" role="alert">
        {state.typed}
      </p>
      <details>
        <summary>{play.enterMoves}</summary>
        <p class="note" id="written-moves-help">
          {play.enterHelp}
        </p>
        <label for="written-moves" class="visually-hidden">
          {play.enterLabel}
        </label>
        <textarea
          id="written-moves"
          rows={4}
          spellcheck={false}
          aria-describedby="written-moves-help"
          value={written}
          onInput={(event) => setWritten(event.currentTarget.value)}
        />
        <div class="row">
          <Button class="small" press={() => void state.type(written, true)}>
            {play.playMoves}
          </Button>
        </div>
      </details>
    </>
  );
}
