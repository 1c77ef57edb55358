/** Finds Chromium for the tests; as a script, installs Debian's package if there is none. */

import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function browser() {
  const named = process.env.CHROME_PATH;
  return named ?? usual.find((path) => existsSync(path)) ?? null;
}

if (import.meta.filename === process.argv[1] && browser() === null) {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  } else {
    console.error(
      'The tests drive Chromium. Install it, or set CHROME_PATH to the program of Chrome or Chromium.',
    );
    process.exit(1);
  }
}
