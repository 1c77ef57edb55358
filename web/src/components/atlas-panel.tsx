/** All single-vacancy problems of a board, as a matrix and a map. */

import { Component, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Facts } from 'pegboard';
import type { AtlasState, Known } from '../state/atlas.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';
import { ProgressBar, Sign, type Badge } from './signs.tsx';

const BADGES: Record<Known, Badge> = {
  solvable: 'winning',
  pagoda: 'losing',
  cases: 'losing',
  exhaustion: 'losing',
  recorded: 'losing',
  open: 'unknown',
};

export function AtlasPanel({ atlas }: { atlas: AtlasState }) {
  const { board } = atlas;
  return (
    <section class="panel atlas">
      <h3>{text.atlas.heading}</h3>
      <Progress atlas={atlas} />
      {board && board.facts.problems.length > 0 && (
        <>
          <p class="note">{text.atlas.clickToPlay}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={text.atlas.matrix}>
            <Matrix atlas={atlas} facts={board.facts} />
          </div>
          <details onToggle={(event) => atlas.openMap(event.currentTarget.open)}>
            <summary>{text.atlas.map}</summary>
            <FinishMap atlas={atlas} />
          </details>
        </>
      )}
    </section>
  );
}

function Progress({ atlas }: { atlas: AtlasState }) {
  const { settler, board } = atlas;
  const { count: all, decided } = settler;
  if (!board || all === 0)
    return (
      <div class="row">
        <p>{board ? text.atlas.none : ''}</p>
      </div>
    );
  const share = text.atlas.progress(decided, all);
  const isOpen = decided < all;
  return (
    <div class="row">
      {isOpen ? <ProgressBar done={decided / all} label={share} /> : <Sign kind="winning" />}
      <span>{share}</span>
      {settler.isRunning && settler.searching && settler.searching.limit > 10 && (
        <span class="note">{text.problems.searching(settler.searching)}</span>
      )}
      {settler.isRunning ? (
        <Button class="small" press={() => atlas.pause()}>
          {text.atlas.stop}
        </Button>
      ) : (
        isOpen && (
          <Button class="small" press={() => atlas.longer()}>
            {text.atlas.longer}
          </Button>
        )
      )}
    </div>
  );
}

/** Table of the problems by vacancy and finish, rendered again when a finding changes. */
class Matrix extends Component<{ atlas: AtlasState; facts: Facts }> {
  private shown = '';

  private get findings(): string {
    const { atlas, facts } = this.props;
    return facts.problems.map((_, place) => atlas.finding(place)).join();
  }

  override shouldComponentUpdate(next: { facts: Facts }): boolean {
    return next.facts !== this.props.facts || this.findings !== this.shown;
  }

  override render({ atlas, facts }: { atlas: AtlasState; facts: Facts }): VNode {
    this.shown = this.findings;
    return <MatrixTable atlas={atlas} facts={facts} />;
  }
}

function MatrixTable({ atlas, facts }: { atlas: AtlasState; facts: Facts }) {
  const { labels, problems } = facts;
  const unique = (holes: number[]) => [...new Set(holes)].sort((one, other) => one - other);
  const vacancies = unique(problems.map((each) => each.vacancy));
  const finishes = unique(problems.map((each) => each.finish));
  const places = new Map(problems.map(({ vacancy, finish }, place) => [`${vacancy} ${finish}`, place]));
  return (
    <table class="matrix">
      <caption>{`${text.atlas.vacancy} ↓ ${text.atlas.finish} →`}</caption>
      <thead>
        <tr>
          <td />
          {finishes.map((finish) => (
            <th key={finish} scope="col">
              {labels[finish]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {vacancies.map((vacancy) => (
          <tr key={vacancy}>
            <th scope="row">{labels[vacancy]}</th>
            {finishes.map((finish) => {
              const place = places.get(`${vacancy} ${finish}`);
              if (place === undefined) return <td key={finish} />;
              const finding = atlas.finding(place);
              const name = text.atlas.cell(labels[vacancy]!, labels[finish]!, text.atlas.status[finding]);
              return (
                <td key={finish}>
                  <Button
                    class="cell"
                    data-finding={finding}
                    aria-label={name}
                    title={name}
                    press={() => atlas.play(place)}
                  >
                    <Sign kind={BADGES[finding]} />
                  </Button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Map drawn by the engine, whose circles start games. */
function FinishMap({ atlas }: { atlas: AtlasState }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (atlas.map === '') return place.current?.replaceChildren();
    const picture = new DOMParser().parseFromString(atlas.map, 'image/svg+xml').documentElement;
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', text.atlas.mapName);
    place.current?.replaceChildren(document.importNode(picture, true));
  }, [atlas.map]);
  return (
    <div
      ref={place}
      class="scroll map"
      tabIndex={0}
      role="region"
      aria-label={text.atlas.map}
      onClick={(event) => {
        const circle = event.target instanceof Element ? event.target.closest('[data-finish]') : null;
        if (circle)
          atlas.playLabels(circle.getAttribute('data-vacancy')!, circle.getAttribute('data-finish')!);
      }}
    />
  );
}
