/**
 * Interactive board: an SVG in which every hole is a button. It draws what its properties say, and turns input by mouse,
 * touch and keyboard into calls of its handlers.
 */

import { Component, type VNode } from 'preact';
import { borderNames, edgePath, ground, nearestHole, neighborAhead, type Point } from './board-geometry.ts';
import { ArrowMark, BadgeMark, type Badge } from './signs.tsx';

/** Coordinates of holes; neighbors are 1 apart. */
export type Place = readonly [number, number];

export interface Arrow {
  from: number;
  to: number;
  kind: 'winning' | 'losing' | 'unknown' | 'hint';
}

/** Appearance of the holes. */
export interface Look {
  peg: (hole: number) => boolean;
  /** Accessible name. */
  name: (hole: number) => string;
  label?: (hole: number) => string;
  classes?: (hole: number) => string;
  badge?: (hole: number) => Badge | null;
  arrows?: Arrow[];
}

export interface Handlers {
  /** Called on a click, a tap or Enter. */
  press: (hole: number) => void;
  /** Returns `true` if the hole's peg can be dragged. */
  canLift?: (hole: number) => boolean;
  lift?: (hole: number) => void;
  /** Called when a peg is dropped over a hole, or elsewhere. */
  drop?: (from: number, to: number | null) => void;
  /** Called when the pressed pointer enters a hole. */
  paint?: (hole: number, first: boolean) => void;
  /** Called when a second finger ends a stroke that has begun. */
  paintCancel?: () => void;
  escape?: () => void;
  /** Called when a hole is dragged to a free place, or moved by Shift and an arrow key. If given, holes are dragged, not pegs. */
  move?: (hole: number, place: Place) => void;
  /** Called on a click or a tap beside all holes. */
  pressFree?: (place: Place) => void;
  /** Called on Delete or Backspace. */
  remove?: (hole: number) => void;
}

/** Flight of a peg, shown once for each `key`. */
export interface Motion {
  key: number;
  from: number;
  to: number;
}

interface Props {
  places: readonly Place[];
  name: string;
  kind?: string;
  look: Look;
  handlers: Handlers;
  /** Pairs of neighbors; without them, neighbors are holes 1 apart. */
  edges?: readonly (readonly [number, number])[] | null | undefined;
  /** Columns and rows; by default the fewest that contain the holes. */
  size?: Place;
  motion?: Motion | null;
  /** Labels to write at the border, if they name columns and rows. */
  border?: readonly string[] | null;
  /** Hole that receives the focus when `focusKey` changes. */
  focusHole?: number;
  focusKey?: number;
}

interface State {
  /** Tab stop of the board. */
  current: number;
  /** Hole whose peg is on its way. */
  away: number | null;
  /** Dragged hole of a graph, and the hole under it. */
  carried: { hole: number; at: Point } | null;
}

export const CELL = 48;
const MARGIN = 0.5;
const PADDING = 12;
/** Minimum padding with names at the border, and the space for half a name. */
const BORDER = 26;
const HALF_NAME = 10;
const DRAG_FROM = 6; // pixels
const STEP = 0.5; // of a hole moved by keyboard
const ANIMATION = 190; // ms

type Gesture =
  | { kind: 'press'; hole: number; x: number; y: number }
  | { kind: 'drag'; hole: number }
  | { kind: 'paint'; hole: number; x: number; y: number };

let boards = 0;

export class Board extends Component<Props, State> {
  override state: State = { current: 0, away: null, carried: null };
  private readonly id = `board-${boards++}`;
  private svg: SVGSVGElement | null = null;
  private flyer: SVGGElement | null = null;
  private gesture: Gesture | null = null;
  private swallowClick = false;
  private flight: Animation | null = null;

  override componentDidUpdate(before: Props): void {
    const { motion, focusKey, focusHole } = this.props;
    if (motion && motion.key !== before.motion?.key) this.fly(motion);
    if (focusKey !== before.focusKey && focusHole !== undefined) this.focus(focusHole);
  }

  override componentWillUnmount(): void {
    this.flight?.cancel();
  }

  private point(place: Place): Point {
    return { x: (place[0] + MARGIN) * CELL, y: (place[1] + MARGIN) * CELL };
  }

