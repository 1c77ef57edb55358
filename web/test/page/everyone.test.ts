import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, Site, type Player } from './support.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let site: Site;

beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

/** What axe finds on the page, each with the elements that it is about. */
async function findings(player: Player): Promise<string[]> {
  await player.page.evaluate(axe);
  return player.page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  });
}

const VIEWS: Record<string, (player: Player) => Promise<void>> = {
  play: async (player) => {
    await player.help('Every jump');
    await player.jumps('d2-d4 b3-d3');
    for (const summary of await player.page.locator('section.play summary').all()) await summary.click();
    await player.hole('c1').click();
    await player.page.keyboard.press('h');
  },
  playback: async (player) => {
    await player.page.waitForSelector('section.play .outlook.winning');
    await player.page.locator('section.play').getByRole('button', { name: 'Solution', exact: true }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Pause' }).click();
  },
  'inverse game': async (player) => {
    await player.page.waitForSelector('section.play .outlook.winning');
    await player.page.locator('section.play').getByRole('button', { name: 'Solution', exact: true }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Inverse game' }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Pause' }).click();
  },
  problems: async (player) => {
    await player.show('Problems');
    await player.hole('d4').click();
    await player.hole('c4').click();
    await player.page.locator('section.problems summary', { hasText: 'Every problem' }).click();
    await player.page.locator('section.problems summary', { hasText: 'Puzzle' }).click();
    await player.page.locator('section.problems summary', { hasText: 'Problems with a name' }).click();
    await player.page.locator('section.problems .matrix [data-finding=solvable]').first().waitFor();
  },
  'fewest moves': async (player) => {
    await player.show('Problems');
    await player.page.getByRole('button', { name: 'Fewest moves' }).click();
    await player.page.getByText('Searching for the fewest moves').waitFor();
  },
  draw: async (player) => {
    await player.show('Draw');
    for (const label of ['b2', 'c2', 'd2', 'e2']) await player.hole(label).click();
    await player.page.locator('section.draw .atlas').waitFor();
    await player.page.locator('section.draw summary', { hasText: 'Map' }).click();
    await player.page.locator('section.draw summary', { hasText: 'Take a board in' }).click();
    await player.page.getByLabel('Board file or picture').fill('o?o');
    await player.page.getByRole('button', { name: 'Read it' }).click();
    await player.page.locator('section.draw summary', { hasText: 'Give it out' }).click();
    await player.page.locator('.remarks').waitFor();
  },
  boards: async (player) => {
    await player.jumps('d2-d4');
    await player.openBoard('kite');
    await player.show('Boards');
    await player.page.locator('.library .card').first().waitFor();
    await player.page.locator('section.boards summary').first().click();
  },
  dialog: async (player) => {
    await player.page.locator('section.play summary', { hasText: 'Share' }).click();
    await player.page.getByRole('button', { name: 'Save game' }).click();
    await player.page.getByRole('dialog').waitFor();
  },
};

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_, options) => {
  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    test.each(Object.keys(VIEWS))('axe finds nothing in the view: %s', async (name) => {
      const player = await site.page({ ...options, colorScheme, reducedMotion: 'reduce' });
      await VIEWS[name]!(player);
      expect(await findings(player)).toEqual([]);
      expect(player.errors).toEqual([]);
      await player.close();
    });
  });
});

test('the board is one tab stop, and holes are named', async () => {
  const player = await site.page();
  const stops = player.page.locator('section.play .board [tabindex="0"]');
  expect(await stops.count()).toBe(1);
  await player.hole('d2').focus();
  expect(await stops.count()).toBe(1);
  expect(await stops.getAttribute('aria-label')).toBe('d2, peg, can jump to d4');
  await player.page.keyboard.press('ArrowDown');
  expect(await stops.getAttribute('aria-label')).toBe('d3, peg');
  await player.page.keyboard.press('Tab');
  expect(await player.page.evaluate(() => document.activeElement?.closest('.board'))).toBeNull();
  await player.close();
});

test('moves are spoken', async () => {
  const player = await site.page();
  await player.hole('d2').focus();
  await player.page.keyboard.press('Enter');
  const live = player.page.locator('[aria-live=polite][role=status].visually-hidden');
  expect(await live.textContent()).toBe('d2 lifted; it can land in d4.');
  await player.page.keyboard.press('ArrowDown');
  await player.page.keyboard.press('ArrowDown');
  await player.page.keyboard.press('Enter');
  expect((await live.textContent())!.trim()).toBe('d2-d4. 31 pegs left.');
  await player.close();
});
