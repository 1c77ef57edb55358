/** State of the puzzles view. */

import { expect, test } from 'vitest';
import packs from '../../src/data/packs.json';
import { dailyPuzzle, today, type Pack } from '../../src/model/packs.ts';
import { PuzzlesState } from '../../src/state/puzzles.ts';
import { pageWith } from './page.ts';

test('the puzzle of the day is counted before the packs are shown', async () => {
  const { page } = pageWith({});
  const [link] = dailyPuzzle(packs as Pack[], today());
  await new PuzzlesState(page).solved(link);
  expect(page.storage.statistics.days).toEqual([today()]);
});
