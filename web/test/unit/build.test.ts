import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { buildEnvironment, modulePaths } from '../../scripts/build-engine.mjs';
import { withAddress } from '../../plugins/site.ts';

afterEach(() => vi.unstubAllEnvs());

test('the modules are looked for where Cargo puts them', () => {
  vi.stubEnv('CARGO_TARGET_DIR', '/elsewhere');
  const folder = '/elsewhere/wasm32-unknown-unknown/page';
  expect(modulePaths()).toEqual([`${folder}/pegboard_web.wasm`, `${folder}/pegboard_web_game.wasm`]);
});

test('compiler flags of other builds do not replace those of the module', () => {
  vi.stubEnv('RUSTFLAGS', '-Ctarget-cpu=native');
  vi.stubEnv('CARGO_ENCODED_RUSTFLAGS', '-Ctarget-cpu=native');
  // Cargo reads the encoded flags first, and then no others.
  expect(buildEnvironment()['CARGO_ENCODED_RUSTFLAGS']).toContain('--import-memory');
});

test('the picture for link previews has an absolute address where the address of the page is known', () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  expect(withAddress(html, undefined)).toBe(html);
  for (const address of ['https://example.org/pegs', 'https://example.org/pegs/']) {
    const page = withAddress(html, address);
    expect(page).toContain('property="og:image" content="https://example.org/pegs/icon-512.png"');
    expect(page).toContain('property="og:url" content="https://example.org/pegs/"');
  }
});
