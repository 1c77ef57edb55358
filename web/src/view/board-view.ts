/**
 * Interactive board: an SVG in which every hole is a button. It handles the appearance of holes, input by mouse, touch
 * and keyboard, and animation. Callbacks give the input its meaning.
 */

import { s, set } from './dom.ts';
import { arrow, badge, type Badge } from './marks.ts';

/** Coordinates of holes; neighbors are 1 apart. */
type Place = readonly [number, number];

export interface Arrow {
  from: number;
  to: number;
  kind: 'winning' | 'losing' | 'unknown' | 'hint';
}

/** Appearance of a hole. */
interface Look {
  peg: (hole: number) => boolean;
  /** Accessible name. */
  name: (hole: number) => string;
  label?: (hole: number) => string;
  classes?: (hole: number) => string;
  badge?: (hole: number) => Badge | null;
  arrows?: Arrow[];
}

interface Handlers {
  /** Called on a click, a tap or Enter. */
  press: (hole: number) => void;
  /** Returns `true` if the hole's peg can be dragged. */
  canLift?: (hole: number) => boolean;
  lift?: (hole: number) => void;
  /** Called when a peg is dropped over a hole, or elsewhere. */
  drop?: (from: number, to: number | null) => void;
  /** Called when the pressed pointer enters a hole. */
  paint?: (hole: number, first: boolean) => void;
  paintEnd?: () => void;
  escape?: () => void;
  /** Called when a hole is dragged to a free place, or moved by Shift and an arrow key. If given, holes are dragged, not pegs. */
  move?: (hole: number, place: Place) => void;
  /** Called on a click or a tap beside all holes. */
  pressFree?: (place: Place) => void;
  /** Called on Delete or Backspace. */
  remove?: (hole: number) => void;
}

/** Parts of a board that its holes do not determine. */
interface Frame {
  /** Pairs of neighbors; without them, neighbors are holes 1 apart. */
  edges?: readonly (readonly [number, number])[] | null;
  /** Columns and rows; by default the fewest that contain the holes. */
  size?: Place;
}

const CELL = 48;
const MARGIN = 0.5;
const DRAG_FROM = 6; // pixels
const STEP = 0.5; // of a hole moved by keyboard
const ANIMATION = 170; // ms

interface HoleElements {
  group: SVGGElement;
  label: SVGTextElement;
  badge: SVGGElement;
  shown: { badge: Badge | null };
}

type Gesture =
  | { kind: 'press'; hole: number; x: number; y: number }
  | { kind: 'drag'; hole: number }
  | { kind: 'paint'; hole: number; x: number; y: number };

let views = 0;

export class BoardView {
  readonly element: SVGSVGElement;
  private readonly holes: HoleElements[];
  private readonly arrows = s('g', { class: 'arrows', 'aria-hidden': 'true' });
  private readonly places: { x: number; y: number }[];
  private readonly edges: { ends: readonly [number, number]; line: SVGPathElement }[];
  /** Moving peg on top of the others; the peg in its hole is hidden meanwhile. */
  private readonly flyer: SVGGElement;
  private current = 0;
  private gesture: Gesture | null = null;
  private swallowClick = false;
  private shownArrows = '';

