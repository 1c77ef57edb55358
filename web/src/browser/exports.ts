/** Files made of boards and games. */

import type { Engine, Look, Subject } from 'pegboard';
import { movesData, type Game } from '../model/game.ts';
import { fileName, stem } from './files.ts';
import { gif, png, print } from './pictures.ts';
import { playerPage } from './player-page.ts';

/** Formats of a still picture. */
export type StillFormat = 'svg' | 'png' | 'print';

/**
 * Returns the file of a picture, or prints it and returns null. A PNG without a chosen width has `scale` pixels for each
 * pixel of the SVG.
 */
export async function pictureFile(
  engine: Engine,
  name: string,
  what: Subject,
  format: StillFormat,
  look: Look,
  scale?: number,
): Promise<File | null> {
  const svg = await engine.drawing({ what, look });
  switch (format) {
    case 'svg':
      return new File([svg], fileName(name, 'svg'), { type: 'image/svg+xml;charset=utf-8' });
    case 'png': {
      const picture = await png(svg, look.width === null ? scale : 1);
      return new File([picture], fileName(name, 'png'), { type: 'image/png' });
    }
    case 'print':
      await print(svg, stem(name));
      return null;
  }
}

/** Memory limit in MiB for the pixels of all frames of a GIF, in addition to the memory of the engine. */
function gifMemory(engine: Engine): number {
  return engine.lanes.memory.total / 4;
}

/** Returns the animated GIF of the moves of a game. */
export async function gifFile(engine: Engine, name: string, game: Game, look: Look): Promise<File> {
  const frames = await engine.frames({ moves: movesData(game), look });
  const content = await gif(frames, gifMemory(engine), look.width === null ? undefined : 1);
  return new File([content], fileName(name, 'gif'), { type: 'image/gif' });
}

/** Returns the HTML file that shows the moves of a game and lets its reader play. */
export async function htmlFile(engine: Engine, name: string, game: Game, look: Look): Promise<File> {
  const watched = await engine.playablePage({ moves: movesData(game), look });
  const html = await playerPage(watched, game.problem);
  return new File([html], fileName(name, 'html'), { type: 'text/html;charset=utf-8' });
}