  private get points(): Point[] {
    return this.props.places.map((place) => this.point(place));
  }

  private get current(): number {
    return Math.min(this.state.current, Math.max(0, this.props.places.length - 1));
  }

  private focus(hole: number): void {
    this.setState({ current: hole });
    this.svg?.querySelector<SVGElement>(`[data-hole="${hole}"]`)?.focus();
  }

  override render(): VNode {
    const { places, name, kind = '', edges = null, size = [0, 0], look, border = null } = this.props;
    const { carried } = this.state;
    const most = (axis: 0 | 1) => Math.max(0, size[axis] - 1, ...places.map((place) => place[axis]));
    const [width, height] = [(most(0) + 2 * MARGIN) * CELL, (most(1) + 2 * MARGIN) * CELL];
    const points = this.points;
    const shown = points.map((point, hole) => (carried?.hole === hole ? carried.at : point));
    const wood = ground(points, edges === null, CELL);
    const names = border ? borderNames(places, border) : [];
    const beside = names.map(({ place }) => HALF_NAME - (place[0] + MARGIN) * CELL);
    const pad = names.length > 0 ? Math.max(BORDER, ...beside) : PADDING;
    // The listener for the focus is not on the SVG, which Chromium would make a tab stop.
    return (
      <div
        class="board-box"
        onFocusIn={(event) => {
          const hole = holeOf(event.target);
          if (hole !== null) this.setState({ current: hole });
        }}
      >
        <svg
          ref={(element) => {
            this.svg = element;
            element?.style.setProperty('--columns', String((width + 2 * pad) / CELL));
            element?.style.setProperty('--rows', String((height + 2 * pad) / CELL));
          }}
          class={`board ${kind}`}
          viewBox={`${-pad} ${-pad} ${width + 2 * pad} ${height + 2 * pad}`}
          role="application"
          aria-label={name}
          onKeyDown={(event) => this.key(event)}
          onClick={(event) => this.click(event)}
          onPointerDown={(event) => this.down(event)}
          onPointerMove={(event) => this.move(event)}
          onPointerUp={(event) => this.up(event)}
          onPointerCancel={() => this.stop(false)}
        >
          <Paints id={this.id} />
          <path class="rim-shadow" d={wood} aria-hidden="true" />
          <path class="rim" d={wood} aria-hidden="true" />
          <path class="wood" d={wood} aria-hidden="true" stroke={`url(#${this.id}-wood)`} />
          <g class="edges" aria-hidden="true">
            {(edges ?? []).map((ends) => (
              <path key={ends.join()} class="edge" d={edgePath(shown, ends, CELL)} />
            ))}
          </g>
          <g class="border-names" aria-hidden="true">
            {names.map(({ text, place }) => {
              const { x, y } = this.point(place);
              return (
                <text key={`${text} ${x} ${y}`} x={x} y={y + 4}>
                  {text}
                </text>
              );
            })}
          </g>
          {shown.map((point, hole) => this.hole(hole, point))}
          <g class="arrows" aria-hidden="true">
            {(look.arrows ?? []).map(({ from, to, kind: of }) => (
              <ArrowMark key={`${from} ${to}`} from={points[from]!} to={points[to]!} kind={of} />
            ))}
          </g>
          <g ref={(element) => void (this.flyer = element)} class="peg flyer" aria-hidden="true">
            <Peg id={this.id} />
          </g>
        </svg>
      </div>
    );
  }

