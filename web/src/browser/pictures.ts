/** SVG pictures as PNG and GIF files and on paper, by the browser's own rasterizer and print dialog. */

import { text } from '../text/text.ts';
import type { GifFrames } from './gif-worker.ts';
import GifWorker from './gif-worker.ts?worker';

/** The picture exceeds the size of a canvas or the memory for it. */
export class TooLarge extends Error {
  constructor() {
    super(text.pictures.tooLarge);
  }
}

/** Image pixels for each pixel of an SVG, unless the user chose a width. */
const SCALE = 2;
/** Peak memory of the GIF encoder in bytes per pixel of a frame: RGBA8 and two copies of the palette index. */
const GIF_BYTES = 6;

async function load(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function sizeOf(image: HTMLImageElement, scale: number): { width: number; height: number } {
  return {
    width: Math.ceil(image.naturalWidth * scale),
    height: Math.ceil(image.naturalHeight * scale),
  };
}

/** Returns the PNG of an SVG. */
export async function png(svg: string, scale = SCALE): Promise<Blob> {
  const image = await load(svg);
  const canvas = document.createElement('canvas');
  const { width, height } = Object.assign(canvas, sizeOf(image, scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TooLarge())), 'image/png');
  });
}

/**
 * Returns the looping GIF of SVGs of one size, encoded within a memory limit. The default scale is the largest one that
 * fits, up to `SCALE`.
 */
export async function gif(svgs: string[], megabytes: number, fixedScale?: number): Promise<Blob> {
  const images = await Promise.all(svgs.map(load));
  const { naturalWidth, naturalHeight } = images[0]!;
  const bytes = GIF_BYTES * naturalWidth * naturalHeight * images.length;
  const largest = Math.sqrt((megabytes * 2 ** 20) / bytes);
  const scale = fixedScale ?? Math.min(SCALE, largest);
  if (scale > largest) throw new TooLarge();
  const { width, height } = sizeOf(images[0]!, scale);
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  })!;
  const frames = images.map((image) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    // A pixel of a GIF is opaque or transparent.
    for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = data[alpha]! < 128 ? 0 : 255;
    return data.buffer;
  });
  const worker = new GifWorker();
  try {
    const content = await new Promise<ArrayBuffer>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<ArrayBuffer>) => resolve(event.data);
      worker.onerror = ({ message }) => reject(new Error(message || text.pictures.noEncoder));
      worker.postMessage({ width, height, frames } satisfies GifFrames, frames);
    });
    return new Blob([content], { type: 'image/gif' });
  } finally {
    worker.terminate();
  }
}

/** Opens the print dialog for an SVG on a page of its size; a PDF file gets this name. */
export async function print(svg: string, name: string): Promise<void> {
  const image = await load(svg);
  const { width, height } = sizeOf(image, 1);
  image.className = 'printed';
  image.alt = name;
  const sheet = new CSSStyleSheet(); // the content security policy forbids style elements
  sheet.replaceSync(`
    @page { size: ${width}px ${height}px; margin: 0 }
    .printed { display: none; width: 100vw; height: 100vh; object-fit: contain }
    @media print {
      body { margin: 0; padding: 0; background: none }
      body > :not(.printed) { display: none !important }
      .printed { display: block }
    }
  `);
  const { title } = document;
  const restore = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    image.remove();
    document.title = title;
  };
  window.addEventListener('afterprint', restore, { once: true });
  document.adoptedStyleSheets.push(sheet);
  document.body.append(image);
  document.title = name;
  window.print();
}
