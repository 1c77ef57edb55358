/** State of the boards view. */

import { expect, test } from 'vitest';
import { LibraryState } from '../../src/state/library.ts';
import { pageWith } from './page.ts';

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
