/** State of the drawing view. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Facts } from 'pegboard';
import type { DrawState } from '../../src/state/draw.ts';
import { library } from './engine.ts';
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
