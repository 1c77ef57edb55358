/** Sheets of puzzles for a class: a form, and the pages that are printed. */

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isGoalHole } from '../model/game.ts';
import type { QrCode } from '../model/qr-code.ts';
import { questionOf } from '../model/question.ts';
import { HELPS } from '../model/storage.ts';
import type { Page } from '../state/page.ts';
import { MAX_ON_SHEET, type Sheet, type SheetWish } from '../state/puzzles.ts';
import { text } from '../text/text.ts';
import { Button, Select } from './form.tsx';
import { Thumbnail } from './signs.tsx';

export function SheetPanel({ page }: { page: Page }) {
  const { sheet: words, problems, play } = text;
  const [wish, setWish] = useState<SheetWish>({
    title: words.usualTitle,
    goal: words.usualGoal,
    source: 'easy',
    count: 6,
    help: 'alarm',
  });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isMaking, setMaking] = useState(false);
  const change = (part: Partial<SheetWish>) => setWish({ ...wish, ...part });
  const make = async () => {
    setMaking(true);
    try {
      setSheet(await page.puzzles.sheet(wish));
    } finally {
      setMaking(false);
    }
  };
  useEffect(() => {
    if (!sheet) return;
    const place = document.createElement('div');
    place.className = 'sheet-place';
    document.body.append(place);
    render(<SheetPages sheet={sheet} />, place);
    const end = () => setSheet(null);
    window.addEventListener('afterprint', end, { once: true });
    window.print();
    return () => {
      window.removeEventListener('afterprint', end);
      render(null, place);
      place.remove();
    };
  }, [sheet]);
  return (
    <details class="panel sheet-form">
      <summary>{words.heading}</summary>
      <p class="note">{words.explain}</p>
      <label class="field">
        {words.title}
        <input
          type="text"
          maxLength={80}
          value={wish.title}
          onInput={(event) => change({ title: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {words.goal}
        <input
          type="text"
          maxLength={200}
          value={wish.goal}
          onInput={(event) => change({ goal: event.currentTarget.value })}
        />
      </label>
      <Select
        label={words.puzzles}
        options={{ ...problems.difficulties, game: words.game }}
        chosen={wish.source}
        choose={(source: SheetWish['source']) => change({ source })}
      />
      <label class="field inline">
        {words.count}
        <input
          type="number"
          min="1"
          max={MAX_ON_SHEET}
          value={wish.count}
          onInput={(event) => {
            const written = event.currentTarget.value;
            if (written === '') return; // another number follows
            const count = Math.round(Number(written));
            change({ count: Math.min(MAX_ON_SHEET, Math.max(1, count)) });
          }}
        />
      </label>
      <Select
        label={words.help}
        options={Object.fromEntries(HELPS.map((help) => [help, play.helpLevels[help]]))}
        chosen={wish.help}
        choose={(help: SheetWish['help']) => change({ help })}
      />
      <div class="row">
        <Button class="primary" icon="download" off={isMaking} press={() => page.act(make)}>
          {words.print}
        </Button>
      </div>
      <p class="note" role="status">
        {isMaking ? text.pictures.making : play.printHelp}
      </p>
    </details>
  );
}

/** The puzzles with the codes of their links, and the solutions on a page of their own. */
function SheetPages({ sheet: { title, goal, items } }: { sheet: Sheet }) {
  return (
    <div class="sheet">
      <section>
        <h1>{title}</h1>
        <p>{goal}</p>
        <ol>
          {items.map(({ problem, link, code }) => (
            <li key={link}>
              <Thumbnail
                places={problem.board.facts.places}
                isPeg={(hole) => problem.start[hole] === '1'}
                isGoal={(hole) => isGoalHole(problem.goal, hole)}
                labels={problem.board.facts.labels}
              />
              {code ? <QrPicture code={code} link={link} /> : <p class="link">{link}</p>}
              <p>{`${problem.board.facts.name}: ${questionOf(problem)}`}</p>
            </li>
          ))}
        </ol>
      </section>
      <section class="solutions">
        <h1>{`${title}: ${text.sheet.solutions}`}</h1>
        <ol>
          {items.map(({ link, solution }) => (
            <li key={link}>{solution.length > 0 ? solution.join(', ') : text.sheet.noSolution}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function QrPicture({ code: { size, path }, link }: { code: QrCode; link: string }) {
  return (
    <svg class="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={link}>
      <path d={path} />
    </svg>
  );
}