  constructor(
    places: readonly Place[],
    name: string,
    private readonly handlers: Handlers,
    kind = '',
    { edges = null, size = [0, 0] }: Frame = {},
  ) {
    const most = (axis: 0 | 1) => Math.max(0, size[axis] - 1, ...places.map((place) => place[axis]));
    const [width, height] = [most(0) + 2 * MARGIN, most(1) + 2 * MARGIN];
    this.places = places.map(([x, y]) => ({ x: (x + MARGIN) * CELL, y: (y + MARGIN) * CELL }));
    const gradient = `peg-${views++}`;
    this.holes = this.places.map((place, hole) => this.makeHole(hole, place, gradient));
    this.flyer = makePeg(gradient);
    set(this.flyer, 'class', 'peg flyer');
    this.edges = (edges ?? []).map((ends) => ({ ends, line: s('path', { class: 'edge' }) }));
    const wood = ground(this.places, edges === null);
    this.element = s(
      'svg',
      {
        class: `board ${kind}`,
        viewBox: `0 0 ${width * CELL} ${height * CELL}`,
        role: 'application',
        'aria-label': name,
      },
      s(
        'defs',
        {},
        s(
          'radialGradient',
          { id: gradient, cx: '36%', cy: '30%', r: '75%' },
          s('stop', { offset: '0', class: 'peg-light' }),
          s('stop', { offset: '0.55', class: 'peg-middle' }),
          s('stop', { offset: '1', class: 'peg-dark' }),
        ),
      ),
      s('path', { class: 'rim', d: wood, 'aria-hidden': 'true' }),
      s('path', { class: 'wood', d: wood, 'aria-hidden': 'true' }),
      s('g', { class: 'edges', 'aria-hidden': 'true' }, ...this.edges.map(({ line }) => line)),
      ...this.holes.map((hole) => hole.group),
      this.arrows,
      this.flyer,
    );
    this.element.style.setProperty('--columns', String(width));
    this.element.style.setProperty('--rows', String(height));
    this.drawEdges();
    this.listen();
  }

  private drawEdges(places = this.places): void {
    for (const { ends, line } of this.edges) set(line, 'd', edgePath(places, ends));
  }

  private makeHole(hole: number, { x, y }: { x: number; y: number }, gradient: string): HoleElements {
    const peg = makePeg(gradient);
    const label = s('text', { class: 'hole-label', 'aria-hidden': 'true', y: 3.6 });
    const mark = s('g', {
      class: 'badge-place',
      'aria-hidden': 'true',
      transform: `translate(${0.27 * CELL} ${-0.27 * CELL})`,
    });
    const group = s(
      'g',
      {
        role: 'button',
        tabindex: hole === 0 ? 0 : -1,
        'data-hole': hole,
        transform: `translate(${x} ${y})`,
      },
      s('rect', { class: 'hit', x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }),
      s('circle', { class: 'well', r: 0.2 * CELL }),
      s('circle', { class: 'ring', r: 0.42 * CELL }),
      peg,
      label,
      mark,
    );
    return { group, label, badge: mark, shown: { badge: null } };
  }

  update(look: Look): void {
    this.holes.forEach((parts, hole) => {
      const classes = ['hole', look.peg(hole) ? 'full' : 'empty', look.classes?.(hole) ?? ''];
      if (this.handlers.canLift?.(hole)) classes.push('liftable');
      set(parts.group, 'class', classes.join(' ').trim());
      set(parts.group, 'aria-label', look.name(hole));
      const label = look.label?.(hole) ?? '';
      if (parts.label.textContent !== label) {
        parts.label.textContent = label;
        set(parts.label, 'class', `hole-label${label.length > 3 ? ' long' : ''}`);
      }
      const mark = look.badge?.(hole) ?? null;
      if (mark !== parts.shown.badge) {
        parts.badge.replaceChildren(...(mark ? [badge(mark)] : []));
        parts.shown.badge = mark;
      }
    });
    const arrows = JSON.stringify(look.arrows ?? []);
    if (arrows !== this.shownArrows) {
      this.shownArrows = arrows;
      const draw = ({ from, to, kind }: Arrow) => arrow(this.places[from]!, this.places[to]!, kind);
      this.arrows.replaceChildren(...(look.arrows ?? []).map(draw));
    }
  }

