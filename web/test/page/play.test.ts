import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, Site, type Player } from './support.ts';

let site: Site;
let player: Player;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());
afterEach(async () => {
  expect(player.errors).toEqual([]);
  await player.close();
});

const pegs = async () => Number((await player.text('.status strong')).split(' ')[0]);
const moves = async () => (await player.page.locator('section.play .moves .move').allInnerTexts()).slice(1);
const outlook = (text: string) => player.page.waitForSelector(`section.play .outlook.${text}`);
const press = (name: string | RegExp) =>
  player.page.locator('section.play').getByRole('button', { name }).first().click();

describe('on a desktop', () => {
  beforeEach(async () => {
    player = await site.page(DESKTOP);
  });

  test('pegs are moved by clicks, by dragging and by keys', async () => {
    await player.jumps('d2-d4');
    expect(await pegs()).toBe(31);
    await player.drag('b3', 'd3');
    expect(await pegs()).toBe(30);
    await player.drag('c1', 'e5'); // no jump: the peg goes back
    expect(await pegs()).toBe(30);
    await player.hole('c3').focus();
    await player.page.keyboard.press('ArrowUp');
    await player.page.keyboard.press('ArrowUp');
    await player.page.keyboard.press('Enter'); // lifts c1
    expect(await player.name('c1')).toBe('c1, peg, lifted');
    expect(await player.name('c3')).toContain('land here');
    await player.page.keyboard.press('Escape');
    expect(await player.name('c1')).toBe('c1, peg, can jump to c3');
    await player.page.keyboard.press('Enter');
    await player.page.keyboard.press('ArrowDown');
    await player.page.keyboard.press('ArrowDown');
    await player.page.keyboard.press('Enter');
    expect(await moves()).toEqual(['d2-d4', 'b3-d3', 'c1-c3']);
    expect(await player.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^c3, peg/,
    );
  });

  test('a lifted peg shows where it can land', async () => {
    await player.hole('d2').click();
    expect(await player.page.locator('section.play .landing').count()).toBe(1);
    expect(await player.name('d4')).toBe('d4, empty, land here');
    await player.hole('a3').click(); // cannot jump: nothing happens
    expect(await player.name('d2')).toBe('d2, peg, lifted');
    await player.hole('f4').click(); // another peg is lifted instead
    expect(await player.name('f4')).toBe('f4, peg, lifted');
    await player.hole('f4').click();
    expect(await player.page.locator('section.play .lifted').count()).toBe(0);
  });

  test('undo, redo, restart, the move list and the timeline go anywhere in the game', async () => {
    await player.jumps('d2-d4 b3-d3 c1-c3 e1-c1');
    await player.page.keyboard.press('u');
    await player.page.keyboard.press('u');
    expect(await pegs()).toBe(30);
    await player.page.keyboard.press('r');
    expect(await pegs()).toBe(29);
    await press('Restart');
    expect(await pegs()).toBe(32);
    await press('e1-c1');
    expect(await pegs()).toBe(28);
    const timeline = player.page.getByRole('slider', { name: 'Timeline' });
    await timeline.focus();
    await player.page.keyboard.press('Home');
    expect(await pegs()).toBe(32);
    await player.page.keyboard.press('ArrowRight');
    expect(await timeline.getAttribute('aria-valuetext')).toMatch(/^1\. d2-d4: 4 of 4 jumps won/);
    const box = (await timeline.boundingBox())!;
    await player.page.mouse.click(box.x + (3 * box.width) / 31, box.y + 20);
    expect(await pegs()).toBe(29);
    await press('Undo');
    expect(await pegs()).toBe(30);
    await press('Redo');
    expect(await pegs()).toBe(29);
  });

  test('every jump is marked before it is made, and the alarm takes a lost one back', async () => {
    await player.help('Every jump');
    await outlook('winning');
    const line = 'd2-d4 b3-d3 c1-c3 c4-c2';
    await player.jumps(line);
    const losing = player.page.locator('section.play .jump.losing');
    for (let tries = 0; (await losing.count()) === 0 && tries < 12; tries++) {
      await player.page.locator('section.play .jump.winning').first().click();
    }
    const before = await pegs();
    const name = (await losing.first().innerText()).split(/\s/)[0]!;
    expect(await player.name(name.split('-')[0]!)).toMatch(/some jump wins|its jumps lose/);
    await player.help('Alarm');
    expect(await player.page.locator('section.play .jump').count()).toBe(0);
    await player.jumps(name);
    await player.page.waitForSelector('section.play .banner[data-alarm]');
    expect(await player.text('.banner')).toContain(`${name} throws the win away.`);
    expect(await player.page.locator('.visually-hidden[role=alert]').textContent()).toContain(name);
    expect(await player.page.locator('.timeline .lost').count()).toBe(1);
    await player.page.keyboard.press('u');
    expect(await pegs()).toBe(before);
    await outlook('winning');
    await player.help('None');
    await player.jumps(name);
    expect(await player.page.locator('section.play .banner[data-alarm]').count()).toBe(0);
    expect(await player.page.locator('section.play .outlook').count()).toBe(0);
    await player.page.keyboard.press('h');
    expect(await player.text('.banner')).toContain('The win is gone since');
    await press('Go back to before it');
    expect(await pegs()).toBe(before);
  });

  test('one hint is one jump, and hints alone solve the game', async () => {
    await player.openBoard('triangle5');
    await outlook('winning');
    for (let jump = 0; jump < 13; jump++) {
      await player.page.keyboard.press('h');
      const hinted = (await player.text('.banner p')).split(' ')[0]!;
      expect(await player.page.locator('section.play .arrow.hint').count()).toBe(1);
      await player.jumps(hinted);
      if (jump < 12) await outlook('winning');
    }
    expect(await player.text('.status')).toContain('Solved!');
  });

  test('the whole solution is played back, with pause, steps and speed, beside the game', async () => {
    await outlook('winning');
    await player.jumps('d2-d4');
    await press('Solution');
    await player.page.waitForSelector('section.play [data-kind=playback]');
    expect(await player.text('.banner')).toMatch(/Solution: \d+ moves/);
    expect((await moves()).some((move) => move.split('-').length > 2)).toBe(true); // jumps of one peg are one move
    await press('Pause');
    const paused = await pegs();
    await press('One jump on');
    expect(await pegs()).toBe(paused - 1);
    await press('One jump back');
    await player.page.getByLabel('Speed').fill('6');
    await press('Play');
    await player.page.waitForFunction(
      () => /^1 peg/.test(document.querySelector('.status strong')!.textContent!),
      null,
      { timeout: 20_000 },
    );
    expect(await player.text('.status')).toContain('Solved!');
    await press('Back to my game');
    expect(await pegs()).toBe(31);
    await press('Solution');
    await player.page.waitForSelector('section.play [data-kind=playback]');
    await press('Pause');
    await press('One jump on');
    const seen = await pegs();
    await press('Play on from here');
    expect(await pegs()).toBe(seen);
  });

  test('the numbers of a position are told, and what is not known is said to be so', async () => {
    await player.openBoard('triangle5');
    await player.page.locator('section.play summary', { hasText: 'Numbers' }).click();
    const number = (name: string) =>
      player.page.locator('section.play .facts div', { hasText: name }).locator('dd').innerText();
    await expect.poll(() => number('Solutions left')).toBe('6,816');
    expect(await number('Winning jumps')).toBe('2 of 2');
    expect(await number('Random play wins')).toMatch(/%$|^1 in/);
    await player.jumps('a3-a1 a5-a3 c3-a3');
    await expect.poll(() => number('Winning jumps')).toMatch(/^\d of \d$/);
    await player.help('Every jump');
    const losing = player.page.locator('section.play .jump.losing').first();
    while ((await losing.count()) === 0) await player.page.locator('section.play .jump').first().click();
    await losing.click();
    await expect.poll(() => number('Fewest pegs that can be left')).toMatch(/^\d$/);
    expect(await number('Solutions left')).toBe('0');
  });

  test('on a board too large to know, unknown is shown as unknown and can be searched longer', async () => {
    await player.openBoard('square9');
    await player.help('Every jump');
    await player.page.waitForFunction(() =>
      document.querySelector('section.play .status')!.textContent!.includes('too large'),
    );
    const longer = player.page.locator('section.play .status').getByRole('button', { name: /Search for/ });
    await player.page.locator('section.play .outlook').waitFor();
    if (await longer.isVisible()) await longer.click();
    expect(await player.page.locator('section.play .jump').count()).toBeGreaterThan(0);
  });

  test('nothing moves where the system asks for reduced motion', async () => {
    await player.page.emulateMedia({ reducedMotion: 'reduce' });
    await player.jumps('d2-d4');
    expect(await player.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('settings are kept: help, sound, colours', async () => {
    await player.help('Every jump');
    await player.page.locator('section.play summary', { hasText: 'Settings' }).click();
    expect(await player.page.getByLabel('Sound').isChecked()).toBe(false);
    await player.page.getByLabel('Sound').check();
    await player.page.getByLabel('Colours').selectOption('dark');
    await player.jumps('d2-d4');
    await player.page.reload();
    await player.ready();
    expect(await player.page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await pegs()).toBe(31);
    expect(await player.page.locator('section.play .jump').count()).toBeGreaterThan(0);
  });
});

describe('on a phone', () => {
  beforeEach(async () => {
    player = await site.page(PHONE);
  });

  test('pegs are moved by tapping and by dragging a finger', async () => {
    await player.hole('d2').tap();
    await player.hole('d4').tap();
    await player.page.keyboard.press('Escape');
    expect(await pegs()).toBe(31);
    const [from, to] = [await player.center('b3'), await player.center('d3')];
    const client = await player.context.newCDPSession(player.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 8, y: from.y }]);
    }
    await touch('touchEnd', []);
    expect(await pegs()).toBe(30);
  });

  test('holes are 44 pixels wide, and nothing makes the page scroll sideways', async () => {
    for (const board of ['english', 'triangle15', 'the grid']) {
      if (board === 'the grid') await player.show('Draw');
      else await player.openBoard(board);
      const box = (await player.page.locator('section.view:not([hidden]) .hit').first().boundingBox())!;
      expect(box.width).toBeGreaterThanOrEqual(43.9);
      const { scrollWidth, clientWidth } = await player.page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
  });
});
