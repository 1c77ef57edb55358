/**
 * Drawing grid with symmetric painting and undo. Undo restores the holes and the grid itself: lattice, size and jump
 * directions.
 */

import type { BoardFile, JumpDirections, Lattice } from 'pegboard';
import { History } from './history.ts';

export type Point = readonly [number, number];
export type PaintSymmetry = 'none' | 'mirror' | 'both' | 'rotate';

export const SMALLEST = 5;
export const LARGEST = 20;
export const MAX_HOLES = 128;

/**
 * Grid point in lattice coordinates. The triangular grid is a rectangle, with every second row shifted left by half a
 * step: the column of `(x, y)` is `x - floor(y / 2)`.
 */
export function gridPoints(lattice: Lattice, size: number): Point[] {
  const shift = (y: number) => (lattice === 'Square' ? 0 : Math.floor(y / 2));
  return Array.from({ length: size * size }, (_, place): Point => {
    const y = Math.floor(place / size);
    return [(place % size) + shift(y), y];
  });
}

/** Returns the coordinates of a lattice point in drawings; neighbors are 1 apart. */
export function inPlane(lattice: Lattice, [x, y]: Point): Point {
  return lattice === 'Square' ? [x, y] : [x - y / 2, (y * Math.sqrt(3)) / 2];
}

const key = ([x, y]: Point) => `${x},${y}`;

/** Properties of a grid without its holes; a change makes a new object. */
export interface Grid {
  readonly lattice: Lattice;
  /** Jump directions; undefined for those of the lattice. */
  readonly jumps: JumpDirections | undefined;
  readonly size: number;
}

/** Board being drawn, with undo. */
export interface Drawing {
  /** Number of holes of the board. */
  readonly shownCount: number;
  /** Returns the drawn board. */
  file(name: string): BoardFile;
  /** Returns `false` if nothing was changed before. */
  undo(): boolean;
  redo(): boolean;
  clear(): void;
  /** State as JSON, to be kept on the device. */
  readonly snapshot: unknown;
  /** Restores a snapshot. Returns `false` if it is not valid. */
  readSnapshot(snapshot: unknown): boolean;
}

/** State restored by undo. */
interface State {
  grid: Grid;
  holes: string[];
}

export class Canvas implements Drawing {
  private shape: Grid;
  private holes = new Set<string>();
  private readonly history = new History<State>();

  constructor(size: number) {
    this.shape = { lattice: 'Square', jumps: undefined, size };
  }

  get grid(): Grid {
    return this.shape;
  }

  get lattice(): Lattice {
    return this.grid.lattice;
  }

  get jumps(): JumpDirections | undefined {
    return this.grid.jumps;
  }

  get size(): number {
    return this.grid.size;
  }

  /** Changes the lattice and resets the jump directions. */
  setLattice(lattice: Lattice): void {
    this.begin();
    this.shape = { ...this.grid, lattice, jumps: undefined };
  }

  setJumps(jumps: JumpDirections | undefined): void {
    this.begin();
    this.shape = { ...this.grid, jumps };
  }

  /** Adds or removes rows and columns. Returns `false` at the limits. */
  resize(by: number): boolean {
    const size = Math.max(SMALLEST, Math.min(LARGEST, this.size + by));
    if (size === this.size) return false;
    this.begin();
    this.shape = { ...this.grid, size };
    return true;
  }

  get points(): Point[] {
    return gridPoints(this.lattice, this.size);
  }

  has(point: Point): boolean {
    return this.holes.has(key(point));
  }

  /** Begins a stroke, which is one step of undo. */
  begin(): void {
    this.history.record(this.state);
  }

  paint(point: Point, hole: boolean, symmetry: PaintSymmetry): void {
    for (const image of this.images(point, symmetry)) {
      if (hole) this.holes.add(key(image));
      else this.holes.delete(key(image));
    }
  }

  undo(): boolean {
    return this.restore(this.history.undo(this.state));
  }

  redo(): boolean {
    return this.restore(this.history.redo(this.state));
  }

  clear(): void {
    this.begin();
    this.holes.clear();
  }

  get snapshot(): unknown {
    return this.state;
  }

