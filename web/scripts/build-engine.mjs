/** Builds the engine as a WebAssembly module with its JavaScript bindings, in `engine/pkg`. */

import { join } from 'node:path';
import { output, run, web } from './run.mjs';

const triple = 'wasm32-unknown-unknown';

if (output('cargo', ['--version']) === null) {
  throw new Error('the Rust toolchain is missing: see https://www.rust-lang.org/tools/install');
}
if (!(output('rustup', ['target', 'list', '--installed']) ?? triple).includes(triple)) {
  run('rustup', ['target', 'add', triple]);
}
const { target_directory: target } = JSON.parse(
  output('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']),
);
// The page gives each worker a memory of limited size, so the module imports its memory.
const flags = '-C target-feature=+simd128 -C link-arg=--import-memory';
run('cargo', ['build', '--locked', '--profile', 'page', '--target', triple, '--package', 'pegboard-web'], {
  env: { ...process.env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags },
});
const module = join(target, triple, 'page', 'pegboard_web.wasm');
const folder = join(web, 'engine', 'pkg');
run('cargo', ['run', '--locked', '--package', 'pegboard-web-bindgen', '--', module, folder]);
