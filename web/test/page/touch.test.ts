/** Boards on a phone: panning, zooming, and reach. */

import { beforeEach, expect, test } from 'vitest';
import { DESKTOP, PHONE, openStage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter(PHONE);
});

type Finger = { x: number; y: number };

/** Moves two fingers from one pair of points to another. */
async function twoFingers(from: [Finger, Finger], to: [Finger, Finger]): Promise<void> {
  const client = await stage.player.context.newCDPSession(stage.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from[0]]);
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step++) {
    const at = (one: number, other: number) => one + ((other - one) * step) / 8;
    const finger = (index: 0 | 1) => ({
      x: at(from[index].x, to[index].x),
      y: at(from[index].y, to[index].y),
    });
    await touch('touchMove', [finger(0), finger(1)]);
  }
  await touch('touchEnd', []);
}

const frame = () => stage.player.shown.locator('.board-scroll');
const scrolled = () => frame().evaluate((element) => element.scrollLeft);
const boardWidth = async () => (await stage.player.shown.locator('.board').boundingBox())!.width;

/** Returns two points in the shown board, some pixels apart. */
async function fingers(apart: number): Promise<[Finger, Finger]> {
  const box = (await frame().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(150, box.height / 2)];
  return [
    { x: x - apart / 2, y },
    { x: x + apart / 2, y },
  ];
}

const moved = ([one, other]: [Finger, Finger], by: number): [Finger, Finger] => [
  { x: one.x + by, y: one.y },
  { x: other.x + by, y: other.y },
];

test('two fingers pan the drawing grid and paint nothing', async () => {
  await stage.player.show('Draw');
  const start = await fingers(60);
  await twoFingers(start, moved(start, -70));
  await expect.poll(scrolled).toBeGreaterThan(20);
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(0);
});

test('two fingers pan the board on which pegs are painted, and paint nothing', async () => {
  await stage.player.openBoard('wiegleb');
  await stage.player.show('Problems');
  await stage.player.choose('Paint pegs');
  const pegs = await stage.view('problems').locator('.full').count();
  const start = await fingers(60);
  await twoFingers(start, moved(start, -70));
  await expect.poll(scrolled).toBeGreaterThan(20);
  await expect.poll(() => stage.view('problems').locator('.full').count()).toBe(pegs);
});

test.each(['Play', 'Problems', 'Draw'] as const)('a pinch zooms the board in the view %s', async (view) => {
  await stage.player.show(view);
  const before = await boardWidth();
  await twoFingers(await fingers(60), await fingers(150));
  await expect.poll(boardWidth).toBeGreaterThan(1.5 * before);
  await twoFingers(await fingers(150), await fingers(60));
  await expect.poll(boardWidth).toBeLessThan(1.3 * before);
});

test('a locked grid is not painted by a finger', async () => {
  await stage.player.show('Draw');
  await stage.press('draw', 'Lock');
  await stage.player.swipe('b2', 'e2');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(0);
  await stage.press('draw', 'Lock');
  await stage.player.swipe('b2', 'e2');
  await expect.poll(() => stage.view('draw').locator('.painted').count()).toBe(4);
});

test('every hole of a wide board is in reach, and a fitted board is whole', async () => {
  await stage.player.openBoard('wiegleb');
  const last = stage.player.hole('i5');
  await last.scrollIntoViewIfNeeded();
  const box = (await last.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(320);
  await stage.press('play', 'Fit board');
  await expect.poll(boardWidth).toBeLessThanOrEqual(320);
  await expect.poll(scrolled).toBe(0);
  const hidden = await frame().evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
});

test('rim and names of every board lie within its frame', async () => {
  for (const board of ['triangle5', 'english', 'star13']) {
    await stage.player.openBoard(board);
    const inside = await stage.page.evaluate(() => {
      const svg = document.querySelector('section.play peg-board')!.shadowRoot!.querySelector('svg')!;
      const outer = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('.border-names text, .hole .hit')].every((each) => {
        const box = each.getBoundingClientRect();
        return (
          box.left >= outer.left &&
          box.right <= outer.right &&
          box.top >= outer.top &&
          box.bottom <= outer.bottom
        );
      });
    });
    expect([board, inside]).toEqual([board, true]);
  }
});