  private hole(hole: number, { x, y }: Point): VNode {
    const { look, handlers } = this.props;
    const { away, carried } = this.state;
    const classes = ['hole', look.peg(hole) ? 'full' : 'empty', look.classes?.(hole) ?? ''];
    if (handlers.canLift?.(hole)) classes.push('liftable');
    const label = look.label?.(hole) ?? '';
    const mark = look.badge?.(hole) ?? null;
    const isTarget =
      carried !== null && carried.hole !== hole && nearestHole(this.points, carried.at, 0.62 * CELL) === hole;
    return (
      <g
        key={hole}
        role="button"
        tabindex={hole === this.current ? 0 : -1}
        data-hole={hole}
        data-away={away === hole ? '' : undefined}
        data-target={isTarget ? '' : undefined}
        class={classes.filter(Boolean).join(' ')}
        aria-label={look.name(hole)}
        transform={`translate(${x} ${y})`}
      >
        <rect class="hit" x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} />
        <circle class="well" r={0.3 * CELL} fill={`url(#${this.id}-well)`} />
        <circle class="ring" r={0.42 * CELL} />
        <g class="peg">
          <Peg id={this.id} />
        </g>
        <text class={`hole-label${label.length > 3 ? ' long' : ''}`} aria-hidden="true" y="3.6">
          {label}
        </text>
        <g class="badge-place" aria-hidden="true" transform={`translate(${0.27 * CELL} ${-0.27 * CELL})`}>
          {mark && <BadgeMark kind={mark} />}
        </g>
      </g>
    );
  }

  // Animation.

  private fly({ from, to }: Motion): void {
    const [start, end] = [this.points[from], this.points[to]];
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || !this.flyer || !start || !end) return;
    this.takeOff(to);
    const at = ({ x, y }: Point, lift = 0) => `translate(${x}px, ${y - lift}px) scale(${1 + lift / 60})`;
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const frames = [{ transform: at(start) }, { transform: at(middle, 9) }, { transform: at(end) }];
    this.flight = this.flyer.animate(frames, { duration: ANIMATION, easing: 'ease-in-out' });
    this.flight.onfinish = () => this.land();
  }

  private takeOff(hole: number): void {
    this.land();
    this.setState({ away: hole });
    this.flyer?.setAttribute('data-flying', String(hole));
  }

  private land(): void {
    this.flight?.cancel();
    this.flight = null;
    this.flyer?.removeAttribute('data-flying');
    if (this.state.away !== null) this.setState({ away: null });
  }

  // Keyboard.

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { handlers } = this.props;
    const directions: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const direction = directions[event.key];
    const place = this.props.places[this.current];
    if (direction && place && event.shiftKey && handlers.move) {
      handlers.move(this.current, [place[0] + STEP * direction[0], place[1] + STEP * direction[1]]);
    } else if (direction) {
      const next = neighborAhead(this.points, this.current, direction);
      if (next !== null) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (place) handlers.press(this.current);
    } else if (event.key === 'Escape' && handlers.escape) {
      handlers.escape();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && handlers.remove) {
      handlers.remove(this.current);
    } else {
      return;
    }
    event.preventDefault();
  }

  // Pointer.

  private click(event: MouseEvent): void {
    const { handlers } = this.props;
    const hole = holeOf(event.target);
    const wasPainted = handlers.paint && event.detail > 0;
    if (!this.swallowClick && !wasPainted) {
      if (hole !== null) handlers.press(hole);
      else handlers.pressFree?.(inHoles(this.position(event)));
    }
    this.swallowClick = false;
  }

  private down(event: PointerEvent): void {
    if (!event.isPrimary) {
      this.stop(true);
      this.swallowClick = true;
      return;
    }
    if (event.button !== 0) return;
    this.swallowClick = false;
    const { handlers } = this.props;
    const point = this.position(event);
    const hole = holeOf(event.target) ?? (handlers.paint ? this.nearest(point) : null);
    if (hole === null) return;
    if (handlers.paint) {
      this.svg!.setPointerCapture(event.pointerId);
      this.gesture = { kind: 'paint', hole, ...point };
      handlers.paint(hole, true);
    } else if (handlers.canLift?.(hole)) {
      this.gesture = { kind: 'press', hole, x: event.clientX, y: event.clientY };
    }
  }

  private move(event: PointerEvent): void {
    const gesture = this.gesture;
    if (!gesture || !event.isPrimary) return;
    switch (gesture.kind) {
      case 'paint':
        this.paintTo(gesture, this.position(event));
        break;
      case 'press': {
        if (Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < DRAG_FROM) return;
        this.svg!.setPointerCapture(event.pointerId);
        this.gesture = { kind: 'drag', hole: gesture.hole };
        this.props.handlers.lift?.(gesture.hole);
        if (!this.props.handlers.move) this.takeOff(gesture.hole);
        this.carry(gesture.hole, this.position(event));
        break;
      }
      case 'drag':
        this.carry(gesture.hole, this.position(event));
        break;
    }
  }

  /** Paints every hole that the pointer has passed since the last event. */
  private paintTo(gesture: Gesture & { kind: 'paint' }, to: Point): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - gesture.x, to.y - gesture.y) / (0.3 * CELL)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const hole = this.nearest({
        x: gesture.x + share * (to.x - gesture.x),
        y: gesture.y + share * (to.y - gesture.y),
      });
      if (hole !== null && hole !== gesture.hole) {
        gesture.hole = hole;
        this.props.handlers.paint?.(hole, false);
      }
    }
    [gesture.x, gesture.y] = [to.x, to.y];
  }

  /** Carries the peg of a hole, or the hole itself with its edges. */
  private carry(hole: number, at: Point): void {
    if (this.props.handlers.move) this.setState({ carried: { hole, at } });
    else this.flyer?.setAttribute('transform', `translate(${at.x} ${at.y})`);
  }

  private up(event: PointerEvent): void {
    const gesture = this.gesture;
    this.gesture = null;
    if (gesture?.kind !== 'drag') return;
    this.swallowClick = true;
    this.land();
    this.setState({ carried: null });
    const { handlers } = this.props;
    const point = this.position(event);
    const to = this.nearest(point);
    if (handlers.move && (to === null || to === gesture.hole)) handlers.move(gesture.hole, inHoles(point));
    else handlers.drop?.(gesture.hole, to);
  }

  /** Ends a gesture without its effect. */
  private stop(undoes: boolean): void {
    const gesture = this.gesture;
    this.gesture = null;
    if (gesture?.kind === 'paint' && undoes) this.props.handlers.paintCancel?.();
    if (gesture?.kind !== 'drag') return;
    this.land();
    this.setState({ carried: null });
    this.props.handlers.drop?.(gesture.hole, null);
  }

  /** Returns the point of an event in the units of the drawing. */
  private position(event: MouseEvent): Point {
    const box = this.svg!.getBoundingClientRect();
    const { x, y, width } = this.svg!.viewBox.baseVal;
    const scale = width / box.width;
    return { x: x + (event.clientX - box.left) * scale, y: y + (event.clientY - box.top) * scale };
  }

  private nearest(point: Point): number | null {
    return nearestHole(this.points, point, 0.62 * CELL);
  }
}

