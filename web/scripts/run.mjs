/** Runs a command and shows what it says; throws when it fails. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder `web`. */
export const web = fileURLToPath(new URL('..', import.meta.url));

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: web, ...options });
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** What a command prints; null when it cannot be started or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}