test('the buttons for the size appear when the board is larger than its frame', async () => {
  const fit = stage.view('play').getByRole('button', { name: 'Fit board' });
  await stage.player.openBoard('triangle5');
  await expect.poll(() => fit.count()).toBe(0);
  await stage.player.openBoard('wiegleb');
  await expect.poll(() => fit.count()).toBe(1);
  await fit.click();
  await expect.poll(() => fit.getAttribute('aria-pressed')).toBe('true');
});

test('the alarm is seen without scrolling', async () => {
  await stage.player.openBoard('triangle5');
  await stage.player.help('Every jump');
  await stage.player.outlook();
  await stage.player.jumps('a3-a1 a5-a3');
  await stage.page.waitForSelector('section.play .banner[data-alarm]');
  await stage.page.evaluate(() => scrollTo({ top: 0 }));
  const alarm = (await stage.view('play').locator('.alarm').boundingBox())!;
  expect(alarm.y + alarm.height).toBeLessThanOrEqual(PHONE.viewport!.height);
});

test('in landscape the board stands beside the controls', async () => {
  await stage.page.setViewportSize({ width: 740, height: 360 });
  const board = (await frame().boundingBox())!;
  const controls = (await stage.view('play').locator('.controls').boundingBox())!;
  expect(controls.x).toBeGreaterThanOrEqual(board.x + board.width);
  const isWider = await stage.page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider).toBe(false);
});

test.each(['en', 'de'])('in landscape the header is one row (%s)', async (locale) => {
  await stage.enter({ ...PHONE, viewport: { width: 844, height: 390 }, locale });
  const { height } = (await stage.page.locator('.top').boundingBox())!;
  expect(height).toBeLessThan(70);
});

test.each(['Problems', 'Draw'] as const)(
  'in landscape the fitted board of the view %s uses the height',
  async (view) => {
    await stage.page.setViewportSize({ width: 740, height: 360 });
    await stage.player.show(view);
    await stage.player.shown.getByRole('button', { name: 'Fit board' }).click();
    const { height } = (await stage.player.shown.locator('.board').boundingBox())!;
    expect(height).toBeGreaterThan(200);
    expect(height).toBeLessThan(300);
  },
);

const pageScrolled = () => stage.page.evaluate(() => scrollY);

test.each([
  ['upright', { width: 320, height: 640 }],
  ['in landscape', { width: 568, height: 320 }],
])('a finger on the board scrolls the page on a phone %s', async (_, size) => {
  await stage.page.setViewportSize(size);
  const { x, y } = await stage.player.center('d4');
  for (let swipe = 0; swipe < 3; swipe++) await stage.player.drag({ x, y }, { x, y: y - 150 });
  await expect.poll(pageScrolled).toBeGreaterThan(100);
});

test('the wheel over the board scrolls the page', async () => {
  await stage.enter({ ...DESKTOP, viewport: { width: 900, height: 600 } });
  const { x, y } = await stage.player.center('d4');
  await stage.page.mouse.move(x, y);
  await stage.page.mouse.wheel(0, 300);
  await expect.poll(pageScrolled).toBeGreaterThan(100);
});

test('a finger on the timeline scrolls the page, or chooses a jump by a tap or a move to the side', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  const pegs = () => stage.player.text('.status strong');
  const timeline = stage.view('play').locator('.timeline');
  await timeline.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await timeline.boundingBox())!;
  const start = { x: x + 3, y: y + height / 2 };
  await stage.page.touchscreen.tap(start.x, start.y);
  await expect.poll(pegs).toBe('32 pegs');
  await stage.player.drag(start, { x: start.x + width / 2, y: start.y + 10 });
  await expect.poll(pegs).toBe('30 pegs');
  const before = await pageScrolled();
  await stage.player.drag(start, { x: start.x + 10, y: start.y - 150 });
  await expect.poll(pageScrolled).toBeGreaterThan(before + 50);
  expect(await pegs()).toBe('30 pegs');
});
