import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DESKTOP, Site, type Player } from './support.ts';

let site: Site;
let player: Player;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());
beforeEach(async () => {
  player = await site.page(DESKTOP);
  await player.show('Problems');
});
afterEach(async () => {
  expect(player.errors).toEqual([]);
  await player.close();
});

const view = () => player.page.locator('section.problems');
const verdict = () => player.text('.verdict');
const mode = (name: string) =>
  view()
    .locator('label', { hasText: new RegExp(`^${name}$`) })
    .click();

test('a vacancy and a finish are chosen by clicks, and the finishes that the class allows light up and settle', async () => {
  await player.hole('d4').click();
  expect(await view().locator('.landing').count()).toBe(5);
  await expect.poll(() => player.text('[role=status]')).toContain('5 of 5 decided');
  await player.hole('d1').click();
  await expect.poll(verdict).toMatch(/^Solvable, in 31 jumps/);
  expect(await player.name('a4')).toContain('Finish in a4: solvable');
  await view().getByRole('button', { name: 'Play it' }).click();
  expect(await player.text('.question')).toBe('Vacate d4, finish in d1');
});

test('an impossible finish says why: the class', async () => {
  await player.hole('d4').click();
  await player.hole('c4').click();
  await expect.poll(verdict).toMatch(/^Impossible, because the position classes differ/);
  expect(await view().locator('.marked').count()).toBeGreaterThan(0);
});

test('an impossible finish says why: the pagoda weights, drawn on the board, with both sums', async () => {
  await player.openBoard('diamond25');
  await player.show('Problems');
  const labels = await view()
    .locator('.board [role=button]')
    .evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')!.split(',')[0]!));
  let found = '';
  for (const label of labels) {
    await mode('Vacancy');
    await player.hole(label).click();
    const chips = view().locator('.chips .chip');
    if ((await chips.count()) === 0) continue;
    await chips.first().click();
    await expect.poll(verdict).not.toBe('Being searched…');
    found = await verdict();
    if (/weights/.test(found)) break;
  }
  expect(found).toMatch(/^Impossible, because of the weights.*\d at the start/);
  const shown = await view().locator('.weighted .hole-label').allTextContents();
  expect(shown.length).toBe(25);
  await view().getByLabel('Show the weights').uncheck();
  expect(await view().locator('.weighted').count()).toBe(0);
});

test('an impossible finish says why: exhaustion', async () => {
  await player.openBoard('triangle5');
  await player.show('Problems');
  await mode('Vacancy');
  await player.hole('b3').click();
  await view().locator('.chip', { hasText: 'b3' }).click();
  await expect.poll(verdict).toMatch(/^Impossible/);
});

test('any position is set up by painting pegs, and its goals are settled', async () => {
  await mode('Paint pegs');
  await view().getByRole('button', { name: 'No pegs' }).click();
  expect(await player.text('[role=status]')).toBe('Put at least two pegs on the board.');
  const [from, to] = [await player.center('d2'), await player.center('d3')];
  await player.page.mouse.move(from.x, from.y);
  await player.page.mouse.down();
  await player.page.mouse.move(to.x, to.y, { steps: 5 });
  await player.page.mouse.up();
  expect(await player.name('d3')).toBe('d3, peg');
  await view().getByLabel('Goal').selectOption('anyHole');
  await expect.poll(verdict).toMatch(/^Solvable, in 1 jump and 1 move/);
  await view().getByLabel('Goal').selectOption('fewest');
  await expect.poll(verdict).toMatch(/^Solvable/);
  await player.hole('g4').focus();
  await player.page.keyboard.press('Enter');
  expect(await player.name('g4')).toBe('g4, peg');
  await view().getByRole('button', { name: 'Play it' }).click();
  expect(await player.text('.question')).toBe('From a set-up position, as few pegs as possible');
  expect(await player.text('.status strong')).toBe('3 pegs');
});

test('a solution is watched to its end', async () => {
  await player.hole('d4').click();
  await player.hole('d4').click();
  await view().getByRole('button', { name: 'Watch a solution' }).click();
  await player.page.waitForSelector('section.play [data-kind=playback]');
  await player.page.getByLabel('Speed').fill('6');
  await expect.poll(() => player.text('.status'), { timeout: 20_000 }).toContain('Solved!');
});

test('all 21 problems of the English board are settled, and a cell of the matrix is played', async () => {
  await view().locator('summary', { hasText: 'Every problem' }).click();
  await expect
    .poll(() => view().locator('.matrix [data-finding=solvable]').count(), { timeout: 20_000 })
    .toBe(21);
  await view()
    .getByRole('button', { name: /^Vacate c1, finish in f4: solvable/ })
    .click();
  expect(await player.text('.question')).toBe('Vacate c1, finish in f4');
});
