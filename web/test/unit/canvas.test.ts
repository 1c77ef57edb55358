import { expect, test } from 'vitest';
import type { JumpDirections } from '../../src/engine/messages.ts';
import { Canvas, LARGEST, gridPoints, inPlane } from '../../src/model/canvas.ts';
import { ask, factsOf, library } from './engine.ts';

test('every board that fits the grid is drawn as it is', () => {
  for (const { id } of ask({ ask: 'library' })) {
    const { facts } = library(id);
    const canvas = new Canvas(11);
    expect(canvas.load(facts.file, facts.points)).toBe(true);
    expect(canvas.shownCount).toBe(facts.labels.length);
    const again = factsOf({ file: canvas.file('again') });
    expect(again.points).toEqual(facts.points);
    expect(again.jumps).toEqual(facts.jumps);
  }
});

test('the directions in which pegs jump are kept with the board', () => {
  const holes = Array.from({ length: 9 }, (_, place): [number, number] => [place % 3, Math.floor(place / 3)]);
  for (const jumps of ['Diagonal', 'All', ['Right', 'Down']] satisfies JumpDirections[]) {
    const { file, points } = factsOf({ file: { name: 'Square', lattice: 'Square', jumps, holes } });
    const canvas = new Canvas(11);
    canvas.load(file, points);
    expect(factsOf({ file: canvas.file('again') }).file.jumps).toEqual(jumps);
  }
});

test('what is wider than the largest grid is refused', () => {
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
  canvas.lattice = lattice;
  const near = lattice === 'Square' ? ([3, 2] as const) : ([6, 3] as const);
  canvas.begin();
  canvas.paint(near, true, symmetry);
  expect(canvas.count).toBe(images);
  canvas.paint(near, false, symmetry);
  expect(canvas.count).toBe(0);
});

test('strokes are undone and redone', () => {
  const canvas = new Canvas(5);
  canvas.begin();
  canvas.paint([1, 1], true, 'none');
  canvas.paint([2, 1], true, 'none');
  canvas.begin();
  canvas.paint([3, 1], true, 'none');
  expect(canvas.undo()).toBe(true);
  expect(canvas.count).toBe(2);
  expect(canvas.undo() && canvas.count).toBe(0);
  expect(canvas.undo()).toBe(false);
  expect(canvas.redo() && canvas.redo()).toBe(true);
  expect(canvas.count).toBe(3);
  canvas.clear();
  expect(canvas.undo() && canvas.count).toBe(3);
});

test('the triangular grid is a rectangle', () => {
  const places = gridPoints('Triangular', 8).map((point) => inPlane('Triangular', point)[0]);
  expect([Math.min(...places), Math.max(...places)]).toEqual([-0.5, 7]);
});
