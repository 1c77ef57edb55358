/** Groups of the library's boards. */

import type { Listed } from 'pegboard';

export const GROUPS = ['classic', 'squares', 'triangles', 'hexagons', 'crosses', 'odd', 'graphs'] as const;
export type Group = (typeof GROUPS)[number];

const CLASSIC = [
  'english',
  'french',
  'wiegleb',
  'triangle5',
  'cracker-barrel',
  'think-and-jump',
  'english-diagonal',
];

/** Prefixes of names, by group. */
const PREFIXES: [prefix: string, group: Group][] = [
  ['triangle', 'triangles'],
  ['hexagon', 'hexagons'],
  ['star', 'hexagons'],
  ['square', 'squares'],
  ['rectangle', 'squares'],
  ['clipped', 'squares'],
  ['diamond', 'squares'],
  ['cross-', 'crosses'],
  ['asymmetric-cross', 'crosses'],
];

export function groupOf({ id, lattice }: Pick<Listed, 'id' | 'lattice'>): Group {
  if (CLASSIC.includes(id)) return 'classic';
  if (lattice !== 'square' && lattice !== 'triangular') return 'graphs';
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 'odd';
}
