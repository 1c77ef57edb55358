/** QR codes as paths for SVG. */

import qrcode from 'qrcode-generator';

export interface QrCode {
  /** Number of modules on a side. */
  size: number;
  /** Path of the dark modules, each with sides of 1. */
  path: string;
}

/** Returns the QR code of a text, or null if the text is too long for one. */
export function qrCodeOf(content: string): QrCode | null {
  const code = qrcode(0, 'L'); // the level with the most room
  code.addData(content);
  try {
    code.make();
  } catch {
    return null; // `make` throws only if no version has room
  }
  const size = code.getModuleCount();
  const all = Array.from(
    { length: size * size },
    (_, place) => [place % size, Math.floor(place / size)] as const,
  );
  const path = all.filter(([x, y]) => code.isDark(y, x)).map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  return { size, path: path.join('') };
}
