/** A worker that writes one file of pictures. */

import { apng, gif, initSync, pdf } from '../../engine/pkg/pegboard_pictures.js';
import type { PictureFile, PictureOrder, PictureResult } from './pictures.ts';
import { boundedMemory } from './wasm.ts';

const scope = self as unknown as {
  postMessage: (message: PictureResult) => void;
  onmessage: (event: MessageEvent<PictureOrder>) => void;
};

function written(file: PictureFile): Uint8Array {
  if ('pdf' in file) return pdf(file.pdf.shapes);
  const { frames, format, width } = file.animation;
  return (format === 'gif' ? gif : apng)(frames, width);
}

scope.onmessage = ({ data: { module, megabytes, file } }) => {
  try {
    initSync({ module, memory: boundedMemory(megabytes) });
    scope.postMessage({ bytes: new Uint8Array(written(file)) });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) scope.postMessage('no memory');
    else scope.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
};
