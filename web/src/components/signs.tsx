/** Marks that do not rely on color: badges on holes, arrows for jumps, signs in lists. */

import type { Searching } from '../model/settler.ts';
import { text } from '../text/text.ts';
import { borderNames, type Point } from './board-geometry.ts';

export type Badge = 'winning' | 'losing' | 'unknown' | 'waiting';

const SHAPES: Record<Badge, string> = {
  winning: 'M-4 0.3 L-1.2 3.2 L4.2 -3.2',
  losing: 'M-3.2 -3.2 L3.2 3.2 M3.2 -3.2 L-3.2 3.2',
  unknown: 'M-2.4 -2.2 A2.5 2.5 0 1 1 0.8 0.4 Q0 0.9 0 1.9 M0 4.1 v0.3',
  waiting: 'M-3.4 0 h0.1 M0 0 h0.1 M3.4 0 h0.1',
};

/** Sign in a disc, 16 units wide. */
export function BadgeMark({ kind }: { kind: Badge }) {
  return (
    <g class={`badge ${kind}`}>
      <circle r="8" />
      <path d={SHAPES[kind]} />
    </g>
  );
}

/** Sign beside a text, hidden from screen readers, which read the text. */
export function Sign({ kind }: { kind: Badge }) {
  return (
    <svg class="sign" viewBox="-9 -9 18 18" aria-hidden="true">
      <BadgeMark kind={kind} />
    </svg>
  );
}

/** Arrow between two holes. */
export function ArrowMark({ from, to, kind }: { from: Point; to: Point; kind: string }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (distance: number, aside: number) =>
    `${(from.x + dx * distance - dy * aside).toFixed(1)} ${(from.y + dy * distance + dx * aside).toFixed(1)}`;
  const tip = length - 4;
  return (
    <g class={`arrow ${kind}`}>
      <path class="shaft" d={`M${at(16, 0)}L${at(tip - 8, 0)}`} />
      <path class="head" d={`M${at(tip, 0)}L${at(tip - 11, 6.5)}L${at(tip - 11, -6.5)}Z`} />
    </g>
  );
}

/** Thumbnail of a board or a position. */
export function Thumbnail({
  places,
  isPeg,
  isGoal,
  labels,
}: {
  places: readonly (readonly [number, number])[];
  isPeg?: (hole: number) => boolean;
  isGoal?: (hole: number) => boolean;
  /** Names of the holes, to be written at the border if they name columns and rows, else in the holes. */
  labels?: readonly string[];
}) {
  const border = labels ? borderNames(places, labels) : [];
  const all = [...places, ...border.map(({ place }) => place)];
  const least = (axis: 0 | 1) => Math.min(0, ...all.map((place) => place[axis]));
  const most = (axis: 0 | 1) => Math.max(0, ...all.map((place) => place[axis]));
  const [left, top] = [least(0) - 0.6, least(1) - 0.6];
  const [width, height] = [most(0) + 0.6 - left, most(1) + 0.6 - top];
  const side = Math.max(width, height);
  const box = `${left - (side - width) / 2} ${top - (side - height) / 2} ${side} ${side}`;
  return (
    <svg class="thumbnail" viewBox={box} aria-hidden="true">
      {places.map(([x, y], hole) => (
        <circle
          key={hole}
          cx={x}
          cy={y}
          r="0.38"
          class={isPeg?.(hole) === false ? 'thumb-empty' : 'thumb-peg'}
        />
      ))}
      {places.map(
        ([x, y], hole) => isGoal?.(hole) && <circle key={hole} cx={x} cy={y} r="0.46" class="thumb-goal" />,
      )}
      {border.map(({ text: name, place: [x, y] }) => (
        <text key={`${name} ${x}`} class="thumb-name" x={x} y={y + 0.2}>
          {name}
        </text>
      ))}
      {border.length === 0 &&
        labels?.map((name, hole) => (
          <text
            key={name}
            class={`thumb-name small ${isPeg?.(hole) === false ? '' : 'on-peg'}`}
            x={places[hole]![0]}
            y={places[hole]![1] + 0.12}
          >
            {name}
          </text>
        ))}
    </svg>
  );
}

/** Progress bar; without a fraction, an indeterminate one. */
export function ProgressBar({ done, label }: { done: number | null; label: string }) {
  return <progress aria-label={label} max={1} {...(done === null ? {} : { value: done })} />;
}

/** Progress of a search: what the engine knows, or else the used share of the time limit. */
export function SearchProgress({ searching, label }: { searching: Searching; label: string }) {
  const { done, seconds, limit } = searching;
  return (
    <>
      <ProgressBar done={done ?? (limit === Infinity ? null : Math.min(1, seconds / limit))} label={label} />
      <span class="note">{text.problems.searching(searching)}</span>
    </>
  );
}

const ICONS = {
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  restart: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V16h7v-2.1A6 6 0 0 0 12 3z',
  solution: 'M12 3v3M12 18v3M3 12h3M18 12h3M7 12l3.5 3.5L17 9',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  play: 'M7 4l12 8-12 8z',
  pause: 'M8 5v14M16 5v14',
  first: 'M6 5v14M19 5l-10 7 10 7z',
  back: 'M17 5L7 12l10 7z',
  forward: 'M7 5l10 7-10 7z',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  clear: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  larger: 'M12 5v14M5 12h14',
  smaller: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  rules: 'M5 4h9a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h5M9 13h5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4',
  close: 'M6 6l12 12M18 6L6 18',
  turn: 'M4 9h13l-4-4M20 15H7l4 4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  vertex: 'M12 8v8M8 12h8M12 3a9 9 0 1 0 .01 0z',
} as const;
export type IconName = keyof typeof ICONS;

/** Picture beside the word of a button. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
