/** Marks that do not rely on color: badges on holes, arrows for jumps, signs in lists. */

import { h, s } from './dom.ts';

export type Badge = 'winning' | 'losing' | 'unknown' | 'waiting';

const SHAPES: Record<Badge, string> = {
  winning: 'M-4 0.3 L-1.2 3.2 L4.2 -3.2',
  losing: 'M-3.2 -3.2 L3.2 3.2 M3.2 -3.2 L-3.2 3.2',
  unknown: 'M-2.4 -2.2 A2.5 2.5 0 1 1 0.8 0.4 Q0 0.9 0 1.9 M0 4.1 v0.3',
  waiting: 'M-3.4 0 h0.1 M0 0 h0.1 M3.4 0 h0.1',
};

/** Sign in a disc, 16 units wide. */
export function badge(kind: Badge): SVGGElement {
  return s('g', { class: `badge ${kind}` }, s('circle', { r: 8 }), s('path', { d: SHAPES[kind] }));
}

/** Returns the sign beside a text, hidden from screen readers, which read the text. */
export function sign(kind: Badge): SVGSVGElement {
  return s('svg', { class: 'sign', viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, badge(kind));
}

/** Returns an arrow between two holes. */
export function arrow(
  from: { x: number; y: number },
  to: { x: number; y: number },
  kind: string,
): SVGGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (distance: number, aside: number) =>
    `${(from.x + dx * distance - dy * aside).toFixed(1)} ${(from.y + dy * distance + dx * aside).toFixed(1)}`;
  const tip = length - 4;
  return s(
    'g',
    { class: `arrow ${kind}` },
    s('path', { class: 'shaft', d: `M${at(16, 0)}L${at(tip - 8, 0)}` }),
    s('path', { class: 'head', d: `M${at(tip, 0)}L${at(tip - 11, 6.5)}L${at(tip - 11, -6.5)}Z` }),
  );
}

/** Returns a thumbnail of a board or a position. */
export function thumbnail(
  places: readonly (readonly [number, number])[],
  look: { isPeg?: (hole: number) => boolean; isGoal?: (hole: number) => boolean } = {},
): SVGSVGElement {
  const most = (axis: 0 | 1) => Math.max(0, ...places.map((place) => place[axis]));
  const [width, height] = [most(0) + 1.2, most(1) + 1.2];
  const side = Math.max(width, height);
  const circle = ([x, y]: readonly [number, number], hole: number) =>
    s('circle', { cx: x, cy: y, r: 0.36, class: look.isPeg?.(hole) === false ? 'thumb-empty' : 'thumb-peg' });
  const ring = ([x, y]: readonly [number, number]) =>
    s('circle', { cx: x, cy: y, r: 0.46, class: 'thumb-goal' });
  const goals = places.filter((_, hole) => look.isGoal?.(hole));
  return s(
    'svg',
    {
      class: 'thumbnail',
      viewBox: `${-0.6 - (side - width) / 2} ${-0.6 - (side - height) / 2} ${side} ${side}`,
      'aria-hidden': 'true',
    },
    ...places.map(circle),
    ...goals.map(ring),
  );
}

/** Returns a progress bar; without a fraction, an indeterminate one. */
export function progressBar(done: number | null, label: string): HTMLElement {
  const bar = h('progress', { 'aria-label': label, max: 1 });
  if (done !== null) bar.value = done;
  return bar;
}
