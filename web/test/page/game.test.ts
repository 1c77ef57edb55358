/** A game, not a form: ends, puzzles, settings, history, languages, focus. */

import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openStage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
});

const press = (name: string | RegExp) => stage.press('play', name);
const banner = () => stage.player.text('.banner');
const pegs = () => stage.player.text('.status strong');

test('the board can be played before the engine is there', async () => {
  const { player } = stage;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await player.page.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await player.page.reload();
  await player.ready();
  await player.jumps('d2-d4 b3-d3');
  await expect.poll(pegs).toBe('30 pegs');
  release();
  await player.outlook();
});

test('the modules of the engine are requested after the first frame', async () => {
  const { player } = stage;
  await player.page.addInitScript(() => {
    const native = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => {
      addEventListener('release', () => native(callback));
      return 0;
    };
  });
  const modules: string[] = [];
  player.page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) modules.push(request.url());
  });
  await player.page.reload();
  await player.ready();
  expect(await banner()).toMatch(/^Lift a peg/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(modules).toEqual([]);
  await player.page.evaluate(() => dispatchEvent(new Event('release')));
  await player.outlook();
});

test('workers that cannot be loaded are reported in every view, and nothing else is claimed', async () => {
  const { page, player } = stage;
  await page.route(/worker-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await player.ready();
  await expect.poll(banner).toContain('The engine could not be loaded');
  await press('Hint');
  await press(/^Solution$/);
  await page.waitForTimeout(300);
  expect(await banner()).toMatch(/^The engine could not be loaded[^.]*\.[^.]*\.$/);
  expect(await player.text('.status')).toBe('32 pegs');
  for (const view of ['Puzzles', 'Problems', 'Draw', 'Boards'] as const) {
    await player.show(view);
    await page.locator('main > .alarm', { hasText: 'The engine could not be loaded' }).waitFor();
  }
  await player.show('Puzzles');
  await page.locator('.tile').first().click();
  await page.locator('.toasts p', { hasText: 'The engine could not be loaded' }).first().waitFor();
  for (const toast of await page.locator('.toasts p').allInnerTexts())
    expect(toast).toMatch(/^The engine could not be loaded/);
  player.errors.length = 0; // the browser complains about the script
});

test('until the first outlook the page loads at most 650 kB by gzip, without the module for everything else', async () => {
  const { page } = stage;
  await stage.player.outlook(); // nothing of this first load is left
  const files = new Map<string, Promise<Buffer>>();
  const keep = (response: Response) => files.set(new URL(response.url()).pathname, response.body());
  page.on('response', keep);
  await page.reload();
  await stage.player.outlook();
  page.off('response', keep); // later ones may be cut off by the end of the test
  const contents = await Promise.all(files.values());
  const size = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  expect(size).toBeLessThan(650_000);
  expect([...files.keys()].filter((name) => name.endsWith('.wasm'))).toEqual([
    expect.stringContaining('pegboard_web_game'),
  ]);
});

test('a solved game says how good it was; the library marks its board', async () => {
  await stage.player.openBoard('triangle5');
  await stage.player.outlook();
  for (let jump = 0; jump < 13; jump++) {
    await stage.page.keyboard.press('h');
    await stage.page.locator('section.play .arrow.hint').waitFor();
    await stage.player.jumps((await stage.player.text('.banner p')).split(' ')[0]!);
    if (jump < 12) await stage.player.outlook();
  }
  await expect
    .poll(banner)
    .toMatch(/^Solved in \d+ moves(\. No solution has fewer\.|; 10 is the best there is\.)/);
  const live = stage.page.locator('[aria-live=polite][role=status].visually-hidden');
  await expect.poll(() => live.textContent()).toContain('Solved!');
  await stage.player.show('Boards');
  await expect
    .poll(() => stage.page.locator('.library .card', { hasText: /^Triangle 5/ }).innerText())
    .toContain('✓');
  await stage.player.show('Puzzles');
  const won = stage.view('puzzles').locator('.facts div', { hasText: 'Games won' }).locator('dd');
  await expect.poll(() => won.innerText()).toBe('1');
});

test('a lost end says where the win was lost and offers the way back', async () => {
  await stage.player.openBoard('triangle4');
  await stage.player.help('Every jump');
  for (let jump = 0; jump < 20; jump++) {
    const next = stage.page.locator('section.play .jump.losing').or(stage.page.locator('section.play .jump'));
    await expect.poll(() => stage.page.locator('section.play .jump:not(.winning, .losing)').count()).toBe(0);
    if ((await next.count()) === 0) break;
    await next.first().click();
  }
  await expect.poll(() => stage.player.text('.status')).toContain('No jump is left.');
  const live = stage.page.locator('[aria-live=polite][role=status].visually-hidden');
  await expect.poll(() => live.textContent()).toContain('No jump is left.');
  if ((await stage.view('play').locator('[data-alarm]').count()) === 0) {
    await expect.poll(banner).toContain('lost the win');
    await press('Go back to before that jump');
  } else {
    await press(/^Take it back/);
  }
  await stage.player.outlook();
  expect(await stage.page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('Ctrl+Z and Ctrl+Y undo and redo', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.page.keyboard.press('Control+z');
  await expect.poll(pegs).toBe('31 pegs');
  await stage.page.keyboard.press('Control+y');
  await expect.poll(pegs).toBe('30 pegs');
  await stage.player.show('Draw');
  await stage.player.stroke('b2', 'd2');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(3);
  await stage.page.keyboard.press('Control+z');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(0);
});

test('statistics count a game and its jumps once, however often they are undone', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  for (const key of ['u', 'u', 'r', 'r', 'u']) await stage.page.keyboard.press(key);
  await expect.poll(pegs).toBe('31 pegs');
  await stage.player.show('Puzzles');
  const number = (name: string) =>
    stage.view('puzzles').locator('.facts div', { hasText: name }).first().locator('dd').innerText();
  await expect.poll(() => number('Games begun')).toBe('1');
  await expect.poll(() => number('Jumps')).toBe('2');
});

test('statistics count a game once that a reload interrupts', async () => {
  await stage.player.jumps('d2-d4');
  await stage.page.waitForTimeout(300);
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.jumps('b3-d3');
  await stage.player.show('Puzzles');
  const number = (name: string) =>
    stage.view('puzzles').locator('.facts div', { hasText: name }).first().locator('dd').innerText();
  await expect.poll(() => number('Jumps')).toBe('2');
  expect(await number('Games begun')).toBe('1');
});

test('one click moves a peg with one jump, if the player wants it', async () => {
  await stage.player.press('Settings');
  await stage.page.getByLabel('One click if only one jump is possible').check();
  await stage.player.press('Close');
  await stage.player.hole('d2').click();
  await expect.poll(pegs).toBe('31 pegs');
});

test('letters are shortcuts unless the player switches them off', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.page.keyboard.press('u');
  await expect.poll(pegs).toBe('31 pegs');
  await stage.player.press('Settings');
  await stage.page.getByLabel('Keys U, R and H: undo, redo and hint').uncheck();
  await stage.player.press('Close');
  await stage.page.keyboard.press('u');
  await stage.page.keyboard.press('Control+y');
  await expect.poll(pegs).toBe('30 pegs');
});

test('a refused press is answered by the board', async () => {
  await stage.player.hole('a3').click();
  await stage.page.locator('section.play .refused').waitFor();
});

test('the material, the pegs and the names of the holes are chosen and kept', async () => {
  await expect.poll(() => stage.page.locator('section.play .border-names text').count()).toBe(14);
  await stage.player.press('Settings');
  const setting = (name: string) =>
    stage.page.getByRole('dialog').getByRole('combobox', { name, exact: true });
  await setting('Board').selectOption('Slate');
  await setting('Pegs').selectOption('Red');
  await setting('Names of holes').selectOption('On every hole');
  await stage.player.press('Close');
  await stage.page.reload();
  await stage.player.ready();
  const root = stage.page.locator('html');
  await expect.poll(() => root.getAttribute('data-material')).toBe('slate');
  const stop = stage.page.locator('section.play .wood-1').first();
  const color = await stop.evaluate((element) => getComputedStyle(element).stopColor);
  expect(color).toBe('rgb(106, 118, 130)'); // of slate in light colors
  await expect.poll(() => root.getAttribute('data-pegs')).toBe('red');
  await expect.poll(() => stage.page.locator('section.play .hole-label').first().textContent()).toBe('c1');
});

test('nothing moves when a message comes and goes', async () => {
  await stage.player.outlook();
  const top = async () => (await stage.view('play').locator('.controls').boundingBox())!.y;
  const before = await top();
  await press('Hint');
  await expect.poll(banner).toContain('keeps the win');
  expect(await top()).toBe(before);
  await stage.player.jumps('d2-d4');
  expect(await top()).toBe(before);
});

test('Back returns to the view and to the game before, and tabs have titles', async () => {
  expect(await stage.page.title()).toBe('English – Pegboard');
  await stage.player.jumps('d2-d4');
  await stage.player.show('Problems');
  expect(await stage.page.title()).toBe('Problems – English – Pegboard');
  await stage.player.openBoard('triangle5');
  await expect.poll(() => stage.page.title()).toBe('Triangle 5 – Pegboard');
  await stage.page.goBack();
  await stage.view('boards').waitFor();
  await stage.page.goBack();
  await stage.view('problems').waitFor();
  await stage.page.goBack();
  await expect.poll(() => stage.player.text('h2')).toBe('English');
  await expect.poll(pegs).toBe('31 pegs');
  await stage.page.goForward();
  await stage.view('problems').waitFor();
});

test('a slow entry of the history does not replace a later one', async () => {
  const { page, player } = stage;
  await player.openBoard('triangle5');
  await player.openBoard('english');
  const english = page.url();
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...message: [unknown]) {
      setTimeout(() => postMessage.apply(this, message), 500);
    };
  });
  await page.evaluate(() => history.go(-2)); // the triangle, which needs the engine
  await page.waitForTimeout(100);
  await page.evaluate(() => history.go(2));
  await page.waitForTimeout(1500);
  expect([await player.text('h2'), page.url()]).toEqual(['English', english]);
});

