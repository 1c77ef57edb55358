/** Kept work: nothing is overwritten or deleted without undo, and each tab has its own game. */

import { beforeEach, expect, test } from 'vitest';
import { openStage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
});

const names = (list: number) =>
  stage.view('boards').locator('.kept section').nth(list).locator('.open').allInnerTexts();
const games = () => names(0);
const boards = () => names(1);

async function drawAndPlay(...labels: [string, string]): Promise<void> {
  await stage.player.show('Draw');
  await stage.press('draw', 'Clear');
  await stage.player.stroke(...labels);
  await stage.view('draw').locator('.facts').waitFor();
  await stage.press('draw', 'Play this board');
  await stage.page.waitForSelector('section.play:not([hidden])');
}

test('two drawings of the same name are both kept', async () => {
  await drawAndPlay('b2', 'e2');
  await stage.page.reload(); // a new drawing
  await stage.player.ready();
  await drawAndPlay('b2', 'f2');
  await stage.player.show('Boards');
  await expect.poll(boards).toEqual(['My board (2)', 'My board']);
});

test('two games under the offered name are both kept', async () => {
  for (const jump of ['d2-d4', 'b3-d3']) {
    await stage.player.jumps(jump);
    if ((await stage.view('play').locator('.share[open]').count()) === 0) await stage.player.unfold('Share');
    await stage.press('play', 'Save game');
    await stage.page.getByRole('dialog').getByLabel('Name').fill('Mine');
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Save game' }).click();
  }
  await stage.page.locator('.toasts p', { hasText: 'Mine (2)' }).waitFor();
  await stage.player.show('Boards');
  await expect.poll(games).toEqual(['Mine (2)', 'Mine']);
});

test('a deleted game is restored by Undo, which has the focus', async () => {
  await stage.player.jumps('d2-d4');
  await stage.player.openBoard('triangle5'); // keeps the interrupted game
  await stage.player.show('Boards');
  await expect.poll(games).toEqual(['English after 1 jump (interrupted)']);
  await stage.page.getByRole('button', { name: 'Delete English after 1 jump' }).focus();
  await stage.page.keyboard.press('Enter');
  await expect.poll(games).toEqual([]);
  await expect.poll(() => stage.player.focused()).toBe('Undo');
  await stage.page.keyboard.press('Enter');
  await expect.poll(games).toEqual(['English after 1 jump (interrupted)']);
});

test('a reload keeps the canvas, a grid or a graph', async () => {
  await stage.player.show('Draw');
  await stage.player.stroke('b2', 'e2');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(4);
  await stage.page.waitForTimeout(400);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Draw');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(4);
  await expect.poll(() => stage.view('draw').locator('.facts dd').first().innerText()).toBe('4');
  await stage.player.choose('Graph');
  await stage.press('draw', 'Add vertex');
  await stage.page.waitForTimeout(400);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Draw');
  await expect.poll(() => stage.view('draw').locator('.board.graph .painted').count()).toBe(1);
});

test.each([
  'nonsense',
  '{"grid":{"grid":{"lattice":"Square","size":1e9},"holes":[]}}',
  '{"graph":{"vertices":[{}],"edges":[]}}',
])('a kept canvas of %s breaks nothing', async (canvas) => {
  await stage.page.evaluate((content) => localStorage.setItem('pegboard.canvas', content), canvas);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Draw');
  await stage.player.stroke('b2', 'd2');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(3);
});

test('a full device is reported instead of “saved”', async () => {
  await stage.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await drawAndPlay('b2', 'e2');
  await stage.page.locator('.toasts p', { hasText: 'Cannot save' }).waitFor();
});

test('each of two tabs keeps its own game over a reload, without a question', async () => {
  await stage.player.jumps('d2-d4');
  await expect.poll(() => stage.page.url()).toContain('#');
  const other = await stage.player.context.newPage();
  await other.goto(stage.site.url);
  await other.waitForSelector('html[data-ready]');
  await other.locator('.tab[data-view=boards]').click();
  await other.getByLabel('Find a board').fill('triangle5');
  await other.locator('.library .card').first().click();
  await expect.poll(() => other.locator('section.play h2').innerText()).toBe('Triangle 5');
  await other.waitForTimeout(300);
  await stage.player.jumps('b3-d3'); // the last change of the device is in this tab
  await stage.page.waitForTimeout(300);
  await other.reload();
  await other.waitForSelector('html[data-ready]');
  await expect.poll(() => other.locator('section.play h2').innerText()).toBe('Triangle 5');
  expect(await other.getByRole('dialog').count()).toBe(0);
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(() => stage.player.text('.status strong')).toBe('30 pegs');
});
