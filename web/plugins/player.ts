/**
 * Vite plugin for the script of exported pages: `virtual:player` is the address of `src/element/player.ts` with
 * everything that it needs, in one file.
 */

import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const ID = 'virtual:player';

export function player(): Plugin {
  let root = '';
  return {
    name: 'player',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const result = await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: join(root, 'src/element/player.ts'), formats: ['iife'], name: 'player' },
        },
      });
      const [bundle] = Array.isArray(result) ? result : [result];
      if (!bundle || !('output' in bundle)) throw new Error('the player was not built');
      const reference = this.emitFile({ type: 'asset', name: 'player.js', source: bundle.output[0].code });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
