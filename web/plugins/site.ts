/**
 * Vite plugin that adds a content security policy and a service worker for offline use. The service worker caches all
 * files at once, except the atlas, whose files it caches when the page first uses them. Where the environment variable
 * `SITE_URL` names the address of the page, link previews show its picture.
 */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Forbids inline code, other origins and `eval`, except for WebAssembly. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Folder of the files of the atlas. */
const ATLAS = 'atlas/';

/** Returns the path of a built asset. An atlas file ends in `.txt`, so that hosts compress it. */
export function assetPath({ originalFileNames: [original] }: { originalFileNames: string[] }): string {
  const isAtlas = original?.endsWith('.ron') ?? false;
  return isAtlas ? `${ATLAS}[name].txt` : 'assets/[name]-[hash][extname]';
}

/** Makes the address of the picture for link previews absolute, as readers of such previews require. */
export function withAddress(html: string, address: string | undefined): string {
  if (!address) return html;
  const folder = new URL(address.endsWith('/') ? address : `${address}/`);
  const picture = /(<meta property="og:image" content=")([^"]*)("[^>]*>)/;
  if (!picture.test(html)) throw new Error('index.html has no picture for link previews');
  return html.replace(
    picture,
    (_, before: string, path: string, after: string) =>
      `${before}${new URL(path, folder)}${after}\n    <meta property="og:url" content="${folder}" />`,
  );
}

export function site(): Plugin {
  let folder = '';
  return {
    name: 'site',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    transformIndexHtml: (html) => ({
      html: withAddress(html, process.env['SITE_URL']),
      tags: [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
          injectTo: 'head-prepend',
        },
      ],
    }),
    closeBundle: () => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort();
      const digest = createHash('sha256');
      for (const file of files) digest.update(file).update(readFileSync(join(folder, file)));
      const version = digest.digest('hex').slice(0, 16);
      const atOnce = files.filter((file) => !file.startsWith(ATLAS));
      const template = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const blanks: [string, string][] = [
        ['VERSION', version],
        ["['FILES']", JSON.stringify(['', ...atOnce].map((name) => `./${name}`))],
        ["'ATLAS'", JSON.stringify(`/${ATLAS}`)],
      ];
      let filled = template;
      for (const [blank, value] of blanks) {
        if (!filled.includes(blank)) throw new Error(`service-worker.js has no ${blank}`);
        filled = filled.replace(blank, value);
      }
      writeFileSync(join(folder, 'sw.js'), filled);
    },
  };
}
