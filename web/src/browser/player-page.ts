/** The page that shows moves, with a board on which its reader can play. */

import player from 'virtual:player';
import type { Problem } from '../model/game.ts';
import { text } from '../text/text.ts';

/** Adds a playable board to a page of the engine that shows moves. The page needs no other file. */
export async function playerPage(page: string, { board, start, goal }: Problem): Promise<string> {
  const response = await fetch(player);
  if (!response.ok) throw new Error(text.pictures.noPlayer);
  const script = (await response.text()).replaceAll('</script', '<\\/script');
  const data = JSON.stringify({ facts: board.facts, start, goal }).replaceAll('<', '\\u003c');
  const section = [
    '<section class="own">',
    `<h2>${escaped(text.pictures.playYourself)}</h2>`,
    '<peg-board></peg-board>',
    `<p><button id="own-undo">${escaped(text.play.undo)}</button> <button id="own-restart">${escaped(text.play.restart)}</button></p>`,
    '</section>',
    `<script type="application/json" id="own-problem">${data}</script>`,
    `<script>${script}</script>`,
  ].join('\n');
  const end = page.lastIndexOf('</body>');
  return end < 0 ? `${page}\n${section}` : `${page.slice(0, end)}${section}\n${page.slice(end)}`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
