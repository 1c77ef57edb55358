import { expect, test } from 'vitest';
import type { BoardFile } from 'pegboard';
import type { Point } from '../../src/model/canvas.ts';
import { GraphCanvas } from '../../src/model/graph-canvas.ts';
import { ask, factsOf, library } from './engine.ts';

const canvas = () => new GraphCanvas([12, 9]);
const labels = (graph: GraphCanvas) => graph.vertices.map(({ label }) => label);

test('vertices are called a, b, c, …, z, aa, and a free letter is used again', () => {
  const graph = canvas();
  for (let vertex = 0; vertex < 28; vertex++) graph.add(graph.freePlace());
  expect(labels(graph).join(' ')).toBe('a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab');
  graph.remove('c');
  expect(graph.add([0, 0])).toBe('c');
  expect(new Set(labels(graph)).size).toBe(28);
});

test('an edge is added and removed in either order, and removing a vertex removes its edges', () => {
  const graph = canvas();
  for (const x of [0, 2, 4]) graph.add([x, 0]);
  expect(graph.toggle('a', 'b')).toBe(true);
  expect(graph.toggle('c', 'b')).toBe(true);
  expect(graph.edgesOf('b')).toHaveLength(2);
  expect(graph.toggle('b', 'a')).toBe(false);
  expect(graph.edges).toEqual([['c', 'b']]);
  graph.remove('c');
  expect(graph.edges).toEqual([]);
  expect(labels(graph)).toEqual(['a', 'b']);
});

test('every change is undone and redone', () => {
  const graph = canvas();
  const state = () => JSON.stringify([graph.vertices, graph.edges]);
  const seen = [state()];
  const steps = [
    () => graph.add([1, 1]),
    () => graph.add([3, 1]),
    () => graph.toggle('a', 'b'),
    () => graph.move('a', [2, 2]),
    () => graph.remove('a'),
    () => graph.load(library('petersen').facts),
    () => graph.toggle('a', 'b'),
    () => graph.clear(),
  ];
  for (const step of steps) {
    step();
    seen.push(state());
  }
  expect(new Set(seen.slice(1, -1)).size).toBe(steps.length - 1);
  for (const before of seen.slice(0, -1).reverse()) {
    expect(graph.undo()).toBe(true);
    expect(state()).toBe(before);
  }
  expect(graph.undo()).toBe(false);
  for (const after of seen.slice(1)) {
    expect(graph.redo()).toBe(true);
    expect(state()).toBe(after);
  }
  expect(graph.redo()).toBe(false);
});

test('a vertex stays on the canvas, and never moves onto another one', () => {
  const graph = canvas();
  graph.add([1, 1]);
  graph.add([3, 1]);
  expect(graph.move('a', [3.05, 1])).toBe(false);
  expect(graph.move('a', [-5, 50])).toBe(true);
  expect(graph.vertices[0]!.place).toEqual([0, 8]);
  expect(graph.undo() && graph.undo() && labels(graph)).toEqual(['a']);
});

test('every library board given by a graph is drawn unchanged, and no other board', () => {
  let graphs = 0;
  for (const { id } of ask({ ask: 'library' })) {
    const { facts } = library(id);
    const graph = canvas();
    const isGraph = typeof facts.file.lattice === 'object' && 'Graph' in facts.file.lattice;
    expect(graph.load(facts)).toBe(isGraph);
    if (!isGraph) continue;
    graphs++;
    const again = factsOf({ file: graph.file('again') });
    expect([again.labels, again.jumps]).toEqual([facts.labels, facts.jumps]);
    const twice = canvas();
    twice.load(again);
    expect(twice.file('again')).toEqual(graph.file('again'));
  }
  expect(graphs).toBeGreaterThan(5);
});

test('isolated vertices, single vertices and labels of any kind survive', () => {
  const file: BoardFile = {
    name: 'Islands',
    lattice: { Graph: [['z', '1']] },
    labels: { Names: ['q', '1', 'roof', 'z'] },
  };
  const graph = canvas();
  graph.load(factsOf({ file }));
  const again = factsOf({ file: graph.file('again') });
  expect(again.labels).toEqual(['q', '1', 'roof', 'z']);
  expect(graph.add([0, 0])).toBe('a');
  graph.clear();
  graph.add([2, 2]);
  expect(factsOf({ file: graph.file('One') }).labels).toEqual(['a']);
});

test('graphs with missing jumps are rejected', () => {
  const file: BoardFile = {
    name: 'Path',
    lattice: {
      Graph: [
        ['a', 'b'],
        ['b', 'c'],
      ],
    },
    without: [['a', 'b', 'c']],
  };
  expect(canvas().load(factsOf({ file }))).toBe(false);
});

test('128 vertices find free places, the first ones on a circle', () => {
  const graph = new GraphCanvas([7, 7]);
  for (let vertex = 0; vertex < 128; vertex++) graph.add(graph.freePlace());
  const places = graph.vertices.map(({ place }) => place);
  expect(new Set(places.map(String)).size).toBe(128);
  const fromCenter = ([x, y]: Point) => Math.hypot(x - 3, y - 3);
  for (const place of places.slice(0, 12)) expect(Math.abs(fromCenter(place) - 3)).toBeLessThan(0.2);
});

test('a snapshot restores the graph; anything else changes nothing', () => {
  const graph = new GraphCanvas([7, 7]);
  const [a, b] = [graph.add([1, 1]), graph.add([4, 1])];
  graph.toggle(a, b);
  const other = new GraphCanvas([7, 7]);
  expect(other.readSnapshot(JSON.parse(JSON.stringify(graph.snapshot)))).toBe(true);
  expect([other.vertices, other.edges]).toEqual([graph.vertices, graph.edges]);
  const vertices = [{ label: 'a', place: [0, 0] }];
  for (const wrong of [
    null,
    {},
    { vertices: 3, edges: [] },
    { vertices, edges: [['a', 'b']] },
    { vertices, edges: [['a', 'a']] },
    { vertices: [...vertices, ...vertices], edges: [] },
    { vertices: [{ label: 'a', place: [-1, 1e9] }], edges: [] },
    { vertices: [null], edges: [] },
  ])
    expect([wrong, other.readSnapshot(wrong)]).toEqual([wrong, false]);
});

test('a graph with places far apart is scaled down, and restored from its snapshot', () => {
  const places: [string, [number, number]][] = [
    ['a', [-1e6, 0]],
    ['b', [0, 0]],
    ['c', [1e6, 50]],
  ];
  const edges: [string, string][] = [
    ['a', 'b'],
    ['b', 'c'],
  ];
  const graph = canvas();
  graph.load(factsOf({ file: { name: 'Far', lattice: { Graph: edges }, places } }));
  expect(graph.size).toEqual([1001, 9]);
  const again = canvas();
  expect(again.readSnapshot(JSON.parse(JSON.stringify(graph.snapshot)))).toBe(true);
  expect(again.vertices).toEqual(graph.vertices);
  again.add(again.freePlace());
  expect(labels(again)).toHaveLength(4);
});
