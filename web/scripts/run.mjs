import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder `web`. */
export const web = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in `web` with its output shown; throws if it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: web, ...options });
  if (error) throw new Error(`cannot start ${command}: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Returns the standard output of a command; null if it cannot start or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: web });
  return status === 0 ? stdout : null;
}
