import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, openStage, type Player } from './support.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const stage = openStage();

/** Returns axe's violations with their elements, in a color scheme of the page. */
async function findings(player: Player, colorScheme: string): Promise<string[]> {
  return player.page.evaluate(async (colorScheme) => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${colorScheme}: ${id}: ${html.slice(0, 200)} ${failureSummary}`,
      ),
    );
  }, colorScheme);
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
    await player.outlook();
    await player.page.locator('section.play').getByRole('button', { name: 'Solution', exact: true }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Pause' }).click();
  },
  'inverse game': async (player) => {
    await player.outlook();
    await player.page.locator('section.play').getByRole('button', { name: 'Solution', exact: true }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Inverse game' }).click();
    await player.page.locator('section.play').getByRole('button', { name: 'Pause' }).click();
  },
  problems: async (player) => {
    await player.show('Problems');
    await player.hole('d4').click();
    await player.hole('c4').click();
    await player.unfold('Every problem');
    await player.unfold('Puzzle');
    await player.unfold('Classic problems');
    await player.page.locator('section.problems .matrix [data-finding=solvable]').first().waitFor();
  },
  'a certificate': async (player) => {
    await player.openBoard('triangle5');
    await player.show('Problems');
    await player.hole('b3').click();
    await player.hole('b3').click();
    await player.page.getByRole('button', { name: 'Download certificate' }).waitFor();
  },
  'fewest moves': async (player) => {
    await player.withoutAtlas();
    await player.show('Problems');
    await player.page.getByRole('button', { name: 'Fewest moves' }).click();
    await player.page.getByText('Searching for the fewest moves').waitFor();
  },
  draw: async (player) => {
    await player.show('Draw');
    for (const label of ['b2', 'c2', 'd2', 'e2']) await player.hole(label).click();
    await player.page.locator('section.draw .atlas').waitFor();
    await player.unfold('Map');
    await player.unfold('Import');
    await player.page.getByLabel('Board file, text picture or graph').fill('Board(');
    await player.page.getByRole('button', { name: 'Import board' }).click();
    await player.unfold('Export');
    await player.page.locator('.remarks').waitFor();
  },
  'a graph': async (player) => {
    await player.show('Draw');
    await player.choose('Graph');
    for (let vertex = 0; vertex < 3; vertex++) await player.press('Add vertex');
    for (const label of ['a', 'b', 'b', 'c', 'a']) await player.hole(label).click();
    await player.page.locator('section.draw .atlas').waitFor();
  },
  boards: async (player) => {
    await player.jumps('d2-d4');
    await player.openBoard('kite');
    await player.show('Boards');
    await player.page.locator('.library .card').first().waitFor();
    await player.page.locator('section.boards summary').first().click();
  },
  puzzles: async (player) => {
    await player.show('Puzzles');
    await player.page.locator('.tile').first().waitFor();
    await player.unfold('Sheet for a class');
  },
  rules: async (player) => {
    await player.press('Rules');
    await player.page.getByRole('dialog').waitFor();
  },
  settings: async (player) => {
    await player.press('Settings');
    await player.page.getByRole('dialog').waitFor();
  },
  'a lost end': async (player) => {
    await player.openBoard('triangle3');
    while ((await player.page.locator('section.play .liftable').count()) > 0) {
      await player.page.locator('section.play .liftable').first().click();
      await player.page.locator('section.play .landing').first().click();
    }
    await player.page.keyboard.press('Escape');
  },
  'slate on the board': async (player) => {
    await player.press('Settings');
    const setting = (name: string) =>
      player.page.getByRole('dialog').getByRole('combobox', { name, exact: true });
    await setting('Board').selectOption('Slate');
    await setting('Names of holes').selectOption('On every hole');
    await player.press('Close');
  },
  dialog: async (player) => {
    await player.unfold('Share');
    await player.page.getByRole('button', { name: 'Save game' }).click();
    await player.page.getByRole('dialog').waitFor();
  },
};

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_, options) => {
  test.each(Object.keys(VIEWS))('axe finds no violation in the view: %s', async (name) => {
    const player = await stage.enter({ ...options, reducedMotion: 'reduce' });
    await VIEWS[name]!(player);
    await player.page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await player.page.emulateMedia({ colorScheme });
      await expect.poll(() => findings(player, colorScheme)).toEqual([]);
    }
  });
});

test.each(['light', 'dark'] as const)(
  'labels on painted holes are legible in %s colors',
  async (colorScheme) => {
    const player = await stage.enter({ ...DESKTOP, colorScheme });
    await player.show('Draw');
    await player.stroke('b2', 'd2');
    await player.page.locator('.painted .hole-label', { hasText: 'a1' }).waitFor();
    const contrast = await player.page.evaluate(() => {
      const luminance = (selector: string) => {
        const { fill } = getComputedStyle(document.querySelector(selector)!);
        const [red, green, blue] = fill.match(/\d+/g)!.map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05;
      };
      const [label, hole] = [luminance('.painted > .hole-label'), luminance('.painted > .well')];
      return Math.max(label, hole) / Math.min(label, hole);
    });
    expect(contrast).toBeGreaterThan(4.5);
  },
);

test('the board is one tab stop, and holes are named', async () => {
  const player = await stage.enter();
  const stops = player.page.locator('section.play .board [tabindex="0"]');
  await expect.poll(() => stops.count()).toBe(1);
  await player.hole('d2').focus();
  await expect.poll(() => stops.count()).toBe(1);
  await expect.poll(() => stops.getAttribute('aria-label')).toBe('d2, peg, can jump to d4');
  await player.page.keyboard.press('ArrowDown');
  await expect.poll(() => stops.getAttribute('aria-label')).toBe('d3, peg');
  await player.page.keyboard.press('Tab');
  await expect.poll(() => player.page.evaluate(() => document.activeElement?.closest('.board'))).toBeNull();
});

test('moves are announced', async () => {
  const player = await stage.enter();
  await player.hole('d2').focus();
  await player.page.keyboard.press('Enter');
  const live = player.page.locator('[aria-live=polite][role=status].visually-hidden');
  await expect.poll(() => live.textContent()).toBe('d2 lifted; it can land in d4.');
  await player.page.keyboard.press('ArrowDown');
  await player.page.keyboard.press('ArrowDown');
  await player.page.keyboard.press('Enter');
  expect((await live.textContent())!.trim()).toBe('d2-d4. 31 pegs left.');
});
