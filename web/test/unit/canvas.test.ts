import { expect, test } from 'vitest';
import type { JumpDirections } from 'pegboard';
import { Canvas, LARGEST, gridPoints, inPlane } from '../../src/model/canvas.ts';
import { ask, factsOf, library } from './engine.ts';

test('every board that fits the grid is drawn unchanged', () => {
  for (const { id } of ask({ ask: 'library' })) {
    const { facts } = library(id);
    const canvas = new Canvas(11);
    const fits = typeof facts.file.lattice === 'string' && facts.file.without === undefined;
    expect(canvas.load(facts.file, facts.points)).toBe(fits);
    if (!fits) continue;
    expect(canvas.shownCount).toBe(facts.labels.length);
    const again = factsOf({ file: canvas.file('again') });
    expect(again.points).toEqual(facts.points);
    expect(again.jumps).toEqual(facts.jumps);
  }
});

test('the jump directions are kept with the board', () => {
  const holes = Array.from({ length: 9 }, (_, place): [number, number] => [place % 3, Math.floor(place / 3)]);
  for (const jumps of ['Diagonal', 'All', ['Right', 'Down']] satisfies JumpDirections[]) {
    const { file, points } = factsOf({ file: { name: 'Square', lattice: 'Square', jumps, holes } });
    const canvas = new Canvas(11);
    canvas.load(file, points);
    expect(factsOf({ file: canvas.file('again') }).file.jumps).toEqual(jumps);
  }
});

test('a board wider than the largest grid is rejected', () => {
  expect(
    new Canvas(9).load({ lattice: 'Square' }, [
      [0, 0],
      [LARGEST, 0],
    ]),
  ).toBe(false);
});

test.each([
  ['Square', 'mirror', 2],
  ['Square', 'both', 4],
  ['Square', 'rotate', 4],
  ['Triangular', 'mirror', 2],
  ['Triangular', 'both', 4],
  ['Triangular', 'rotate', 6],
] as const)('on the %s grid, painting with %s gives the images of a point', (lattice, symmetry, images) => {
  const canvas = new Canvas(9);
  canvas.setLattice(lattice);
  const near = lattice === 'Square' ? ([3, 2] as const) : ([6, 3] as const);
  canvas.begin();
  canvas.paint(near, true, symmetry);
  expect(canvas.shownCount).toBe(images);
  canvas.paint(near, false, symmetry);
  expect(canvas.shownCount).toBe(0);
});

test('strokes are undone and redone', () => {
  const canvas = new Canvas(5);
  canvas.begin();
  canvas.paint([1, 1], true, 'none');
  canvas.paint([2, 1], true, 'none');
  canvas.begin();
  canvas.paint([3, 1], true, 'none');
  expect(canvas.undo()).toBe(true);
  expect(canvas.shownCount).toBe(2);
  expect(canvas.undo() && canvas.shownCount).toBe(0);
  expect(canvas.undo()).toBe(false);
  expect(canvas.redo() && canvas.redo()).toBe(true);
  expect(canvas.shownCount).toBe(3);
  canvas.clear();
  expect(canvas.undo() && canvas.shownCount).toBe(3);
});

test('undo restores the grid with its holes: size, lattice and jump directions', () => {
  const canvas = new Canvas(9);
  const seen: unknown[] = [];
  const see = () => seen.push([canvas.size, canvas.lattice, canvas.jumps, canvas.shownCount]);
  const steps = [
    () => canvas.begin(),
    () => canvas.setJumps('All'),
    () => canvas.resize(1),
    () => canvas.setLattice('Triangular'),
    () => canvas.load({ lattice: 'Square', jumps: 'Diagonal' }, [[0, 0]]),
  ];
  see();
  for (const step of steps) {
    step();
    if (step === steps[0]) canvas.paint([1, 1], true, 'none');
    see();
  }
  expect(seen.slice(1)).toEqual([
    [9, 'Square', undefined, 1],
    [9, 'Square', 'All', 1],
    [10, 'Square', 'All', 1],
    [10, 'Triangular', undefined, 1],
    [10, 'Square', 'Diagonal', 1],
  ]);
  const now = () => [canvas.size, canvas.lattice, canvas.jumps, canvas.shownCount];
  for (const before of seen.slice(0, -1).reverse()) {
    expect(canvas.undo()).toBe(true);
    expect(now()).toEqual(before);
  }
  expect(canvas.undo()).toBe(false);
  for (const after of seen.slice(1)) {
    expect(canvas.redo()).toBe(true);
    expect(now()).toEqual(after);
  }
});

test('a failed change of the grid adds no undo step', () => {
  const canvas = new Canvas(LARGEST);
  expect(canvas.resize(1)).toBe(false);
  expect(canvas.undo()).toBe(false);
});

test('the triangular grid is a rectangle', () => {
  const places = gridPoints('Triangular', 8).map((point) => inPlane('Triangular', point)[0]);
  expect([Math.min(...places), Math.max(...places)]).toEqual([-0.5, 7]);
});

test('a snapshot restores grid and holes; anything else changes nothing', () => {
  const canvas = new Canvas(9);
  canvas.setLattice('Triangular');
  canvas.begin();
  canvas.paint([3, 2], true, 'none');
  const snapshot = JSON.parse(JSON.stringify(canvas.snapshot)) as unknown;
  const other = new Canvas(11);
  expect(other.readSnapshot(snapshot)).toBe(true);
  expect([other.lattice, other.size, other.shownCount, other.has([3, 2])]).toEqual([
    'Triangular',
    9,
    1,
    true,
  ]);
  for (const wrong of [
    null,
    7,
    {},
    { grid: { lattice: 'Round', size: 9 }, holes: [] },
    { grid: { lattice: 'Square', size: 1e9 }, holes: [] },
    { grid: { lattice: 'Square', size: 9, jumps: [1] }, holes: [] },
    { grid: { lattice: 'Square', size: 9 }, holes: ['1,2', 3] },
    { grid: { lattice: 'Square', size: 9 }, holes: ['<b>'] },
  ])
    expect([wrong, other.readSnapshot(wrong)]).toEqual([wrong, false]);
  expect(other.shownCount).toBe(1);
});
