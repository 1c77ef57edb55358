import { expect, test } from 'vitest';
import { PHONE, openStage, type Player } from './support.ts';

const stage = openStage();

declare global {
  interface Window {
    /** Maximum sum of the workers' memory limits in MiB. */
    mostMemory: number;
  }
}

/** Reloads the page with workers that report their memory limits, and without answers of the shipped atlas. */
async function watchMemory(player: Player): Promise<void> {
  await player.withoutAtlas();
  await player.context.addInitScript(() => {
    const bounds = new Map<Worker, number>();
    window.mostMemory = 0;
    window.Worker = class extends Worker {
      override postMessage(message: { megabytes?: number }): void {
        if (message.megabytes !== undefined) bounds.set(this, message.megabytes);
        window.mostMemory = Math.max(
          window.mostMemory,
          [...bounds.values()].reduce((sum, each) => sum + each, 0),
        );
        super.postMessage(message);
      }
      override terminate(): void {
        bounds.delete(this);
        super.terminate();
      }
    };
  });
  await player.page.reload();
  await player.ready();
}

const most = () => stage.page.evaluate(() => window.mostMemory);

/** Starts numbers, problems, the atlas and a search for fewest moves together. */
async function askMuch(board: string): Promise<void> {
  await stage.player.openBoard(board);
  await stage.player.show('Problems');
  await stage.press('problems', 'Fewest moves');
  await stage.view('problems').getByText('Searching for the fewest moves').waitFor();
  const every = stage.view('problems').locator('details', { hasText: 'Every problem' });
  if ((await every.getAttribute('open')) === null) await stage.player.unfold('Every problem');
  await stage.page.waitForTimeout(1500);
  await stage.player.show('Play');
  await stage.page.waitForTimeout(1000);
}

test('on a desktop all workers together are limited to 512 MiB', async () => {
  await stage.enter();
  await watchMemory(stage.player);
  await stage.player.unfold('Numbers');
  for (const board of ['english', 'square6', 'wiegleb']) await askMuch(board);
  expect(await most()).toBeGreaterThan(256);
  expect(await most()).toBeLessThanOrEqual(512);
  await stage.view('play').getByText('Jumps are searched one by one').waitFor();
});

test('a larger bitmap is announced with its size', async () => {
  await stage.enter();
  await watchMemory(stage.player);
  await stage.player.openBoard('french');
  await stage.view('play').getByText('Working out every position, in 516 MB').waitFor();
  await askMuch('french');
  expect(await most()).toBeGreaterThan(516);
  expect(await most()).toBeLessThanOrEqual(620);
});

test('on a phone they are limited to 128 MiB, and the page reports requests that need more', async () => {
  await stage.enter(PHONE);
  await watchMemory(stage.player);
  await stage.player.unfold('Numbers');
  for (const board of ['english', 'square6']) await askMuch(board);
  expect(await most()).toBeLessThanOrEqual(128);
  const status = await stage.player.text('.status .note');
  expect(status).toMatch(/^Working out every position would take 260 MB, more than the 68 MB allowed here/);
  const solutions = stage.page
    .locator('section.play .facts div', { hasText: 'Solutions left' })
    .locator('dd');
  const longer = stage.view('play').getByRole('button', { name: 'Count longer' });
  await expect
    .poll(async () => {
      if (await longer.isVisible()) await longer.click(); // a slow machine reaches the time limit first
      return solutions.innerText();
    })
    .toMatch(/^needs more than \d+ MB$/);
});
