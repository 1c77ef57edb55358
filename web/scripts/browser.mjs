/** Finds Chromium for the tests; as a script, installs Debian's package if there is none. */

import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** The first has no windows, and takes four fifths of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export function browser() {
  const named = process.env.CHROME_PATH;
  return named ?? NAMES.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)) ?? null;
}

if (import.meta.filename === process.argv[1] && browser() === null) {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
  } else {
    console.error(
      'The tests drive Chromium. Install it, or set CHROME_PATH to the program of Chrome or Chromium.',
    );
    process.exit(1);
  }
}
