/** Names at the border of boards. */

import { expect, test } from 'vitest';
import { borderNames } from '../../src/components/board-geometry.ts';
import { library } from './engine.ts';

const namesOf = (id: string) => {
  const { places, labels } = library(id).facts;
  return borderNames(places, labels);
};

test('columns and rows of square boards have names above and at the left', () => {
  const names = namesOf('english');
  expect(names.map(({ text }) => text).sort()).toEqual([...'1234567abcdefg']);
  for (const { text, place } of names) {
    if (/\d/.test(text)) expect(place[0]).toBeLessThan(0);
    else expect(place[1]).toBeLessThan(0);
  }
});

test('no name at the border covers a hole', () => {
  for (const id of ['english', 'triangle5', 'french', 'diamond41', 'arrow']) {
    const { places } = library(id).facts;
    const names = namesOf(id);
    expect([id, names.length > 0]).toEqual([id, true]);
    for (const { text, place } of names) {
      const nearest = Math.min(...places.map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
      expect([id, text, nearest > 0.6]).toEqual([id, text, true]);
    }
  }
});

test('no two names at the border overlap', () => {
  for (const id of ['hexagon4', 'star13', 'kite']) expect(namesOf(id)).toEqual([]); // they have the names in the holes
});

test('names beside a slanted side keep clear of the rim', () => {
  const { places } = library('triangle5').facts;
  for (const { place } of namesOf('triangle5')) {
    const nearest = Math.min(...places.map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
    expect(nearest).toBeGreaterThan(0.95);
  }
});

test('boards with other names have none at the border', () => {
  for (const id of ['cracker-barrel', 'petersen']) expect(namesOf(id)).toEqual([]);
});
