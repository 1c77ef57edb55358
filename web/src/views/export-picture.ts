/** Exports of pictures: SVG, PNG and print. */

import type { Subject } from '../engine/messages.ts';
import { text } from '../text.ts';
import { download, downloadText, fileName, stem } from '../view/files.ts';
import type { Host } from '../view/host.ts';
import { png, print, TooLarge } from '../view/pictures.ts';
import type { PictureLook } from './picture-look.ts';

/** Returns a click handler that shows the errors of `run`. */
export function act(app: Host, run: () => Promise<void>): () => void {
  return () => {
    run().catch((error: unknown) => {
      app.shell.toast(reason(error));
    });
  };
}

function reason(error: unknown): string {
  if (error instanceof TooLarge) return text.pictures.tooLarge;
  return error instanceof Error ? error.message : String(error);
}

/** Formats of a still picture. */
export type StillFormat = 'svg' | 'png' | 'print';

/** Downloads or prints a picture. A PNG without a chosen width has `scale` pixels for each pixel of the SVG. */
export async function exportPicture(
  { engine }: Host,
  name: string,
  what: Subject,
  format: StillFormat,
  look: PictureLook,
  scale?: number,
): Promise<void> {
  const svg = await engine.drawing(what, look.chosen);
  switch (format) {
    case 'svg':
      return downloadText(fileName(name, 'svg'), svg, 'image/svg+xml');
    case 'png':
      return download(fileName(name, 'png'), await png(svg, look.chosen.width === null ? scale : 1));
    case 'print':
      return print(svg, stem(name));
  }
}
