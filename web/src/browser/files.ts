/** Copies texts to the clipboard and downloads files. */

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

/** Returns a file name that every file system accepts. */
export function fileName(name: string, extension: string): string {
  return `${stem(name)}.${extension}`;
}

/** Returns the file name without its extension. */
export function stem(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain || 'board';
}
