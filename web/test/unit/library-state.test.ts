/** State of the boards view. */

import { expect, test, vi } from 'vitest';
import type { Listed } from 'pegboard';
import { Storage } from '../../src/model/storage.ts';
import { LibraryState } from '../../src/state/library.ts';
import { setLanguage, text } from '../../src/text/text.ts';
import { device } from './device.ts';
import { pageWith } from './page.ts';

test('a deleted entry keeps its place, also when it is restored', () => {
  const { page } = pageWith({});
  for (const name of ['d', 'c', 'b', 'a']) page.storage.save('games', { name, link: name });
  const state = new LibraryState(page);
  const shown = () =>
    state
      .shelf('games')
      .map(({ saved, isRemoved }) => (isRemoved ? `(${saved.name})` : saved.name))
      .join(' ');
  const entry = (name: string) => state.shelf('games').find(({ saved }) => saved.name === name)!.saved;
  state.remove('games', entry('c'));
  state.remove('games', entry('b'));
  expect(shown()).toBe('a (b) (c) d');
  state.restore('games', entry('c'));
  expect(shown()).toBe('a (b) c d');
  state.restore('games', entry('b'));
  expect(shown()).toBe('a b c d');
  expect(page.storage.list('games').map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('a deleted entry that a full device cannot take back can be restored later', () => {
  const full = device();
  const { page, toasts } = pageWith({ storage: new Storage(full) });
  const saved = { name: 'a', link: 'a' };
  page.storage.save('games', saved);
  const state = new LibraryState(page);
  state.remove('games', saved);
  full.room = 0;
  state.restore('games', saved);
  expect(toasts).toEqual([text.play.notSaved]);
  expect(state.shelf('games')).toEqual([{ saved, isRemoved: true }]);
  full.room = Infinity;
  state.restore('games', saved);
  expect(state.shelf('games')).toEqual([{ saved, isRemoved: false }]);
});

test('the library is listed again after an attempt that failed', async () => {
  let attempts = 0;
  const engine = {
    library: () => (attempts++ === 0 ? Promise.reject(new Error('offline')) : Promise.resolve([])),
    named: () => Promise.resolve([]),
  };
  const { page, toasts } = pageWith({ engine });
  const state = new LibraryState(page);
  state.shown();
  await expect.poll(() => toasts).toEqual(['Error: offline']);
  state.shown();
  expect(attempts).toBe(2);
});

test('a board is found by the name of its group in the language of the page', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const [triangle, cross] = ['triangle4', 'cross-2'].map((id) => ({
    id,
    name: id,
    lattice: 'square',
    places: [],
  }));
  const state = new LibraryState(pageWith({}).page);
  state.listed = [triangle, cross] as unknown as Listed[];
  const found = (search: string) => {
    state.setSearch(search);
    return state.matches.map(({ id }) => id);
  };
  expect(found('Crosses')).toEqual(['cross-2']);
  expect(found('Dreieck')).toEqual([]);
  await setLanguage('de');
  expect(found('Dreieck')).toEqual(['triangle4']);
  await setLanguage('en');
  vi.unstubAllGlobals();
});