/** Gradients of the material and the pegs. */
function Paints({ id }: { id: string }) {
  const stops = (name: string, ...offsets: number[]) =>
    offsets.map((offset, index) => <stop key={index} offset={offset} class={`${name}-${index}`} />);
  return (
    <defs>
      <linearGradient
        id={`${id}-wood`}
        gradientUnits="userSpaceOnUse"
        x1="0"
        y1="0"
        x2="90"
        y2="36"
        spreadMethod="reflect"
      >
        {stops('wood', 0, 0.3, 0.55, 1)}
      </linearGradient>
      <radialGradient id={`${id}-well`} cx="50%" cy="62%" r="58%">
        {stops('well', 0, 0.7, 1)}
      </radialGradient>
      <radialGradient id={`${id}-peg`} cx="36%" cy="28%" r="80%">
        {stops('peg', 0, 0.5, 1)}
      </radialGradient>
    </defs>
  );
}

function Peg({ id }: { id: string }) {
  return (
    <>
      <ellipse class="peg-shadow" rx={0.36 * CELL} ry={0.33 * CELL} cy="4" />
      <circle class="peg-body" r={0.35 * CELL} fill={`url(#${id}-peg)`} />
      <ellipse
        class="peg-shine"
        rx={0.14 * CELL}
        ry={0.08 * CELL}
        cx={-0.1 * CELL}
        cy={-0.18 * CELL}
        transform="rotate(-28)"
      />
    </>
  );
}

/** Returns a point of the drawing in the units of the places. */
function inHoles({ x, y }: Point): Place {
  return [x / CELL - MARGIN, y / CELL - MARGIN];
}

function holeOf(target: EventTarget | null): number | null {
  const group = target instanceof Element ? target.closest('[data-hole]') : null;
  return group ? Number(group.getAttribute('data-hole')) : null;
}
