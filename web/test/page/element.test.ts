/** The board on other pages: the element, the exported page, and the embedded view. */

import { beforeEach, expect, test } from 'vitest';
import { openStage } from './support.ts';

const stage = openStage();

beforeEach(async () => {
  await stage.enter();
});

/** Opens a page of the same host with this body, and counts the events of the board. */
async function otherPage(body: string) {
  const page = await stage.player.context.newPage();
  await page.route('**/other.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Other</title><body>${body}
        <script>
          window.heard = [];
          for (const type of ['jump', 'won', 'lost', 'alarm'])
            addEventListener(type, (event) => heard.push([type, event.detail]));
        </script>
        <script type="module" src="./peg-board.js"></script>`,
    }),
  );
  await page.goto(`${stage.site.url}other.html`);
  const hole = (label: string) => page.locator(`peg-board [role=button][aria-label^="${label},"]`);
  const jump = async (from: string, to: string) => {
    await hole(from).click();
    await hole(to).click();
    await page.keyboard.press('Escape');
  };
  const heard = () => page.evaluate(() => (window as unknown as { heard: [string, object][] }).heard);
  return { page, hole, jump, heard };
}

test('<peg-board> plays the problem of its attributes on another page, and tells about it', async () => {
  const { page, hole, jump, heard } = await otherPage(
    '<peg-board board="triangle5" vacate="a1" finish="any"></peg-board>',
  );
  await hole('a3').waitFor();
  expect(await hole('a1').getAttribute('aria-label')).toBe('a1, empty');
  await jump('a3', 'a1');
  await expect.poll(heard).toEqual([['jump', { jump: 'a3-a1', pegs: 13 }]]);
  await page.evaluate(() => document.querySelector<HTMLElement & { undo(): void }>('peg-board')!.undo());
  await expect.poll(() => hole('a1').getAttribute('aria-label')).toBe('a1, empty');
  await page.evaluate(() => document.querySelector('peg-board')!.setAttribute('board', 'cracker-barrel'));
  await hole('15').waitFor();
});

test('<peg-board> plays moves up to one that cannot be played, and warns of it', async () => {
  const { page, hole } = await otherPage(
    '<peg-board board="triangle5" vacate="a1" finish="any"></peg-board>',
  );
  await hole('a3').waitFor();
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.evaluate(() =>
    document.querySelector('peg-board')!.setAttribute('moves', 'a3-(a2)-a1 c3-a3 z9-a1 a1-c3'),
  );
  expect((await warned).text()).toContain('z9-a1');
  await expect.poll(() => hole('c3').getAttribute('aria-label')).toBe('c3, empty');
});

test('<peg-board> marks jumps and raises the alarm with the help of the engine', async () => {
  const { page, hole, jump, heard } = await otherPage('<peg-board board="triangle4" help="all"></peg-board>');
  await hole('a2').waitFor();
  await page.locator('peg-board .badge.winning').first().waitFor();
  const losing = page.locator('peg-board .hole:has(.badge.losing)');
  for (let turn = 0; turn < 6 && (await losing.count()) === 0; turn++) {
    const from = (await page
      .locator('peg-board .hole:has(.badge.winning)')
      .first()
      .getAttribute('aria-label'))!;
    const [, start, target] = /^(\w+),.*can jump to (\w+)/.exec(from)!;
    await jump(start!, target!);
    await page.locator('peg-board .badge').first().waitFor();
  }
  const from = (await losing.first().getAttribute('aria-label'))!;
  const [, start, target] = /^(\w+),.*can jump to (\w+)/.exec(from)!;
  await jump(start!, target!);
  await expect.poll(async () => (await heard()).at(-1)?.[0]).toBe('alarm');
});

test('<peg-board> keeps its game when other marks are wanted, and clears its message on restart', async () => {
  const { page, hole, jump } = await otherPage('<peg-board board="triangle4" vacate="a1"></peg-board>');
  await hole('a3').waitFor();
  await jump('a3', 'a1');
  const said = page.locator('peg-board [role=status]');
  await expect.poll(() => said.textContent()).toContain('a3-a1');
  const change = (name: string, value: string) =>
    page.evaluate((it) => document.querySelector('peg-board')!.setAttribute(...it), [name, value] as const);
  await change('names', 'none');
  await change('help', 'all');
  await page.locator('peg-board .badge').first().waitFor();
  expect(await hole('a1').getAttribute('aria-label')).toMatch(/^a1, peg/);
  await page.evaluate(() =>
    document.querySelector<HTMLElement & { restart(): void }>('peg-board')!.restart(),
  );
  await expect.poll(() => said.textContent()).toBe('');
  expect(await hole('a1').getAttribute('aria-label')).toBe('a1, empty');
});

test('two elements with other boards live on one page', async () => {
  const { page } = await otherPage('<peg-board></peg-board><peg-board board="star13"></peg-board>');
  await expect.poll(() => page.locator('peg-board [role=button]').count()).toBe(33 + 13);
});

test('two elements with the same board and other finishes get their own outlooks', async () => {
  const { page } = await otherPage(
    '<peg-board finish="d4" help="all"></peg-board><peg-board finish="c3" help="all"></peg-board>',
  );
  const badges = (element: number, outlook: string) =>
    page.locator('peg-board').nth(element).locator(`.badge.${outlook}`).count();
  await expect.poll(() => badges(0, 'winning')).toBe(4);
  await expect.poll(() => badges(1, 'losing')).toBe(4); // by the position class
});

test('<peg-board> says why it has no board, until its attribute names one', async () => {
  const { page, hole } = await otherPage('<peg-board board="englsh"></peg-board>');
  const said = page.locator('peg-board [role=status]');
  await expect.poll(() => said.textContent()).toContain('englsh');
  await page.evaluate(() => document.querySelector('peg-board')!.setAttribute('board', 'english'));
  await hole('d4').waitFor();
  expect(await said.textContent()).toBe('');
});

test('each event of <peg-board> tells the jump and the number of pegs', async () => {
  const { page, hole, jump, heard } = await otherPage('<peg-board board="triangle4"></peg-board>');
  await hole('a2').waitFor();
  const movable = page.locator('peg-board [role=button][aria-label*="can jump to"]');
  while ((await movable.count()) > 0) {
    const name = (await movable.first().getAttribute('aria-label'))!;
    const [, start, target] = /^(\w+),.*can jump to (\w+)/.exec(name)!;
    await jump(start!, target!);
  }
  const events = await heard();
  const [[, last], [type, end]] = events.slice(-2) as [[string, object], [string, object]];
  expect(['won', 'lost']).toContain(type);
  expect(end).toEqual(last);
  expect(Object.keys(end)).toEqual(['jump', 'pegs']);
});

test('the exported page can be played without any other file', async () => {
  await stage.player.jumps('d2-d4 b3-d3');
  await stage.player.unfold('Share');
  await stage.player.shareAs('Moves', 'Playable page');
  const { content } = await stage.download(() => stage.press('play', 'Download'));
  await stage.player.context.setOffline(true);
  const other = await stage.player.context.newPage();
  await other.setContent(content.toString());
  const hole = (label: string) => other.locator(`peg-board [role=button][aria-label^="${label},"]`);
  await hole('d2').click();
  await hole('d4').click();
  await expect.poll(() => hole('d4').getAttribute('aria-label')).toMatch(/^d4, peg/);
  await expect.poll(() => other.locator('peg-board [role=status]').innerText()).toBe('d2-d4. 31 pegs left.');
  await other.locator('#own-undo').click();
  await expect.poll(() => hole('d4').getAttribute('aria-label')).toBe('d4, empty');
  await stage.player.context.setOffline(false);
});

test('the embedded view is a playable board without the rest of the page', async () => {
  await stage.player.jumps('d2-d4');
  await stage.player.unfold('Share');
  await stage.press('play', 'Copy embedding code');
  const snippet = await stage.player.clipboard();
  expect(snippet).toMatch(/^<iframe src="http[^"]+\?embed=#p1\.[\w-]+" /);
  const { page } = await otherPage(snippet);
  const frame = page.frameLocator('iframe');
  const hole = (label: string) => frame.locator(`.board [role=button][aria-label^="${label},"]`);
  await expect.poll(() => hole('d4').getAttribute('aria-label')).toMatch(/^d4, peg/);
  expect(await frame.locator('nav').count()).toBe(0);
  await hole('b3').click();
  await hole('d3').click();
  await expect.poll(() => frame.locator('.status strong').innerText()).toBe('30 pegs');
  expect(await frame.getByRole('link', { name: 'Open in Pegboard' }).getAttribute('href')).not.toContain(
    'embed',
  );
  await expect.poll(() => stage.player.text('.status strong')).toBe('31 pegs'); // the game of this tab
});
