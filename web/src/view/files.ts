/** Texts and pictures on their way out: the clipboard, files, PNG. */

export async function copy(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    return false;
  }
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function downloadText(name: string, content: string, type = 'text/plain'): void {
  download(name, new Blob([content], { type: `${type};charset=utf-8` }));
}

/** The text of an SVG file as a PNG, this many pixels for each of its own. */
async function png(svg: string, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(image.naturalWidth * scale);
    canvas.height = Math.ceil(image.naturalHeight * scale);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The formats of a picture that stands still. */
export type StillFormat = 'svg' | 'png' | 'pdf';

/** Downloads a drawing as it is, as pixels, this many for each of its own, or as another makes a PDF of it. */
export async function downloadPicture(
  name: string,
  format: StillFormat,
  { svg, pdf, scale }: { svg: () => Promise<string>; pdf: () => Promise<Blob>; scale: number | undefined },
): Promise<void> {
  const file = fileName(name, format);
  if (format === 'svg') downloadText(file, await svg(), 'image/svg+xml');
  else download(file, format === 'pdf' ? await pdf() : await png(await svg(), scale));
}

/** A name that every file system takes. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'board'}.${ending}`;
}