  /** Animates the peg in `to` on its way from `from`. */
  animate(from: number, to: number): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.land();
    const at = ({ x, y }: { x: number; y: number }) => ({ transform: `translate(${x}px, ${y}px)` });
    const frames = [from, to].map((hole) => at(this.places[hole]!));
    this.takeOff(to);
    const flight = this.flyer.animate(frames, { duration: ANIMATION, easing: 'ease-out' });
    flight.onfinish = () => this.land();
  }

  private takeOff(hole: number): void {
    this.land();
    set(this.holes[hole]!.group, 'data-away', true);
    set(this.flyer, 'data-flying', hole);
  }

  private land(): void {
    const hole = this.flyer.getAttribute('data-flying');
    if (hole === null) return;
    for (const flight of this.flyer.getAnimations()) flight.cancel();
    set(this.flyer, 'data-flying', null);
    set(this.holes[Number(hole)]!.group, 'data-away', null);
  }

  focus(hole = this.current): void {
    this.moveTo(hole);
    this.holes[hole]?.group.focus();
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Makes a hole the tab stop of the board. */
  moveTo(hole: number): void {
    if (!this.holes[hole]) return;
    set(this.holes[this.current]!.group, 'tabindex', -1);
    set(this.holes[hole].group, 'tabindex', 0);
    this.current = hole;
  }

  private listen(): void {
    const element = this.element;
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('focusin', (event) => {
      const hole = holeOf(event.target);
      if (hole !== null) this.moveTo(hole);
    });
    element.addEventListener('click', (event) => {
      const hole = holeOf(event.target);
      const wasPainted = this.handlers.paint && event.detail > 0;
      if (!this.swallowClick && !wasPainted) {
        if (hole !== null) this.handlers.press(hole);
        else this.handlers.pressFree?.(inHoles(this.point(event)));
      }
      this.swallowClick = false;
    });
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.up(event));
    element.addEventListener('pointercancel', () => this.stop());
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const directions: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const direction = directions[event.key];
    const here = this.places[this.current];
    if (direction && here && event.shiftKey && this.handlers.move) {
      const [x, y] = inHoles(here);
      this.handlers.move(this.current, [x + STEP * direction[0], y + STEP * direction[1]]);
    } else if (direction) {
      const next = this.neighbor(this.current, direction);
      if (next !== null) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.handlers.press(this.current);
    } else if (event.key === 'Escape' && this.handlers.escape) {
      this.handlers.escape();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && this.handlers.remove) {
      this.handlers.remove(this.current);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Returns the nearest hole in a direction, preferring straight ahead. */
  private neighbor(hole: number, [dx, dy]: [number, number]): number | null {
    const here = this.places[hole]!;
    let best: number | null = null;
    let least = Infinity;
    this.places.forEach((place, other) => {
      const [x, y] = [place.x - here.x, place.y - here.y];
      const ahead = x * dx + y * dy;
      const cost = ahead + 2.5 * Math.abs(x * dy - y * dx);
      if (ahead > 1 && cost < least) [best, least] = [other, cost];
    });
    return best;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.swallowClick = false;
    const point = this.point(event);
    const hole = holeOf(event.target) ?? (this.handlers.paint ? this.nearest(point) : null);
    if (hole === null) return;
    if (this.handlers.paint) {
      this.element.setPointerCapture(event.pointerId);
      this.gesture = { kind: 'paint', hole, ...point };
      this.handlers.paint(hole, true);
    } else if (this.handlers.canLift?.(hole)) {
      this.gesture = { kind: 'press', hole, x: event.clientX, y: event.clientY };
    }
  }

  private move(event: PointerEvent): void {
    const gesture = this.gesture;
    if (!gesture || !event.isPrimary) return;
    switch (gesture.kind) {
      case 'paint':
        this.paintTo(gesture, this.point(event));
        break;
      case 'press': {
        if (Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < DRAG_FROM) return;
        this.element.setPointerCapture(event.pointerId);
        this.gesture = { kind: 'drag', hole: gesture.hole };
        this.handlers.lift?.(gesture.hole);
        if (!this.handlers.move) this.takeOff(gesture.hole);
        this.carry(gesture.hole, this.point(event));
        break;
      }
      case 'drag':
        this.carry(gesture.hole, this.point(event));
        break;
    }
  }

  /** Paints every hole that the pointer has passed since the last event. */
  private paintTo(gesture: Gesture & { kind: 'paint' }, to: { x: number; y: number }): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - gesture.x, to.y - gesture.y) / (0.3 * CELL)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const hole = this.nearest({
        x: gesture.x + share * (to.x - gesture.x),
        y: gesture.y + share * (to.y - gesture.y),
      });
      if (hole !== null && hole !== gesture.hole) {
        gesture.hole = hole;
        this.handlers.paint?.(hole, false);
      }
    }
    [gesture.x, gesture.y] = [to.x, to.y];
  }

  /** Carries the peg of a hole, or the hole itself with its edges. */
  private carry(hole: number, at: { x: number; y: number }): void {
    const carried = this.handlers.move ? this.holes[hole]!.group : this.flyer;
    set(carried, 'transform', `translate(${at.x} ${at.y})`);
    if (!this.handlers.move) return;
    this.drawEdges(this.places.map((place, other) => (other === hole ? at : place)));
    const target = this.nearest(at);
    this.holes.forEach(({ group }, other) => set(group, 'data-target', other === target && other !== hole));
  }

  private up(event: PointerEvent): void {
    const gesture = this.gesture;
    this.gesture = null;
    if (gesture?.kind === 'paint') {
      this.handlers.paintEnd?.();
    } else if (gesture?.kind === 'drag') {
      this.swallowClick = true;
      this.land();
      const point = this.point(event);
      const to = this.nearest(point);
      if (this.handlers.move && (to === null || to === gesture.hole)) {
        this.handlers.move(gesture.hole, inHoles(point));
      } else {
        this.handlers.drop?.(gesture.hole, to);
      }
    }
  }

  private stop(): void {
    const gesture = this.gesture;
    this.gesture = null;
    if (gesture?.kind === 'paint') this.handlers.paintEnd?.();
    if (gesture?.kind !== 'drag') return;
    this.land();
    this.handlers.drop?.(gesture.hole, null);
  }

  /** Returns the point of an event in the units of the drawing. */
  private point(event: MouseEvent): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    const scale = this.element.viewBox.baseVal.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  /** Returns the hole near a point, if any. */
  private nearest({ x, y }: { x: number; y: number }): number | null {
    let best: number | null = null;
    let least = 0.62 * CELL;
    this.places.forEach((place, hole) => {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < least) [best, least] = [hole, distance];
    });
    return best;
  }
}

