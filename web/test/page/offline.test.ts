/** The page works offline after the first visit, whatever headers its host sends. */

import { expect, test } from 'vitest';
import { preview } from 'vite';
import { DESKTOP, openStage, serve, type Served } from './support.ts';

const stage = openStage();

/** Serves the page as `npm start` does. */
async function servePreview(): Promise<Served> {
  const root = new URL('../../', import.meta.url).pathname;
  const server = await preview({ root, preview: { host: 'localhost', port: 0, open: false } });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

const HOSTS: [string, () => Promise<Served>][] = [
  ['a host without Vary', () => serve()],
  ['a host with Vary: Origin', () => serve({ vary: 'Origin' })],
  [
    'a host with Vary: Accept-Encoding, Origin, Accept',
    () => serve({ vary: 'Accept-Encoding, Origin, Accept' }),
  ],
  ['vite preview', servePreview],
];

test.each(HOSTS)('the page works offline after the first visit to %s', async (_, start) => {
  const host = await start();
  stage.player = await stage.site.page({ ...DESKTOP, serviceWorkers: 'allow' }, host.url);
  await stage.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await stage.page.waitForFunction(async () => {
    const names = await caches.keys();
    return names.length === 1 && (await (await caches.open(names[0]!)).keys()).length > 6;
  });
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.openBoard('wiegleb');
  await stage.player.show('Problems');
  const kept = () =>
    stage.page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]!);
      return (await cache.keys()).filter(({ url }) => url.includes('/atlas/')).length;
    });
  await expect.poll(kept).toBe(1); // of this board only

  await stage.player.context.setOffline(true);
  await host.close();
  await stage.page.reload();
  await stage.player.ready();
  await stage.player.show('Problems');
  await stage.player.choose('Empty hole');
  await stage.player.hole('e1').click();
  await stage.player.hole('e1').click();
  await expect.poll(() => stage.player.text('.verdict')).toMatch(/^Impossible/);
  await stage.player.openBoard('triangle5');
  await stage.player.outlook();
  await stage.player.jumps('a3-a1');
  await stage.player.unfold('Share');
  await stage.player.shareAs('Moves', 'Animated GIF');
  await stage.download(() => stage.press('play', 'Download'));
  await stage.player.context.setOffline(false);
});
