/**
 * Builds the engine for browsers and the module that writes picture files, and the JavaScript beside them, into
 * `engine/pkg`. Cargo does only what is new.
 */

import { join } from 'node:path';
import { output, run, web } from './run.mjs';

const target = 'wasm32-unknown-unknown';
const engine = join(web, 'engine');

if (output('cargo', ['--version']) === null) {
  throw new Error('the Rust toolchain is missing: see https://www.rust-lang.org/tools/install');
}
if (!(output('rustup', ['target', 'list', '--installed']) ?? target).includes(target)) {
  run('rustup', ['target', 'add', target]);
}
for (const crate of ['pegboard-web', 'pegboard-pictures']) {
  // One at a time: built together, both would have the features of either.
  run('cargo', ['build', '--profile', 'page', '--locked', '--lib', '--target', target, '-p', crate], {
    cwd: engine,
  });
  const module = join('target', target, 'page', `${crate.replace('-', '_')}.wasm`);
  run('cargo', ['run', '--release', '--locked', '--quiet', '-p', 'bindgen', '--', module, 'pkg'], {
    cwd: engine,
  });
}