/** Returns a point of the drawing in the units of the places. */
function inHoles({ x, y }: { x: number; y: number }): Place {
  return [x / CELL - MARGIN, y / CELL - MARGIN];
}

/** Returns the path of the wood: a disc around each hole, and perhaps bridges between holes 1 apart. */
function ground(places: { x: number; y: number }[], hasBridges: boolean): string {
  const spots = places.map(({ x, y }) => `M${x} ${y}h.01`);
  if (!hasBridges) return spots.join('');
  const at = new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
  const isHole = (x: number, y: number) => at.has(`${Math.round(x)} ${Math.round(y)}`);
  const bridges = places.flatMap(({ x, y }, hole) => {
    const [right, down] = [x + CELL, y + CELL];
    const isSquare = isHole(right, y) && isHole(x, down) && isHole(right, down);
    const neighbors = places
      .slice(hole + 1)
      .filter((other) => Math.hypot(other.x - x, other.y - y) < 1.1 * CELL);
    const corner = isSquare ? [{ x: right, y: down }] : [];
    return [...neighbors, ...corner].map((to) => `M${x} ${y}L${to.x} ${to.y}`);
  });
  return [...spots, ...bridges].join('');
}

/** Returns the path of an edge: straight, or bent if other holes are in the way. */
function edgePath(places: { x: number; y: number }[], [from, to]: readonly [number, number]): string {
  const [a, b] = [places[from]!, places[to]!];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const isInTheWay = (c: { x: number; y: number }, hole: number) => {
    const along = ((c.x - a.x) * dx + (c.y - a.y) * dy) / length ** 2;
    const aside = Math.abs((c.x - a.x) * dy - (c.y - a.y) * dx) / length;
    return hole !== from && hole !== to && along >= 0 && along <= 1 && aside < 0.42 * CELL;
  };
  if (!places.some(isInTheWay)) return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const bend = (1.3 * CELL) / length;
  return `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + dy * bend} ${(a.y + b.y) / 2 - dx * bend} ${b.x} ${b.y}`;
}

function makePeg(gradient: string): SVGGElement {
  return s(
    'g',
    { class: 'peg' },
    s('circle', { class: 'peg-shadow', r: 0.33 * CELL, cy: 2 }),
    s('circle', { class: 'peg-body', r: 0.33 * CELL, fill: `url(#${gradient})` }),
  );
}

function holeOf(target: EventTarget | null): number | null {
  const group = target instanceof Element ? target.closest('[data-hole]') : null;
  return group ? Number(group.getAttribute('data-hole')) : null;
}