test('typed moves continue the game, in every notation of the reader', async () => {
  const field = stage.page.getByLabel('Type the next moves');
  for (const [typed, left] of [
    ['d2-d4', '31 pegs'],
    ['b3xd3', '30 pegs'],
    ['1. c1-c3', '29 pegs'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect.poll(pegs).toBe(left);
    await expect.poll(() => field.inputValue()).toBe('');
  }
  await field.fill('a1-z9');
  await field.press('Enter');
  await stage.view('play').locator('[role=alert]').filter({ hasText: /\w/ }).waitFor();
  await expect.poll(pegs).toBe('29 pegs');
  await press('Read the position');
  await expect.poll(banner).toContain('Empty: ');
});

test('a long name leaves the board in its place', async () => {
  const before = (await stage.view('play').locator('.board').boundingBox())!;
  await stage.player.show('Draw');
  await stage.player.unfold('Import');
  const name = 'long '.repeat(60);
  await stage
    .view('draw')
    .getByLabel('Board file, text picture or graph')
    .fill(`Board(name: "${name}", lattice: Square, holes: Picture(["ooooooo", "ooooooo", "ooooooo"]))`);
  await stage.press('draw', 'Import board');
  await stage.view('draw').locator('.facts').waitFor();
  await stage.press('draw', 'Play this board');
  await stage.page.waitForSelector('section.play:not([hidden])');
  const after = (await stage.view('play').locator('.board').boundingBox())!;
  expect(Math.abs(after.y - before.y)).toBeLessThan(60);
  const isWider = await stage.page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider).toBe(false);
});

test('a search for a board that finds none says so', async () => {
  await stage.player.show('Boards');
  await stage.page.locator('.library .card').first().waitFor();
  const none = stage.page.getByText('No board has this name');
  expect(await none.count()).toBe(0);
  await stage.page.getByLabel('Find a board').fill('qqq');
  await none.waitFor();
});

test('a text of 1 MiB is refused with its limit', async () => {
  await stage.player.show('Draw');
  await stage.player.unfold('Import');
  const area = stage.view('draw').getByLabel('Board file, text picture or graph');
  await area.evaluate((field: HTMLTextAreaElement) => {
    field.value = 'o'.repeat(2 ** 20);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await stage.press('draw', 'Import board');
  await expect.poll(() => stage.view('draw').locator('.remarks').innerText()).toContain('longer than 64 KiB');
});

test('the page speaks German', async () => {
  await stage.player.press('Settings');
  await stage.page.getByLabel('Language').selectOption('Deutsch');
  await stage.player.press('Schließen');
  await expect
    .poll(() => stage.page.locator('.tab').allInnerTexts())
    .toEqual(['Spielen', 'Rätsel', 'Aufgaben', 'Zeichnen', 'Bretter']);
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(() => stage.player.text('.question')).toBe('d4 ist leer, ende in d4');
  await expect.poll(() => stage.page.locator('html').getAttribute('lang')).toBe('de');
  await stage.page.setViewportSize({ width: 320, height: 640 });
  for (const view of ['Play', 'Puzzles', 'Problems', 'Draw', 'Boards'] as const) {
    await stage.player.show(view);
    const scrollWidth = await stage.page.evaluate(() => document.documentElement.scrollWidth);
    expect([view, scrollWidth]).toEqual([view, 320]);
  }
});

test('the tour has four steps, can be skipped, and stays away', async () => {
  const tour = stage.view('play').locator('.tour');
  for (const step of ['1/4', '2/4', '3/4', '4/4']) {
    await expect.poll(() => tour.innerText()).toContain(step);
    if (step !== '4/4') await tour.getByRole('button', { name: 'Next' }).click();
  }
  await tour.getByRole('button', { name: 'Start to play' }).click();
  await stage.page.reload();
  await stage.player.ready();
  await expect.poll(() => tour.count()).toBe(0);
});

test('the rules fit on one screen', async () => {
  await stage.player.press('Rules');
  const dialog = stage.page.getByRole('dialog');
  await expect.poll(() => dialog.locator('.rule').count()).toBe(3);
  const hidden = await dialog.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(hidden).toBeLessThanOrEqual(0);
});

test('a puzzle of a pack is played; its stars and the next one follow', async () => {
  await stage.player.show('Puzzles');
  await expect.poll(() => stage.view('puzzles').locator('.tile').count()).toBeGreaterThanOrEqual(100);
  await stage.view('puzzles').getByRole('button', { name: 'Puzzle 1, not solved' }).first().click();
  await stage.page.waitForSelector('section.play:not([hidden])');
  for (let jump = 0; jump < 12; jump++) {
    if ((await stage.player.text('.status')).includes('Solved!')) break;
    await stage.player.outlook();
    await stage.page.keyboard.press('h');
    await stage.page.locator('section.play .arrow.hint').waitFor();
    await stage.player.jumps((await stage.player.text('.banner p')).split(' ')[0]!);
  }
  await expect.poll(() => stage.player.text('.status')).toContain('Solved!');
  const link = stage.page.url();
  await press('Next puzzle');
  await expect.poll(() => stage.page.url()).not.toBe(link);
  await stage.player.show('Puzzles');
  await stage
    .view('puzzles')
    .getByRole('button', { name: /^Puzzle 1, \d star/ })
    .first()
    .waitFor();
});

test('the puzzle of the day is the same all day', async () => {
  const open = async () => {
    await stage.player.show('Puzzles');
    await stage.press('puzzles', 'Play it');
    await stage.page.waitForSelector('section.play:not([hidden])');
    return stage.page.url();
  };
  const first = await open();
  await stage.player.openBoard('english');
  expect(await open()).toBe(first);
});

test('a sheet has the chosen puzzles with codes, and the solutions on a page of their own', async () => {
  await stage.player.show('Puzzles');
  await stage.view('puzzles').locator('.tile').first().waitFor();
  await stage.player.unfold('Sheet for a class');
  await stage.page.getByLabel('Number of puzzles').fill('4');
  await stage.page.getByLabel('Number of puzzles').blur();
  await stage.page.getByLabel('Help in the links').selectOption('None');
  await stage.page.evaluate(() => (window.print = () => {})); // headless: no dialog
  await stage.press('puzzles', 'Print the sheet');
  await stage.page.locator('.sheet').waitFor({ state: 'attached' });
  const codes = stage.page.locator('.sheet .qr');
  expect(await codes.count()).toBe(4);
  expect(await codes.first().getAttribute('aria-label')).toMatch(/\?help=none#p1\./);
  const solutions = await stage.page.locator('.sheet .solutions li').allTextContents();
  expect(solutions.every((each) => /^\w+-\w+/.test(each))).toBe(true);
  const link = (await codes.first().getAttribute('aria-label'))!;
  const names = stage.page.locator('.sheet .thumbnail').first().locator('.thumb-name');
  expect(await names.count()).toBeGreaterThan(4); // the solutions name holes
  const pdf = (await stage.page.pdf({ format: 'A4' })).toString('latin1'); // ends the printing
  expect(pdf.match(/\/Type \/Page\b/g)!.length).toBe(2);
  const pupil = await stage.visitor(link);
  await expect.poll(() => pupil.shown.locator('input[value=none]').isChecked()).toBe(true);
  await pupil.close();
});

test('a game is printed as its board and its moves, in light colors', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.page.keyboard.press('u');
  await stage.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = await stage.page.locator('main').innerText();
  expect(printed.split('\n').filter(Boolean)).toEqual([
    'English',
    'Central game',
    'Vacate d4, finish in d4',
    'Moves (1)',
    'start',
    'd2-d4',
  ]);
  await stage.page.locator('section.play .board').waitFor();
  const ink = await stage.page
    .locator('h2')
    .first()
    .evaluate((title) => getComputedStyle(title).color);
  expect(ink).toBe('rgb(43, 33, 24)');
});

test('the focus stays on the page after each action', async () => {
  const isLost = () => stage.page.evaluate(() => document.activeElement === document.body);
  await stage.player.help('Every jump');
  await stage.player.outlook();
  const jump = stage.page.locator('section.play .jump').first();
  await jump.focus();
  await stage.page.keyboard.press('Enter');
  await expect.poll(pegs).toBe('31 pegs');
  expect(await isLost()).toBe(false);
  await stage.view('play').locator('.move').last().focus();
  await stage.page.keyboard.press('Enter');
  expect(await isLost()).toBe(false);
  await stage.view('play').getByRole('button', { name: 'Solution', exact: true }).focus();
  await stage.page.keyboard.press('Enter');
  await stage.player.playback();
  expect(await isLost()).toBe(false);
  await press('Back to my game');
  expect(await isLost()).toBe(false);
  await stage.player.show('Problems');
  await stage.player.choose('Empty hole');
  await stage.player.hole('d4').focus();
  await stage.page.keyboard.press('Enter');
  await expect.poll(() => stage.player.focused()).toMatch(/^d4,/);
  await stage.view('problems').locator('.chip').first().focus();
  await stage.page.keyboard.press('Enter');
  expect(await isLost()).toBe(false);
  await stage.view('problems').getByRole('button', { name: 'Play it' }).focus();
  await stage.page.keyboard.press('Enter');
  await stage.page.waitForSelector('section.play:not([hidden])');
  expect(await isLost()).toBe(false);
});
