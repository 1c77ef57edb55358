/** Installs the packages of the lock file, unless they are up to date. */

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, web } from './run.mjs';

const lock = join(web, 'package-lock.json');
const installed = join(web, 'node_modules', '.installed-lock');
const isCurrent = existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8');
if (!isCurrent) {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  copyFileSync(lock, installed);
}
