import { defineConfig } from 'vitest/config';
import { player } from './plugins/player.ts';
import { assetPath, site } from './plugins/site.ts';

export default defineConfig({
  base: './', // the built folder works under any path
  plugins: [player(), site()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', 'peg-board': 'src/element/standalone.ts' },
      output: {
        assetFileNames: assetPath,
        // Other pages load the element under a name that stays.
        entryFileNames: ({ name }) => (name === 'peg-board' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { fs: { allow: ['..'] } }, // the atlas in `boards`
  preview: { port: 4173 },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }, // for slow machines
    maxWorkers: 2, // each test of the page starts a browser and several workers
  },
});
