/** Builds the engine as a WebAssembly module with its JavaScript bindings, in `engine/pkg`. */

import { join } from 'node:path';
import { output, run, web } from './run.mjs';

const triple = 'wasm32-unknown-unknown';

/** Returns the path of the module that Cargo builds, also where `CARGO_TARGET_DIR` or a configuration sets its folder. */
export function modulePath() {
  const metadata = output('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']);
  if (metadata === null) throw new Error('cargo metadata failed');
  return join(JSON.parse(metadata).target_directory, triple, 'page', 'pegboard_web.wasm');
}

/** Returns the environment of the build, without the compiler flags of other builds. */
export function buildEnvironment() {
  // The page gives each worker a memory of limited size, so the module imports its memory.
  const flags = ['-Ctarget-feature=+simd128', '-Clink-arg=--import-memory'];
  return { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
}

if (import.meta.filename === process.argv[1]) {
  if (output('cargo', ['--version']) === null) {
    throw new Error('the Rust toolchain is missing: see https://www.rust-lang.org/tools/install');
  }
  if (!(output('rustup', ['target', 'list', '--installed']) ?? triple).includes(triple)) {
    run('rustup', ['target', 'add', triple]);
  }
  run('cargo', ['build', '--locked', '--profile', 'page', '--target', triple, '--package', 'pegboard-web'], {
    env: buildEnvironment(),
  });
  const folder = join(web, 'engine', 'pkg');
  run('cargo', ['run', '--locked', '--package', 'pegboard-web-bindgen', '--', modulePath(), folder]);
}
