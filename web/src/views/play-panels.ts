/** What stands beside the board: moves, jumps, numbers, settings, and ways to share. */

import { hintSubject, movesData, positionSubject, type Game, type Jump } from '../model/game.ts';
import type { MovesNeeded, Subject } from '../engine/messages.ts';
import type { Animation } from '../engine/pictures.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Found, Numbers } from '../model/numbers.ts';
import type { Course } from '../model/playback.ts';
import type { Help, Theme } from '../model/storage.ts';
import { text } from '../text.ts';
import { button, choice, h, replace, set } from '../view/dom.ts';
import { copy, download, downloadText, fileName, type StillFormat } from '../view/files.ts';
import type { Host } from '../view/host.ts';
import { sign } from '../view/marks.ts';
import { act, giveOut } from './give-out.ts';
import type { PictureLook } from './picture-look.ts';

/** The moves so far and those taken back; a click goes to the end of one. */
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

/** Every possible jump with what comes of it. */
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
    const { from, to, outlook } = knowledge.jump(game.facts, game.pegs, jump);
    const name = `${game.facts.labels[from]}-${game.facts.labels[to]}`;
    const press = button('', () => play(jump), { class: `jump ${outlook}` });
    const left = needed?.jumps.find((each) => each.from === from && each.to === to)?.moves;
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

/** A number; or why it is not known, and then the MiB that finding it might take. */
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
  /** What a count may take, in MiB. */
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
  const hasEnd = game.problem.goal.kind !== 'fewest';
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

/** The moves and the position of the game that is shown, for the clipboard. */
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

/** Ways out of the page for the game that is shown. */
export function sharePanel(app: Host, shown: () => Game, look: PictureLook): HTMLElement {
  const { play } = text;
  const hint = (): [string, Subject] => {
    const { facts, pegs, possible } = shown();
    const jumps = possible.map((jump) => app.knowledge.jump(facts, pegs, jump));
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
  const animated = (format: Animation) => async () => {
    const moves = movesData(shown());
    if (moves.moves.length === 0) return app.shell.toast(play.noMoves);
    app.shell.toast(text.pictures.making);
    const file = await app.engine.animation(moves, format, look.chosen);
    download(fileName(movesName(), format === 'gif' ? 'gif' : 'png'), file);
  };
  const picture = (label: string, subject: () => [string, Subject], format: StillFormat, scale?: number) =>
    button(
      label,
      act(app, async () => giveOut(app, ...subject(), format, look, scale)),
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
      picture(play.pdf, position, 'pdf'),
      picture(play.hintSvg, hint, 'svg'),
      picture(play.hintPng, hint, 'png'),
      picture(play.hintPdf, hint, 'pdf'),
      picture(play.strip, strip, 'svg'),
      picture(play.stripPng, strip, 'png', 1),
      picture(play.stripPdf, strip, 'pdf'),
      button(play.gif, act(app, animated('gif'))),
      button(play.apng, act(app, animated('apng'))),
      button(play.playable, act(app, playable)),
    ),
    h('p', { class: 'note' }, play.playableHelp),
  );
}
