/**
 * Files that a browser cannot write by itself: PDF, GIF and animated PNG. A module of their own makes them. It is
 * loaded when the first such file is wanted, and kept for use offline from then on. Its worker ends with the file.
 */

import wasmUrl from '../../engine/pkg/pegboard_pictures_bg.wasm?url';
import PicturesWorker from './pictures-worker.ts?worker';
import { compile } from './wasm.ts';

export const ANIMATIONS = ['gif', 'apng'] as const;
export type Animation = (typeof ANIMATIONS)[number];

/** A file, of drawings as the engine gives their shapes. */
export type PictureFile =
  { pdf: { shapes: string } } | { animation: { frames: string[]; format: Animation; width: number | null } };

/** What the page posts to the worker. */
export interface PictureOrder {
  module: WebAssembly.Module;
  megabytes: number;
  file: PictureFile;
}

/** What the worker posts to the page. */
export type PictureResult = { bytes: Uint8Array<ArrayBuffer> } | { failure: string } | 'no memory';

/** The module could not be loaded: the device is offline, and has not kept it yet. */
export class NotLoaded extends Error {}

/** The file would take more than its share of the memory. */
export class TooLarge extends Error {}

let loaded: Promise<WebAssembly.Module> | null = null;

export function makePdf(shapes: string, megabytes: number): Promise<Blob> {
  return made({ pdf: { shapes } }, 'application/pdf', megabytes);
}

export function makeAnimation(
  frames: string[],
  format: Animation,
  width: number | null,
  megabytes: number,
): Promise<Blob> {
  return made(
    { animation: { frames, format, width } },
    format === 'gif' ? 'image/gif' : 'image/apng',
    megabytes,
  );
}

async function made(file: PictureFile, type: string, megabytes: number): Promise<Blob> {
  loaded ??= compile(wasmUrl);
  const module = await loaded.catch((error: unknown) => {
    loaded = null; // the next time may be luckier
    throw new NotLoaded(String(error));
  });
  const worker = new PicturesWorker();
  try {
    const result = await new Promise<PictureResult>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<PictureResult>) => resolve(event.data);
      worker.onerror = (event) => reject(new NotLoaded(event.message));
      worker.postMessage({ module, megabytes, file } satisfies PictureOrder);
    });
    if (result === 'no memory') throw new TooLarge();
    if ('failure' in result) throw new Error(result.failure);
    return new Blob([result.bytes], { type });
  } finally {
    worker.terminate();
  }
}
