/** Worker that encodes the frames of one GIF. */

import { encode } from 'modern-gif';

/** Frames as RGBA8, all of one size. */
export interface GifFrames {
  width: number;
  height: number;
  frames: ArrayBuffer[];
}

/** Milliseconds for which a frame is shown. */
const MOVE = 900;
const END = 2500;

const scope = self as unknown as {
  postMessage: (gif: ArrayBuffer, transfer: Transferable[]) => void;
  onmessage: (event: MessageEvent<GifFrames>) => void;
  onunhandledrejection: (event: PromiseRejectionEvent) => void;
};

scope.onmessage = async ({ data: { width, height, frames } }) => {
  const delay = (index: number) => (index === frames.length - 1 ? END : MOVE);
  const timed = frames.map((data, index) => ({ data, delay: delay(index) }));
  const gif = await encode({ width, height, frames: timed });
  scope.postMessage(gif, [gif]);
};

// The encoder's streams reject without rejecting its own promise. An exception reaches `onerror` on the page.
scope.onunhandledrejection = ({ reason }) => {
  setTimeout(() => {
    throw reason;
  });
};
