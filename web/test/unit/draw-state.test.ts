/** State of the drawing view. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Facts, Source } from 'pegboard';
import type { Game } from '../../src/model/game.ts';
import { Storage } from '../../src/model/storage.ts';
import type { DrawState } from '../../src/state/draw.ts';
import { text } from '../../src/text/text.ts';
import { device } from './device.ts';
import { factsOf, library } from './engine.ts';
import { pageWith } from './page.ts';

const triangle = library('triangle5');

let Draw: typeof DrawState;

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { search: '' });
  ({ DrawState: Draw } = await import('../../src/state/draw.ts'));
});

afterAll(() => vi.unstubAllGlobals());

test('the facts of an earlier drawing do not replace a loaded board', async () => {
  const answers: ((facts: Facts) => void)[] = [];
  const engine = { board: () => new Promise<Facts>((resolve) => answers.push(resolve)) };
  const { page } = pageWith({ engine, view: 'play' });
  const state = new Draw(page);
  state.paint([3, 3], true); // asks
  state.paint([3, 4], false); // asks afterwards
  state.load(triangle, 'Triangle 5');
  answers[0]!(library('english').facts);
  await new Promise((resolve) => setTimeout(resolve));
  expect(state.board?.facts.name).toBe('Triangle 5');
  expect(answers.length).toBe(1);
  state.paint([3, 3], true);
  answers[1]!(library('english').facts);
  await expect.poll(() => state.board?.facts.name).toBe('English');
});

test('a drawing that is no board is refused with its reason', async () => {
  const diagnostics = [{ message: 'no jump is possible' }];
  const engine = { board: () => Promise.resolve({ diagnostics }) };
  const { page, toasts } = pageWith({ engine, view: 'play' });
  const state = new Draw(page);
  state.play();
  state.paint([3, 3], true);
  await expect.poll(() => state.flaws).toEqual(diagnostics);
  state.play();
  state.paint([0, 0], true);
  for (let place = 1; place < 144; place++) {
    if (place === 121) state.resize(1);
    state.paint([place % 12, Math.floor(place / 12)], false);
  }
  await state.keep();
  expect(toasts).toEqual([
    text.draw.empty,
    'no jump is possible',
    text.draw.tooMany(state.drawing.shownCount),
  ]);
  expect(state.drawing.shownCount).toBeGreaterThan(128);
});

test('a new name keeps the labels and the position of an imported board', async () => {
  const named = factsOf({
    ron: {
      text: 'Board(name: "N", lattice: Square, labels: Names(["x","y","z"]), holes: Picture(["ooo"]), note: "three")',
      name: 'n',
    },
  });
  const opened: Game[] = [];
  const { page } = pageWith({
    engine: { board: ({ source }: { source: Source }) => Promise.resolve(factsOf(source)) },
    facts: () => Promise.resolve({ ...named, pegs: [0, 1] }),
    open: (game: Game) => opened.push(game),
    view: 'draw',
  });
  const state = new Draw(page);
  await state.read();
  state.setName('Row');
  await expect.poll(() => state.board?.facts.name).toBe('Row');
  expect(state.board!.facts.labels).toEqual(['x', 'y', 'z']);
  expect(state.board!.facts.file.note).toBe('three');
  state.play();
  expect(opened.map((game) => game.pegs)).toEqual(['110']);
  state.paint([0, 0], true); // the labels are those of three holes
  await expect.poll(() => state.board?.facts.labels.length).toBe(4);
});

test('a board that a full device cannot save leaves the one that was saved before', async () => {
  const full = device();
  const { page } = pageWith({
    engine: { board: ({ source }: { source: Source }) => Promise.resolve(factsOf(source)) },
    storage: new Storage(full),
    open: () => {},
    view: 'play',
  });
  const state = new Draw(page);
  const holes = () => state.board?.facts.labels.length;
  const kept = () => page.storage.list('boards').map(({ name }) => name);
  for (const x of [1, 2, 3]) state.paint([x, 1], true);
  await expect.poll(holes).toBe(3);
  state.play();
  state.paint([4, 1], true);
  await expect.poll(holes).toBe(4);
  full.room = 10;
  state.play();
  expect(kept()).toEqual([text.draw.unnamed]);
  full.room = Infinity;
  state.play();
  expect(kept()).toEqual([text.draw.unnamed]); // the same name, for the new board
});

test('dropped text is imported', async () => {
  const { page } = pageWith({ facts: () => Promise.resolve(triangle.facts), view: 'draw' });
  const state = new Draw(page);
  await state.readDropped({ files: [], getData: () => 'o o' } as unknown as DataTransfer);
  expect([state.importText, state.isImportOpen, state.board?.facts.name]).toEqual([
    'o o',
    true,
    'Triangle 5',
  ]);
});
