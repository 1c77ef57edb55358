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

test('a later state of an interrupted game replaces the earlier one, but no game that the player saved', async () => {
  await stage.player.jumps('d2-d4');
  await stage.player.unfold('Share');
  await stage.press('play', 'Save game');
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Save game' }).click();
  await stage.player.jumps('b3-d3');
  await stage.player.openBoard('triangle5');
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Open English after 2 jumps (interrupted)' }).click();
  await expect.poll(() => stage.player.text('.status strong')).toBe('30 pegs');
  await stage.player.jumps('c1-c3');
  await stage.player.openBoard('triangle5');
  await stage.player.show('Boards');
  await expect.poll(games).toEqual(['English after 3 jumps (interrupted)', 'English, 1 jump']);
});

test('a reload keeps the view and the undone jumps', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.page.keyboard.press('u');
  await expect.poll(() => stage.player.text('.status strong')).toBe('31 pegs');
  await stage.player.show('Problems');
  await stage.page.reload();
  await stage.player.ready();
  expect(await stage.player.text('h2')).toBe('Problems: English');
  await stage.player.show('Play');
  await stage.page.keyboard.press('r');
  await expect.poll(() => stage.player.text('.status strong')).toBe('30 pegs');
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

test('a reload right after a stroke keeps the drawing', async () => {
  await stage.player.show('Draw');
  await stage.player.stroke('b2', 'e2');
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Draw');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(4);
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

const notSaved = () => stage.page.locator('.toasts p', { hasText: 'Cannot save' });

/** Makes the device refuse to store anything. */
async function fillDevice(): Promise<void> {
  await stage.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
}

test('a full device is reported once instead of “saved”', async () => {
  await fillDevice();
  await drawAndPlay('b2', 'e2');
  await expect.poll(() => notSaved().count()).toBe(1);
  await stage.page.waitForTimeout(400);
  expect(await notSaved().count()).toBe(1);
});

test('a drawing or an interrupted game that cannot be kept is reported', async () => {
  await fillDevice();
  await stage.player.show('Draw');
  await stage.player.stroke('b2', 'e2');
  await notSaved().waitFor();
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Play');
  await fillDevice();
  await stage.player.jumps('d2-d4');
  await stage.player.openBoard('triangle5');
  await notSaved().waitFor();
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

/** Board file whose game has a link that is too long to share. */
function longBoard(): string {
  const labels = Array.from({ length: 100 }, (_, vertex) => `vertex${vertex}`);
  const edges = labels.slice(1).map((label, vertex) => `("${labels[vertex]}", "${label}")`);
  const places = labels.map(
    (label, vertex) => `("${label}", (${vertex % 10}.125, ${Math.floor(vertex / 10)}.375))`,
  );
  const names = labels.map((label) => `"${label}"`);
  return `Board(name: "Long", lattice: Graph([${edges.join()}]), labels: Names([${names.join()}]), places: [${places.join()}])`;
}

test('a game with a long link is kept by a reload and on the shelf, but its link is not copied', async () => {
  await stage.player.show('Draw');
  await stage.player.unfold('Import');
  await stage.view('draw').getByLabel('Board file, text picture or graph').fill(longBoard());
  await stage.press('draw', 'Import board');
  await expect.poll(() => stage.view('draw').locator('.facts dd').first().innerText()).toBe('100');
  await stage.press('draw', 'Play this board');
  await expect.poll(() => stage.player.text('h2')).toBe('Long');
  await stage.page.waitForTimeout(300);
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(() => stage.player.text('h2')).toBe('Long');
  await stage.player.copyLink();
  await stage.page.locator('.toasts p', { hasText: 'too long for other devices' }).waitFor();
  await stage.player.openBoard('triangle5');
  await stage.player.show('Boards');
  await stage.page.getByRole('button', { name: 'Open Long' }).click();
  await expect.poll(() => stage.player.text('h2')).toBe('Long');
});

test('a game that cannot be opened for lack of the engine is saved', async () => {
  await stage.player.openBoard('french');
  await stage.player.hole('d3').waitFor();
  await stage.page.locator('section.play .board .hole').first().waitFor();
  await stage.page.waitForTimeout(300);
  const address = stage.page.url();
  await stage.page.route(/pegboard_web_bg.*\.wasm$/, (route) => route.abort());
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(() => stage.player.text('h2')).toBe('English');
  await stage.page.locator('.toasts p', { hasText: 'Unopened game' }).waitFor();
  await stage.page.unroute(/pegboard_web_bg.*\.wasm$/);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Boards');
  await expect.poll(games).toEqual(['Unopened game']);
  await stage.page.getByRole('button', { name: 'Open Unopened game' }).click();
  await expect.poll(() => stage.page.url()).toBe(address);
  stage.player.errors.length = 0; // the browser complains about the module
});
