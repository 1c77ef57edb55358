/** Serves a folder and opens the page in it with Chromium: `node .ci/open-page.mjs FOLDER PATH` */

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { browser as chromium } from '../web/scripts/browser.mjs';

const [folder, path] = process.argv.slice(2);
const playwright = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');

const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const port = await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => {
      const [, found] = /port (\d+)/.exec(text) ?? [];
      if (found) resolve(found);
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error('the server has ended')));
  });
  const browser = await playwright.chromium.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  const response = await page.goto(`http://127.0.0.1:${port}${path}`);
  if (!response.ok()) throw new Error(`${response.status()} ${response.url()}`);
  await page.waitForSelector('html[data-ready]', { timeout: 120_000 });
  await browser.close();
  if (errors.length > 0) throw new Error(errors.join('\n'));
  console.log(`the page opens under ${path}`);
} finally {
  server.kill();
}
