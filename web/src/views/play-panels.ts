/** Panels beside the board: moves, jumps, numbers, settings and sharing. */

import {
  hintSubject,
  listsFinishes,
  movesData,
  notation,
  problemData,
  positionSubject,
  type Game,
  type Jump,
} from '../model/game.ts';
import { LONGEST_TEXT, type MovesNeeded, type Subject } from '../engine/messages.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Found, Numbers } from '../model/numbers.ts';
import type { Course } from '../model/playback.ts';
import type { Help, Theme } from '../model/storage.ts';
import { text } from '../text.ts';
import { button, choice, h, replace, set } from '../view/dom.ts';
import { copy, download, downloadText, fileName } from '../view/files.ts';
import type { Host } from '../view/host.ts';
import { sign } from '../view/marks.ts';
import { gif } from '../view/pictures.ts';
import { act, exportPicture, type StillFormat } from './export-picture.ts';
import type { PictureLook } from './picture-look.ts';

/** Shows the moves, including undone moves; a click goes to the end of a move. */
export function moveList(
  place: HTMLElement,
  { names, ends, done }: Course,
  goTo: (done: number) => void,
): void {
  const entry = (name: string, index: number) => {
    const end = ends[index]!;
    const press = button(name, () => goTo(end), { class: 'move' });
    set(press, 'aria-current', end === done ? 'step' : null);
    set(press, 'data-undone', end > done);
    return h('li', {}, press);
  };
  const first = button(text.play.start, () => goTo(0), { class: 'move' });
  set(first, 'aria-current', done === 0 ? 'step' : null);
  const begun = ends.filter((_, index) => (ends[index - 1] ?? 0) < done).length;
  replace(
    place,
    h('h3', {}, `${text.play.moves} (${begun})`),
    names.length === 0
      ? h('p', { class: 'note' }, text.play.noMoves)
      : h('ol', { class: 'moves', start: 0 }, h('li', {}, first), ...names.map(entry)),
  );
}

/** Shows the possible jumps with their outlooks. */
export function jumpList(
  place: HTMLElement,
  game: Game,
  knowledge: Knowledge,
  numbers: Numbers | null,
  play: (jump: Jump) => void,
): void {
  const moves = numbers?.moves;
  const needed = typeof moves === 'object' && 'found' in moves ? moves.found : null;
  const entry = (jump: Jump) => {
    const { outlook } = knowledge.jump(game.pegs, jump);
    const [name] = notation(game.facts, [jump]);
    const press = button('', () => play(jump), { class: `jump ${outlook}` });
    const left = needed?.jumps.find((each) => each.jump === jump)?.moves;
    press.append(
      sign(outlook),
      `${name} `,
      h('span', { class: 'what' }, text.outlook[outlook]),
      left === undefined ? '' : h('span', { class: 'what' }, text.play.jumpMoves(left)),
    );
    return h('li', {}, press);
  };
  const jumps = game.possible;
  replace(
    place,
    h('h3', {}, `${text.play.jumpsHere} (${jumps.length})`),
    h('ul', { class: 'jumps' }, ...jumps.map(entry)),
  );
}

/** Formats a number, or the reason why it is unknown; `megabytes` is the memory limit. */
function found<T>(value: Found<T>, megabytes: number, show: (value: T) => string): string {
  if (value === 'searching') return text.play.counting;
  if ('found' in value) return show(value.found);
  return value.lacks === 'memory' ? text.play.needsMemory(megabytes) : text.play.notKnown;
}

const lacksTime = (value: Found<unknown>): boolean =>
  value !== 'searching' && 'lacks' in value && value.lacks === 'time';

