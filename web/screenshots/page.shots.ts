/** Screenshots of every view, some of them in the README and in `docs/`; retaken by `npm run screenshots`. */

import { afterAll, beforeAll, test } from 'vitest';
import { PHONE, Site, type Player } from '../test/page/support.ts';

const DESKTOP = { viewport: { width: 1200, height: 860 } };
/** Left half of a heart, to be mirrored. */
const HEART = ['d2 e2', 'c3 f3', 'c4 f4', 'd5 f5', 'e6 f6', 'f7 f7'];

let site: Site;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

async function shoot(player: Player, name: string, fromTop = true): Promise<void> {
  await player.page.mouse.move(0, 0);
  if (fromTop) await player.page.evaluate(() => scrollTo({ top: 0 }));
  await player.page.waitForTimeout(600); // for animations to end
  await player.page.screenshot({ path: new URL(`${name}.png`, import.meta.url).pathname });
  await player.close();
}

test('a game with every jump marked', async () => {
  const player = await site.page(DESKTOP);
  await player.help('Every jump');
  await player.unfold('Numbers');
  await player.jumps('d2-d4 d5-d3 b4-d4 d7-d5 c2-c4 c5-c3 d4-d2 a5-c5 a3-a5 d5-b5 b3-d3 f5-d5 e3-e5 a5-c5');
  await player.page.waitForFunction(
    () => !/counting/.test(document.querySelector('section.play .facts')!.textContent!),
    null,
    { timeout: 60_000 },
  );
  await shoot(player, 'play');
});

test('a win that no solution beats', async () => {
  const player = await site.page(DESKTOP);
  await player.openBoard('triangle5');
  await player.jumps('a3-a1 c3-a3 a1-c3 a4-a2 d4-b2 b5-b3 d5-b5 a5-c5 c5-c3 b2-d4 e5-c3 c3-a3 a3-a1');
  await player.page.locator('section.play p.won').waitFor();
  await shoot(player, 'won');
});

test('the panel for sharing', async () => {
  const player = await site.page(DESKTOP);
  await player.jumps('d2-d4 b3-d3');
  await player.unfold('Share');
  await player.page.locator('section.play .preview').waitFor();
  await player.page.locator('section.play .share').scrollIntoViewIfNeeded();
  await shoot(player, 'share', false);
});

test.each(['Rules', 'Settings'])('the dialog %s', async (name) => {
  const player = await site.page(DESKTOP);
  await player.press(name);
  await player.page.getByRole('dialog').waitFor();
  await shoot(player, name.toLowerCase());
});

test('an embedded game', async () => {
  const player = await site.page({ viewport: { width: 600, height: 720 } }, `${site.url}?embed`);
  await player.outlook();
  await shoot(player, 'embed');
});

test('drawing a graph, in German', async () => {
  const player = await site.page({ ...DESKTOP, locale: 'de-DE' });
  await player.page.locator('.tab[data-view=draw]').click();
  await player.choose('Graph');
  for (let vertex = 0; vertex < 3; vertex++) await player.press('Ecke setzen');
  for (const label of ['a', 'b', 'b', 'c']) await player.hole(label).click();
  await player.page.locator('section.draw .warnings').waitFor();
  await shoot(player, 'graph');
});

test('drawing a heart', async () => {
  const player = await site.page(DESKTOP);
  await player.show('Draw');
  await player.choose('Mirror');
  for (const stroke of HEART) await player.stroke(...stroke.split(' '));
  await player.page.getByText('6 of 6 decided').waitFor();
  await shoot(player, 'draw');
});

test('the weights that prove a problem impossible', async () => {
  const player = await site.page(DESKTOP);
  await player.openBoard('diamond25');
  await player.show('Problems');
  await player.hole('d1').click();
  await player.hole('d1').click();
  await player.page.getByText('Impossible by the weights').waitFor();
  await shoot(player, 'problems');
});

test('puzzles with stars', async () => {
  const player = await site.page(DESKTOP);
  await player.show('Puzzles');
  await player.page.locator('.tile').first().waitFor();
  await shoot(player, 'puzzles');
});

test('the library', async () => {
  const player = await site.page(DESKTOP);
  await player.show('Boards');
  await player.page.locator('.library .card').first().waitFor();
  await player.page.locator('.named-problems details').first().waitFor();
  await shoot(player, 'boards');
});

test('a board of slate on a wide screen, in dark colors', async () => {
  const player = await site.page({ viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' });
  await player.press('Settings');
  const setting = (name: string) =>
    player.page.getByRole('dialog').getByRole('combobox', { name, exact: true });
  await setting('Board').selectOption('Slate');
  await setting('Pegs').selectOption('Amber');
  await player.press('Close');
  await player.openBoard('french');
  await player.jumps('d1-d3');
  await shoot(player, 'slate');
});

test('the alarm, on a phone, in dark colors', async () => {
  const player = await site.page({ ...PHONE, colorScheme: 'dark' });
  await player.openBoard('triangle5');
  await player.help('Every jump');
  await player.outlook();
  await player.jumps('a3-a1 a5-a3');
  await player.page.waitForSelector('section.play .banner[data-alarm]');
  await shoot(player, 'phone');
});
