/** Builds the engine as two WebAssembly modules with their JavaScript bindings, in `npm/pkg`. */

import { join } from 'node:path';
import { output, run, web } from './run.mjs';

const triple = 'wasm32-unknown-unknown';
const packages = ['pegboard-web', 'pegboard-web-game'];

/** Returns the paths of the modules that Cargo builds, also where `CARGO_TARGET_DIR` or a configuration sets its folder. */
export function modulePaths() {
  const metadata = output('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']);
  if (metadata === null) throw new Error('cargo metadata failed');
  const folder = join(JSON.parse(metadata).target_directory, triple, 'page');
  return packages.map((name) => join(folder, `${name.replaceAll('-', '_')}.wasm`));
}

/** Returns the environment of the build, without the compiler flags of other builds. */
export function buildEnvironment() {
  // The page gives each worker a memory of limited size, so the modules import their memory.
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
  const chosen = packages.flatMap((name) => ['--package', name]);
  run('cargo', ['build', '--locked', '--profile', 'page', '--target', triple, ...chosen], {
    env: buildEnvironment(),
  });
  const folder = join(web, 'npm', 'pkg');
  const bindgen = ['--profile', 'bindgen', '--package', 'pegboard-web-bindgen'];
  run('cargo', ['run', '--locked', ...bindgen, '--', folder, ...modulePaths()]);
}
