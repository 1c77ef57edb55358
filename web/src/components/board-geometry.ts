/** Geometry of a drawn board: its ground, its edges, the names at its border, and the holes near a point. */

export interface Point {
  x: number;
  y: number;
}

/** Returns the path of the ground: a disc around each hole, and perhaps bridges between holes 1 apart. */
export function ground(places: readonly Point[], hasBridges: boolean, cell: number): string {
  const spots = places.map(({ x, y }) => `M${x} ${y}h.01`);
  if (!hasBridges) return spots.join('');
  const at = new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
  const isHole = (x: number, y: number) => at.has(`${Math.round(x)} ${Math.round(y)}`);
  const bridges = places.flatMap(({ x, y }, hole) => {
    const [right, down] = [x + cell, y + cell];
    const isSquare = isHole(right, y) && isHole(x, down) && isHole(right, down);
    const neighbors = places
      .slice(hole + 1)
      .filter((other) => Math.hypot(other.x - x, other.y - y) < 1.1 * cell);
    const corner = isSquare ? [{ x: right, y: down }] : [];
    return [...neighbors, ...corner].map((to) => `M${x} ${y}L${to.x} ${to.y}`);
  });
  return [...spots, ...bridges].join('');
}

/** Returns the path of an edge: straight, or bent if other holes are in the way. */
export function edgePath(
  places: readonly Point[],
  [from, to]: readonly [number, number],
  cell: number,
): string {
  const [a, b] = [places[from]!, places[to]!];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const isInTheWay = (c: Point, hole: number) => {
    const along = ((c.x - a.x) * dx + (c.y - a.y) * dy) / length ** 2;
    const aside = Math.abs((c.x - a.x) * dy - (c.y - a.y) * dx) / length;
    return hole !== from && hole !== to && along >= 0 && along <= 1 && aside < 0.42 * cell;
  };
  if (!places.some(isInTheWay)) return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const bend = (1.3 * cell) / length;
  return `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + dy * bend} ${(a.y + b.y) / 2 - dx * bend} ${b.x} ${b.y}`;
}

/** Returns the hole nearest to a point within a distance, if any. */
export function nearestHole(places: readonly Point[], { x, y }: Point, within: number): number | null {
  let best: number | null = null;
  let least = within;
  places.forEach((place, hole) => {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) [best, least] = [hole, distance];
  });
  return best;
}

/** Returns the nearest hole in a direction, preferring straight ahead. */
export function neighborAhead(
  places: readonly Point[],
  hole: number,
  [dx, dy]: readonly [number, number],
): number | null {
  const here = places[hole];
  if (!here) return null;
  let best: number | null = null;
  let least = Infinity;
  places.forEach((place, other) => {
    const [x, y] = [place.x - here.x, place.y - here.y];
    const ahead = x * dx + y * dy;
    const cost = ahead + 2.5 * Math.abs(x * dy - y * dx);
    if (ahead > 1 && cost < least) [best, least] = [other, cost];
  });
  return best;
}

/** Name of a column or row beside the board. */
export interface BorderName {
  text: string;
  /** Place in the units of the holes. */
  place: readonly [number, number];
}

/** Distance of a name from the nearest hole, and where the side of the board slants. */
const BESIDE = 0.82;
const BESIDE_SLANT = 1;
/** Least distance between two names. */
const APART = 0.5;

/**
 * Returns the names of columns and rows beside the board, or none unless each label names a column and a row of aligned
 * holes and no two names overlap.
 */
export function borderNames(
  places: readonly (readonly [number, number])[],
  labels: readonly string[],
): BorderName[] {
  const columns = new Map<string, number[]>();
  const rows = new Map<string, number[]>();
  for (const [hole, label] of labels.entries()) {
    const parts = /^([a-z]+)(\d+)$/.exec(label);
    if (!parts) return [];
    columns.set(parts[1]!, [...(columns.get(parts[1]!) ?? []), hole]);
    rows.set(parts[2]!, [...(rows.get(parts[2]!) ?? []), hole]);
  }
  const at = (hole: number) => places[hole]!;
  const isLevel = [...rows.values()].every((row) =>
    row.every((hole) => Math.abs(at(hole)[1] - at(row[0]!)[1]) < 0.01),
  );
  if (!isLevel) return [];
  const left = Math.min(...places.map(([x]) => x));
  const isUpright = [...columns.values()].every((column) =>
    column.every((hole) => Math.abs(at(hole)[0] - at(column[0]!)[0]) < 0.01),
  );
  const rowNames = [...rows].map(([text, holes]): BorderName => {
    const first = Math.min(...holes.map((hole) => at(hole)[0]));
    return { text, place: [isUpright ? left - BESIDE : first - BESIDE_SLANT, at(holes[0]!)[1]] };
  });
  const columnNames = [...columns].map(([text, holes]): BorderName => {
    if (isUpright) return { text, place: [at(holes[0]!)[0], -BESIDE] };
    // Columns of the triangular lattice slant down to the left: the name follows the last hole.
    const last = holes.reduce((low, hole) => (at(hole)[1] > at(low)[1] ? hole : low));
    return { text, place: [at(last)[0] - BESIDE_SLANT / 2, at(last)[1] + BESIDE_SLANT * 0.87] };
  });
  const names = [...rowNames, ...columnNames];
  const overlap = names.some(({ place: [x, y] }, index) =>
    names.slice(0, index).some(({ place }) => Math.hypot(place[0] - x, place[1] - y) < APART),
  );
  return overlap ? [] : names;
}
