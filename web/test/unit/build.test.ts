import { afterEach, expect, test, vi } from 'vitest';
import { buildEnvironment, modulePath } from '../../scripts/build-engine.mjs';

afterEach(() => vi.unstubAllEnvs());

test('the module is looked for where Cargo puts it', () => {
  vi.stubEnv('CARGO_TARGET_DIR', '/elsewhere');
  expect(modulePath()).toBe('/elsewhere/wasm32-unknown-unknown/page/pegboard_web.wasm');
});

test('compiler flags of other builds do not replace those of the module', () => {
  vi.stubEnv('RUSTFLAGS', '-Ctarget-cpu=native');
  vi.stubEnv('CARGO_ENCODED_RUSTFLAGS', '-Ctarget-cpu=native');
  // Cargo reads the encoded flags first, and then no others.
  expect(buildEnvironment()['CARGO_ENCODED_RUSTFLAGS']).toContain('--import-memory');
});
