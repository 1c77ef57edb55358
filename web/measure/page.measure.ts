/** Speed of the page in Chromium, printed by `npm run measure`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, Site, type Player } from '../test/page/support.ts';

let site: Site;
const found: [string, string][] = [];

beforeAll(async () => {
  site = await Site.open();
});
afterAll(async () => {
  await site.close();
  console.log(found.map(([what, value]) => `${what.padEnd(66)} ${value}`).join('\n'));
});

const ms = (time: number) => `${time.toFixed(0)} ms`;

/** Records tasks of the main thread longer than 50 ms. */
async function watchLongTasks(player: Player): Promise<() => Promise<string>> {
  await player.page.evaluate(() => {
    const page = window as unknown as { longTasks: number[] };
    page.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) page.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  return () =>
    player.page.evaluate(() => {
      const { longTasks } = window as unknown as { longTasks: number[] };
      return longTasks.length === 0 ? 'none' : longTasks.map((time) => `${time} ms`).join(', ');
    });
}

test('size of the first load', async () => {
  const player = await site.page(DESKTOP);
  const names = new Set<string>();
  player.page.on('response', (response) => names.add(new URL(response.url()).pathname));
  await player.page.reload();
  await player.ready();
  await player.outlook();
  await player.close();
  const folder = new URL('../dist/', import.meta.url).pathname;
  const base = new URL(site.url).pathname;
  const files = [...names]
    .filter((name) => name.startsWith(base))
    .map((name) => readFileSync(join(folder, name.slice(base.length) || 'index.html')));
  const compressed = (compress: (content: Buffer) => Buffer) => {
    const sizes = files.map((content) => compress(content).length / 1000);
    return `${sizes.reduce((sum, each) => sum + each, 0).toFixed(0)} kB`;
  };
  const gzip = (content: Buffer) => gzipSync(content, { level: 9 });
  found.push([
    'first load, by gzip and by Brotli',
    `${compressed(gzip)}, ${compressed((content) => brotliCompressSync(content))}`,
  ]);
});

test('from the address to the first outlook', async () => {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < 5; run++) {
    const player = await site.page(DESKTOP);
    await player.page.waitForSelector('section.play .outlook.winning');
    runs.push(
      await player.page.evaluate(() => {
        const marks = performance
          .getEntriesByType('mark')
          .map((mark) => [mark.name, mark.startTime] as const);
        return Object.fromEntries(marks);
      }),
    );
    await player.close();
  }
  const median = (name: string) => runs.map((run) => run[name]!).sort((one, other) => one - other)[2]!;
  found.push(['time to interactive', ms(median('ready'))]);
  found.push([
    'English central: every outlook known after another',
    ms(median('knows-all') - median('ready')),
  ]);
});

test('clicks', async () => {
  const player = await site.page(DESKTOP);
  await player.help('Every jump');
  await player.page.waitForSelector('section.play .jump.winning');
  const times = await player.page.evaluate(async () => {
    const decided = () =>
      document.querySelectorAll('section.play .jump').length > 0 &&
      !document.querySelector('section.play .jump.unknown');
    const times: number[] = [];
    for (;;) {
      const jump = document.querySelector<HTMLElement>('section.play .jump.winning');
      if (!jump) return times;
      const start = performance.now();
      const answered = new Promise<void>((resolve) => {
        const look = () =>
          decided() || document.querySelector('section.play .won') ? resolve() : void setTimeout(look, 0);
        jump.click();
        look();
      });
      await answered;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const sorted = [...times].sort((one, other) => one - other);
  found.push([
    `click to all jumps marked: ${times.length} jumps, median, slowest`,
    `${sorted[sorted.length >> 1]!.toFixed(1)} ms, ${sorted.at(-1)!.toFixed(1)} ms`,
  ]);
  await player.close();
});

test('the 21 problems of the English board', async () => {
  const player = await site.page(DESKTOP);
  await player.withoutAtlas();
  await player.page.waitForSelector('section.play .outlook.winning');
  await player.show('Problems');
  await player.page.waitForTimeout(1500);
  const longTasks = await watchLongTasks(player);
  const time = await player.page.evaluate(async () => {
    const start = performance.now();
    const summary = [...document.querySelectorAll<HTMLElement>('section.problems summary')].find(
      (each) => each.textContent === 'Every problem',
    )!;
    summary.click();
    while (document.querySelectorAll('section.problems .matrix [data-finding=solvable]').length < 21) {
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return performance.now() - start;
  });
  found.push(['all 21 problems of the English board settled in', ms(time)]);
  found.push(['  main-thread tasks above 50 ms meanwhile', await longTasks()]);
  await player.close();
});

test.each(['square6', 'french'])('every outlook of %s', async (board) => {
  const player = await site.page(DESKTOP);
  const longTasks = await watchLongTasks(player);
  await player.openBoard(board);
  const start = await player.page.evaluate(() => performance.now());
  const jumps = async () => {
    await player.page.locator('section.play .landing, section.play .liftable').first().click();
    await player.page.locator('section.play .landing').first().click();
  };
  await jumps();
  const time = await player.page.waitForFunction(
    (from) => {
      const mark = performance.getEntriesByName('knows-all').at(-1);
      return mark && mark.startTime > from ? mark.startTime - from : null;
    },
    start,
    { timeout: 300_000 },
  );
  found.push([`${board}: every outlook known in the background after`, ms((await time.jsonValue())!)]);
  found.push(['  main-thread tasks above 50 ms meanwhile', await longTasks()]);
  await player.close();
});

test('dragging on a board of 128 holes', async () => {
  const player = await site.page(DESKTOP);
  await player.show('Draw');
  await player.page.locator('section.draw summary', { hasText: 'Import' }).click();
  await player.page
    .getByLabel('Board file, text picture or graph')
    .fill(Array.from({ length: 8 }, () => 'o'.repeat(16)).join('\n'));
  await player.page.getByRole('button', { name: 'Import board' }).click();
  await player.page.waitForTimeout(1000);
  await player.page.getByRole('button', { name: 'Play this board' }).click();
  const liftable = player.page.locator('section.play .liftable .hit').first();
  await liftable.waitFor();
  const box = (await liftable.boundingBox())!;
  await player.page.mouse.move(box.x + 20, box.y + 20);
  await player.page.mouse.down();
  await player.page.mouse.move(box.x + 40, box.y + 40);
  const longTasks = await watchLongTasks(player);
  await player.page.evaluate(() => {
    const page = window as unknown as { frames: number[] };
    page.frames = [];
    const frame = (time: number) => {
      page.frames.push(time);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let step = 0; step < 240; step++) {
    await player.page.mouse.move(
      box.x + 40 + 300 * Math.abs(Math.sin(step / 40)),
      box.y + 40 + 100 * Math.abs(Math.cos(step / 30)),
    );
  }
  const frames = await player.page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await player.page.mouse.up();
  const gaps = frames
    .slice(1)
    .map((time, index) => time - frames[index]!)
    .sort((one, other) => one - other);
  const rate = (1000 * (frames.length - 1)) / (frames.at(-1)! - frames[0]!);
  found.push(['dragging on 128 holes while the solver runs: frames per second', rate.toFixed(0)]);
  found.push([
    '  95th percentile of the frame interval',
    `${gaps[Math.floor(0.95 * gaps.length)]!.toFixed(1)} ms`,
  ]);
  found.push(['  main-thread tasks above 50 ms meanwhile', await longTasks()]);
  await player.close();
});
