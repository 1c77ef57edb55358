/** Graph being drawn, with undo. Edges refer to vertices by label. */

import type { BoardFile, Facts } from 'pegboard';
import { MAX_HOLES, type Drawing, type Point } from './canvas.ts';
import { neighborsOf } from './game.ts';
import { History } from './history.ts';

export interface Vertex {
  readonly label: string;
  readonly place: Point;
}

export type Edge = readonly [string, string];

interface Graph {
  readonly vertices: readonly Vertex[];
  readonly edges: readonly Edge[];
}

/** Vertices that are added or moved snap to multiples of this distance. */
const SNAP = 0.25;
/** Largest coordinate of a vertex. A larger graph is scaled down. */
const FARTHEST = 1000;
/** Least distance of vertices that are drawn apart. */
const CLOSEST = 0.5;

export class GraphCanvas implements Drawing {
  private graph: Graph = { vertices: [], edges: [] };
  private readonly history = new History<Graph>();

  /** `smallest` is the least number of columns and rows. */
  constructor(private readonly smallest: Point) {}

  get vertices(): readonly Vertex[] {
    return this.graph.vertices;
  }

  get edges(): readonly Edge[] {
    return this.graph.edges;
  }

  get shownCount(): number {
    return this.vertices.length;
  }

  /** Columns and rows that contain every vertex. */
  get size(): Point {
    const along = (axis: 0 | 1) =>
      Math.max(this.smallest[axis], ...this.vertices.map(({ place }) => Math.ceil(place[axis]) + 1));
    return [along(0), along(1)];
  }

  edgesOf(label: string): readonly Edge[] {
    return this.edges.filter((edge) => edge.includes(label));
  }

  /** Adds a vertex, and returns its label. */
  add(place: Point): string {
    const { vertices, edges } = this.graph;
    const used = new Set(vertices.map(({ label }) => label));
    let index = 0;
    while (used.has(letters(index))) index++;
    const label = letters(index);
    this.change({ vertices: [...vertices, { label, place: this.snapped(place) }], edges });
    return label;
  }

  /** Returns `false` if the vertex is there already, or another one is too close. */
  move(label: string, to: Point): boolean {
    const { vertices, edges } = this.graph;
    const place = this.snapped(to);
    const isTaken = (vertex: Vertex) =>
      distance(vertex.place, place) < (vertex.label === label ? SNAP / 2 : CLOSEST);
    if (vertices.some(isTaken)) return false;
    this.change({
      vertices: vertices.map((vertex) => (vertex.label === label ? { label, place } : vertex)),
      edges,
    });
    return true;
  }

  /** Adds or removes the edge between two vertices. Returns `true` if they are connected now. */
  toggle(one: string, other: string): boolean {
    const { vertices, edges } = this.graph;
    const others = edges.filter((edge) => !(edge.includes(one) && edge.includes(other)));
    const isNew = others.length === edges.length;
    this.change({ vertices, edges: isNew ? [...edges, [one, other]] : others });
    return isNew;
  }

  /** Removes a vertex with its edges. */
  remove(label: string): void {
    this.change({
      vertices: this.vertices.filter((vertex) => vertex.label !== label),
      edges: this.edges.filter((edge) => !edge.includes(label)),
    });
  }

  undo(): boolean {
    return this.restore(this.history.undo(this.graph));
  }

  redo(): boolean {
    return this.restore(this.history.redo(this.graph));
  }

  clear(): void {
    this.change({ vertices: [], edges: [] });
  }

  get snapshot(): unknown {
    return this.graph;
  }

  readSnapshot(snapshot: unknown): boolean {
    const { vertices, edges } = (snapshot ?? {}) as { vertices?: unknown; edges?: unknown };
    if (!Array.isArray(vertices) || !Array.isArray(edges) || vertices.length > MAX_HOLES) return false;
    const isCoordinate = (value: unknown) => typeof value === 'number' && value >= 0 && value <= FARTHEST;
    const isVertex = (vertex: Partial<Vertex> | null) =>
      typeof vertex?.label === 'string' &&
      Array.isArray(vertex.place) &&
      vertex.place.length === 2 &&
      vertex.place.every(isCoordinate);
    if (!vertices.every(isVertex)) return false;
    const labels = new Set((vertices as Vertex[]).map(({ label }) => label));
    const isEdge = (edge: unknown) =>
      Array.isArray(edge) &&
      edge.length === 2 &&
      edge[0] !== edge[1] &&
      edge.every((end: string) => labels.has(end));
    if (labels.size < vertices.length || !edges.every(isEdge)) return false;
    return this.restore({ vertices: vertices as Vertex[], edges: edges as Edge[] });
  }

