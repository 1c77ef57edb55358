/** Pictures on their way out, and what is said when one cannot be made. */

import type { Subject } from '../engine/messages.ts';
import { NotLoaded, TooLarge } from '../engine/pictures.ts';
import { text } from '../text.ts';
import { downloadPicture, type StillFormat } from '../view/files.ts';
import type { Host } from '../view/host.ts';
import type { PictureLook } from './picture-look.ts';

/** Runs what a button starts, and tells what went wrong. */
export function act(app: Host, run: () => Promise<void>): () => void {
  return () => {
    run().catch((error: unknown) => {
      app.shell.toast(reason(error));
    });
  };
}

function reason(error: unknown): string {
  if (error instanceof NotLoaded) return text.pictures.notLoaded;
  if (error instanceof TooLarge) return text.pictures.tooLarge;
  return error instanceof Error ? error.message : String(error);
}

/** Downloads a drawing; as pixels, it has this many for each of its own, unless a width was chosen. */
export async function giveOut(
  { engine }: Host,
  name: string,
  what: Subject,
  format: StillFormat,
  look: PictureLook,
  scale?: number,
): Promise<void> {
  await downloadPicture(name, format, {
    svg: () => engine.drawing(what, look.chosen),
    pdf: () => engine.pdf(what, look.chosen),
    scale: look.chosen.width === null ? scale : 1,
  });
}
