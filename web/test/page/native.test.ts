/** The problem view shows the answers of the command line; `test/unit/native.test.ts` compares the engines on more boards. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { nativeSolver } from '../native.ts';
import { Site, type Player } from './support.ts';

const BOARDS = ['english', 'french', 'wiegleb', 'triangle5', 'hexagon4', 'star13'];

let site: Site;
let player: Player;
let native: ReturnType<typeof nativeSolver>;

beforeAll(async () => {
  native = nativeSolver();
  site = await Site.open();
  player = await site.page();
}, 900_000);
afterAll(() => site.close());

test.each(BOARDS)('on board %s the page and the command line give the same answers', async (board) => {
  await player.openBoard(board);
  await player.show('Problems');
  const view = player.page.locator('section.problems');
  const vacancy = /^Vacate (\w+)/.exec(await view.locator('.answer h3').innerText())![1]!;
  const finishes = view.locator('.chips .chip');
  await expect.poll(() => view.locator('.chip .waiting').count()).toBe(0);
  const goals: [string[], () => Promise<unknown>][] = [
    [['--finish', 'any'], () => view.getByRole('combobox', { name: 'Goal' }).selectOption('anyHole')],
  ];
  for (let index = 0; index < Math.min(3, await finishes.count()); index++) {
    const label = (await finishes.nth(index).innerText()).trim();
    goals.push([['--finish', label], () => finishes.nth(index).click()]);
  }
  for (const [finish, choose] of goals) {
    await choose();
    const verdict = () => view.locator('.verdict').innerText();
    await expect.poll(verdict).toMatch(/^(Solvable|Impossible)/);
    const { answer, jumps } = native(board, ['--vacate', vacancy, ...finish]);
    const said = await verdict();
    expect([finish[1], said.startsWith('Solvable') ? 'solvable' : 'unsolvable']).toEqual([finish[1], answer]);
    if (answer === 'solvable') expect(Number(/(\d+) jump/.exec(said)![1])).toBe(jumps);
  }
  expect(player.errors).toEqual([]);
});
