/** Builds the engine for browsers, and the JavaScript beside it, into `engine/pkg`. Cargo does only what is new. */

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
run('cargo', ['build', '--profile', 'page', '--locked', '--lib', '--target', target], { cwd: engine });
const module = join('target', target, 'page', 'pegboard_web.wasm');
run('cargo', ['run', '--release', '--locked', '--quiet', '-p', 'bindgen', '--', module, 'pkg'], {
  cwd: engine,
});