  readSnapshot(snapshot: unknown): boolean {
    const { grid, holes } = (snapshot ?? {}) as { grid?: Partial<Grid>; holes?: unknown };
    const { lattice, jumps, size } = grid ?? {};
    const isGrid =
      (lattice === 'Square' || lattice === 'Triangular') &&
      Number.isSafeInteger(size) &&
      size! >= SMALLEST &&
      size! <= LARGEST &&
      (jumps === undefined ||
        jumps === 'Orthogonal' ||
        jumps === 'Diagonal' ||
        jumps === 'All' ||
        (Array.isArray(jumps) && jumps.every((jump) => typeof jump === 'string')));
    const isHole = (hole: unknown) => typeof hole === 'string' && /^-?\d{1,3},\d{1,3}$/.test(hole);
    if (!isGrid || !Array.isArray(holes) || holes.length > LARGEST ** 2 || !holes.every(isHole)) return false;
    return this.restore({ grid: { lattice, jumps, size: size! }, holes: holes as string[] });
  }

  /** Loads a board into the middle of a grid. Returns `false` if the board exceeds the largest grid or lies on none. */
  load(
    { lattice, jumps, without }: Pick<BoardFile, 'lattice' | 'jumps' | 'without'>,
    holes: readonly Point[],
  ): boolean {
    if ((lattice !== 'Square' && lattice !== 'Triangular') || without) return false;
    const columns = (points: readonly Point[], top: number) =>
      points.map(([x, y]) => (lattice === 'Square' ? x : x - Math.floor((y - top) / 2)));
    const top = Math.min(...holes.map(([, y]) => y));
    const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
    const needed = Math.max(span(columns(holes, top)), span(holes.map(([, y]) => y)));
    if (needed > LARGEST) return false;
    this.begin();
    this.shape = { lattice, jumps, size: Math.max(this.size, Math.min(LARGEST, needed + 1)) };
    const down = Math.floor((this.size - span(holes.map(([, y]) => y))) / 2);
    const even = lattice === 'Square' ? down : down - (down % 2); // keeps the shift of the rows
    const across = Math.floor((this.size - span(columns(holes, top))) / 2) - Math.min(...columns(holes, top));
    const shift = lattice === 'Square' ? 0 : even / 2;
    this.holes = new Set(holes.map(([x, y]) => key([x + across + shift, y - top + even])));
    return true;
  }

  file(name: string): BoardFile {
    const shown = this.points.filter((point) => this.has(point));
    const [left, top] = [Math.min(...shown.map(([x]) => x)), Math.min(...shown.map(([, y]) => y))];
    const holes = shown.map(([x, y]): [number, number] => [x - left, y - top]);
    const board = { name, lattice: this.lattice, holes };
    return this.jumps === undefined ? board : { ...board, jumps: this.jumps };
  }

  /** Number of holes within the grid. */
  get shownCount(): number {
    return this.points.filter((point) => this.has(point)).length;
  }

  private get state(): State {
    return { grid: this.grid, holes: [...this.holes] };
  }

  private restore(state: State | undefined): boolean {
    if (!state) return false;
    this.shape = state.grid;
    this.holes = new Set(state.holes);
    return true;
  }

  /** Returns the point and its images within the grid. */
  private images(point: Point, symmetry: PaintSymmetry): Point[] {
    const points = this.points;
    const places = points.map((each) => inPlane(this.lattice, each));
    const [cx, cy] = this.center(symmetry);
    const [px, py] = inPlane(this.lattice, point);
    const [dx, dy] = [px - cx, py - cy];
    const turn = this.lattice === 'Square' ? 4 : 6;
    const wanted: Point[] = [[dx, dy]];
    if (symmetry === 'mirror' || symmetry === 'both') wanted.push([-dx, dy]);
    if (symmetry === 'both') wanted.push([dx, -dy], [-dx, -dy]);
    if (symmetry === 'rotate') {
      for (let step = 1; step < turn; step++) {
        const angle = (2 * Math.PI * step) / turn;
        const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
        wanted.push([dx * cosine - dy * sine, dx * sine + dy * cosine]);
      }
    }
    return wanted.flatMap(([x, y]) => {
      const found = places.findIndex((place) => Math.hypot(place[0] - x - cx, place[1] - y - cy) < 0.1);
      return found < 0 ? [] : [points[found]!];
    });
  }

  /** Center of the grid; for rotations, the nearest grid point. */
  private center(symmetry: PaintSymmetry): Point {
    const last = this.size - 1;
    const middle: Point =
      this.lattice === 'Square' ? [last / 2, last / 2] : [last / 2, (last / 2) * (Math.sqrt(3) / 2)];
    if (this.lattice === 'Square' || symmetry !== 'rotate') return middle;
    const row = Math.floor(last / 2);
    return inPlane(this.lattice, [Math.floor(last / 2) + Math.floor(row / 2), row]);
  }
}