  /** Loads a board into the middle. Returns `false` if it is not given by a graph alone. */
  load(facts: Pick<Facts, 'file' | 'labels' | 'places'>): boolean {
    const { labels } = facts;
    const { lattice, without } = facts.file;
    if (typeof lattice === 'string' || !('Graph' in lattice) || without) return false;
    const places = placesOf(facts);
    const bounds = ([0, 1] as const).map((axis) => {
      const values = places.map((place) => place[axis]);
      return { least: Math.min(...values), span: Math.max(...values) - Math.min(...values) };
    });
    const scale = Math.min(1, FARTHEST / Math.max(...bounds.map(({ span }) => span)));
    const along = (axis: 0 | 1, value: number) => {
      const { least, span } = bounds[axis]!;
      return Math.max(0, (this.smallest[axis] - 1 - scale * span) / 2) + scale * (value - least);
    };
    const vertices = labels.map((label, hole): Vertex => {
      const [x, y] = places[hole]!;
      return { label, place: [along(0, x), along(1, y)] };
    });
    const edges = neighborsOf(facts)!.map(([one, other]): Edge => [labels[one]!, labels[other]!]);
    this.change({ vertices, edges });
    return true;
  }

  file(name: string): BoardFile {
    const { vertices, edges } = this;
    const least = (axis: 0 | 1) => Math.min(...vertices.map(({ place }) => place[axis]));
    const [left, top] = [least(0), least(1)];
    return {
      name,
      lattice: { Graph: edges.map(([one, other]) => [one, other]) },
      labels: { Names: vertices.map(({ label }) => label) },
      places: vertices.map(({ label, place: [x, y] }) => [label, [rounded(x - left), rounded(y - top)]]),
    };
  }

  /** Returns a place for another vertex: on a circle, on a smaller circle, or anywhere. */
  freePlace(): Point {
    const [columns, rows] = this.size;
    const center: Point = [(columns - 1) / 2, (rows - 1) / 2];
    const radius = Math.min(...center);
    const circle = (radius: number, places: number) =>
      Array.from({ length: places }, (_, place): Point => {
        const angle = (2 * Math.PI * place) / places;
        return [center[0] + radius * Math.sin(angle), center[1] - radius * Math.cos(angle)];
      });
    const halves = Array.from({ length: (2 * columns - 1) * (2 * rows - 1) }, (_, place): Point => {
      return [(place % (2 * columns - 1)) / 2, Math.floor(place / (2 * columns - 1)) / 2];
    });
    const places = [...circle(radius, 12), ...circle(radius / 2, 6), ...halves];
    const isFree = (least: number) => (place: Point) =>
      this.vertices.every((vertex) => distance(vertex.place, place) >= least);
    return places.find(isFree(1)) ?? places.find(isFree(CLOSEST)) ?? center;
  }

  private change(graph: Graph): void {
    this.history.record(this.graph);
    this.graph = graph;
  }

  private restore(graph: Graph | undefined): boolean {
    if (graph) this.graph = graph;
    return graph !== undefined;
  }

  /** Returns the nearest place on the canvas to which vertices snap. */
  private snapped(place: Point): Point {
    const along = (axis: 0 | 1) =>
      Math.max(0, Math.min(this.size[axis] - 1, SNAP * Math.round(place[axis] / SNAP)));
    return [along(0), along(1)];
  }
}

/** Returns the places in the file, or those of drawings if the file lacks some or puts vertices too close together. */
function placesOf({ file, labels, places }: Pick<Facts, 'file' | 'labels' | 'places'>): readonly Point[] {
  const given = new Map<string, Point>(file.places);
  const own = labels.map((label) => given.get(label));
  const isFar = (place: Point | undefined, hole: number) =>
    place !== undefined && own.slice(0, hole).every((other) => distance(other!, place) >= CLOSEST);
  return own.every(isFar) ? (own as Point[]) : places;
}

/** Returns the labels a, b, …, z, aa, ab, … */
export function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

function distance([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.hypot(x - otherX, y - otherY);
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