export function numberTable(
  place: HTMLElement,
  game: Game,
  knowledge: Knowledge,
  numbers: Numbers,
  /** Memory limit of a count in MiB. */
  megabytes: number,
  longer: () => void,
): void {
  const { play } = text;
  const here = knowledge.of(game.pegs);
  const winning = here?.jumps.filter((jump) => jump.outlook === 'winning').length;
  const open = here?.jumps.some((jump) => jump.outlook === 'unknown') ?? true;
  const forced = game.playedJumps.filter((_, index) => {
    const jumps = knowledge.of(game.after(index))?.jumps;
    return (
      jumps?.every((jump) => jump.outlook !== 'unknown') &&
      jumps.filter((jump) => jump.outlook === 'winning').length === 1
    );
  }).length;
  const lost = knowledge.outlook(game.pegs) === 'losing';
  const rows: [string, string][] = [
    [play.winningJumps, play.ofAll(open ? '?' : (winning ?? '?'), game.possible.length)],
    [play.forced, String(forced)],
    [play.solutions, found(numbers.solutions, megabytes, (count) => BigInt(count).toLocaleString('en'))],
    [play.chance, found(numbers.chance, megabytes, play.oneIn)],
  ];
  const hasEnd = listsFinishes(game.problem.goal);
  if (!lost && hasEnd) {
    const needed = (value: MovesNeeded | null) => (value ? String(value.moves) : play.notKnown);
    rows.push([play.movesNeeded, found(numbers.moves, megabytes, needed)]);
  }
  if (lost) {
    const fewest = (value: { pegs: number; proved: boolean }) =>
      value.proved ? String(value.pegs) : play.atMost(value.pegs);
    rows.push([play.fewestLeft, found(numbers.fewest, megabytes, fewest)]);
  }
  const { solutions, chance, moves, fewest: left } = numbers;
  const isOpen = lost ? lacksTime(left) : [solutions, chance, moves].some(lacksTime);
  replace(
    place,
    h(
      'dl',
      { class: 'facts' },
      ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
    isOpen ? button(play.count, longer, { class: 'small' }) : null,
  );
}

export function settingsPanel(app: Host, meaning: HTMLElement): HTMLElement {
  const { play } = text;
  const help = choice<Help>(play.help, play.helpLevels, app.settings.help, (value) =>
    app.changeSettings({ help: value }),
  );
  const sound = h('input', { type: 'checkbox' });
  sound.checked = app.settings.sound;
  sound.addEventListener('change', () => app.changeSettings({ sound: sound.checked }));
  const theme = h(
    'select',
    {},
    ...(Object.keys(play.themes) as Theme[]).map((value) => h('option', { value }, play.themes[value])),
  );
  theme.value = app.settings.theme;
  theme.addEventListener('change', () => app.changeSettings({ theme: theme.value as Theme }));
  return h(
    'section',
    { class: 'panel' },
    help,
    meaning,
    h(
      'details',
      {},
      h('summary', {}, play.settings),
      h('label', { class: 'check' }, sound, play.sound),
      h('label', { class: 'field inline' }, play.theme, theme),
    ),
  );
}

async function copied(app: Host, content: string): Promise<void> {
  app.shell.toast((await copy(content)) ? text.copied : text.notCopied);
}

/** Returns the buttons that copy the moves and the position. */
export function copyButtons(app: Host, shown: () => Game, made: () => string[]): HTMLElement {
  const { play } = text;
  const copyMoves = () => copied(app, made().join(', '));
  const copyPosition = async () =>
    copied(app, await app.engine.text(positionSubject(shown().facts, shown().pegs)));
  return h(
    'div',
    { class: 'row' },
    button(play.copyMoves, act(app, copyMoves), { class: 'small' }),
    button(play.copyPosition, act(app, copyPosition), { class: 'small' }),
  );
}

/** Returns the box that reads written moves from the start of the game. */
export function moveBox(app: Host, enter: (jumps: Jump[]) => void): HTMLElement {
  const { play } = text;
  const written = h('textarea', { rows: 4, spellcheck: 'false', id: 'written-moves' });
  set(written, 'aria-describedby', 'written-moves-help');
  const flaw = h('p', { class: 'note', role: 'alert' });
  const read = async () => {
    const { game } = app;
    if (written.value.length > LONGEST_TEXT) throw new Error(text.draw.tooLong(LONGEST_TEXT / 1024));
    const { jumps, reading } = await app.engine.readMoves(problemData(game.problem), written.value);
    if (app.game !== game) return;
    flaw.textContent = reading === null ? '' : play.readAs(reading);
    enter(jumps);
  };
  const press = () => {
    read().catch((error: unknown) => {
      flaw.textContent = error instanceof Error ? error.message : String(error);
    });
  };
  return h(
    'details',
    {},
    h('summary', {}, play.enterMoves),
    h('p', { class: 'note', id: 'written-moves-help' }, play.enterHelp),
    h('label', { for: 'written-moves', class: 'visually-hidden' }, play.enterLabel),
    written,
    h('div', { class: 'row' }, button(play.playMoves, press, { class: 'small' })),
    flaw,
  );
}

/** Returns the panel that saves, exports and prints the displayed game. */
export function sharePanel(app: Host, shown: () => Game, look: PictureLook): HTMLElement {
  const { play } = text;
  const hint = (): [string, Subject] => {
    const { facts, pegs, possible } = shown();
    const jumps = possible.map((jump) => app.knowledge.jump(pegs, jump));
    return [`${facts.name} ${play.hint}`, hintSubject(facts, pegs, jumps)];
  };
  const position = (): [string, Subject] => {
    const { facts, pegs } = shown();
    return [facts.name, positionSubject(facts, pegs)];
  };
  const movesName = () => `${shown().facts.name} ${play.moves}`;
  const strip = (): [string, Subject] => [movesName(), { moves: movesData(shown()) }];
  const playable = async () => {
    const moves = movesData(shown());
    if (moves.moves.length === 0) return app.shell.toast(play.noMoves);
    const html = await app.engine.playablePage(moves, look.chosen);
    downloadText(fileName(movesName(), 'html'), html, 'text/html');
  };
  const animated = async () => {
    const moves = movesData(shown());
    if (moves.moves.length === 0) return app.shell.toast(play.noMoves);
    app.shell.toast(text.pictures.making);
    const frames = await app.engine.frames(moves, look.chosen);
    const file = await gif(frames, app.engine.memory.picture, look.chosen.width === null ? undefined : 1);
    download(fileName(movesName(), 'gif'), file);
  };
  const picture = (label: string, subject: () => [string, Subject], format: StillFormat, scale?: number) =>
    button(
      label,
      act(app, async () => exportPicture(app, ...subject(), format, look, scale)),
    );
  const save = async () => {
    const { game } = app;
    const name = await app.shell.askName(play.save, play.saveGiven(game.facts.name, game.played));
    if (name !== null) app.keep('games', name, game);
  };
  return h(
    'details',
    { class: 'panel' },
    h('summary', {}, play.share),
    h('div', { class: 'row' }, button(play.save, act(app, save))),
    look.element,
    h(
      'div',
      { class: 'row' },
      picture(play.svg, position, 'svg'),
      picture(play.png, position, 'png'),
      picture(play.print, position, 'print'),
      picture(play.hintSvg, hint, 'svg'),
      picture(play.hintPng, hint, 'png'),
      picture(play.hintPrint, hint, 'print'),
      picture(play.strip, strip, 'svg'),
      picture(play.stripPng, strip, 'png', 1),
      picture(play.stripPrint, strip, 'print'),
      button(play.gif, act(app, animated)),
      button(play.playable, act(app, playable)),
    ),
    h('p', { class: 'note' }, play.printHelp),
    h('p', { class: 'note' }, play.playableHelp),
  );
}
