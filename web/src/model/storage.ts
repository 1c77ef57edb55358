/**
 * Local storage: the current game, saved games and boards, the canvas, solved problems, statistics and the settings.
 * Games and boards are stored as links, so that reading them validates them.
 */

import { PICTURE_THEMES, type PictureTheme } from 'pegboard';
import { LANGUAGES, type Language } from '../text/text.ts';

export const HELPS = ['none', 'alarm', 'all'] as const;
export type Help = (typeof HELPS)[number];
export type Theme = 'auto' | 'light' | 'dark';
export const MATERIALS = ['wood', 'slate', 'glass', 'paper', 'contrast'] as const;
export type Material = (typeof MATERIALS)[number];
export const PEG_COLORS = ['blue', 'red', 'green', 'amber', 'violet'] as const;
export type PegColor = (typeof PEG_COLORS)[number];
/** Place of the names of the holes. */
export const NAME_PLACES = ['border', 'holes', 'none'] as const;
export type NamePlace = (typeof NAME_PLACES)[number];

export interface Settings {
  help: Help;
  numbers: boolean;
  sound: boolean;
  /** Speed of playback in jumps per second. */
  speed: number;
  theme: Theme;
  material: Material;
  pegColor: PegColor;
  names: NamePlace;
  /** Jumps at the first click if only one jump is possible. */
  oneClick: boolean;
  /** Letters are shortcuts, as long as no field has the focus. */
  letterKeys: boolean;
  /** Shows the tour. */
  tour: boolean;
  /** Language; null for that of the browser. */
  language: Language | null;
  /** Look of exported pictures. */
  pictureTheme: PictureTheme;
  /** Peg color `#rrggbb`; null for the theme's. */
  picturePegs: string | null;
  pictureLabels: boolean;
  pictureCoordinates: boolean;
  /** Width in pixels; null for the natural width. */
  pictureWidth: number | null;
}

export interface Saved {
  name: string;
  link: string;
}

const USUAL: Settings = {
  help: 'alarm',
  numbers: false,
  sound: false,
  speed: 1.5,
  theme: 'auto',
  material: 'wood',
  pegColor: 'blue',
  names: 'border',
  oneClick: false,
  letterKeys: true,
  tour: true,
  language: null,
  pictureTheme: 'light',
  picturePegs: null,
  pictureLabels: false,
  pictureCoordinates: false,
  pictureWidth: null,
};
const KEYS = {
  running: 'pegboard.running',
  line: 'pegboard.line',
  left: 'pegboard.left',
  games: 'pegboard.games',
  boards: 'pegboard.boards',
  settings: 'pegboard.settings',
  canvas: 'pegboard.canvas',
  solved: 'pegboard.solved',
  statistics: 'pegboard.statistics',
} as const;

/** Counts of play on this device. */
export interface Statistics {
  games: number;
  won: number;
  jumps: number;
  hints: number;
  /** Days with a solved daily puzzle, such as `2026-05-01`. */
  days: string[];
}

const NO_STATISTICS: Statistics = { games: 0, won: 0, jumps: 0, hints: 0, days: [] };

export type Shelf = 'games' | 'boards';

export class Storage {
  /** Without a device storage, as in some private windows, nothing is stored. */
  constructor(
    private readonly device: globalThis.Storage | null,
    /** Storage of this tab. */
    private readonly tab: globalThis.Storage | null = null,
  ) {}

  static ofDevice(): Storage {
    try {
      return new Storage(window.localStorage, window.sessionStorage);
    } catch {
      return new Storage(null);
    }
  }

  /** Current game of this tab, or of the tab that played last. */
  get running(): string | null {
    return this.ownRunning ?? this.read(KEYS.running);
  }

  set running(link: string | null) {
    this.write(KEYS.running, link);
    this.write(KEYS.running, link, this.tab);
  }

  /** Current game of this tab, which its other tabs do not change. */
  get ownRunning(): string | null {
    return this.read(KEYS.running, this.tab);
  }

  /** Current game of this tab at the end of its line, if some of its jumps are undone. */
  get ownLine(): string | null {
    return this.read(KEYS.line, this.tab);
  }

  set ownLine(link: string | null) {
    this.write(KEYS.line, link, this.tab);
  }

  /** Address of the game in this tab before its last change. In another tab this address is a link to open. */
  set left(hash: string) {
    this.write(KEYS.left, hash, this.tab);
  }

  /** Returns and deletes that address. */
  takeLeft(): string | null {
    const left = this.read(KEYS.left, this.tab);
    this.write(KEYS.left, null, this.tab);
    return left;
  }

  get settings(): Settings {
    const found = this.parsed(KEYS.settings);
    return { ...USUAL, ...(typeof found === 'object' && found !== null ? pickSettings(found) : {}) };
  }

  set settings(settings: Settings) {
    this.write(KEYS.settings, JSON.stringify(settings));
  }

  /** Returns the entries of a shelf, newest first. */
  list(shelf: Shelf): Saved[] {
    const found = this.parsed(KEYS[shelf]);
    return Array.isArray(found) ? found.filter(isSaved) : [];
  }

  /**
   * Saves an entry at a place among the others, replacing one of the same name. Returns `false` if the device is out of
   * space.
   */
  save(shelf: Shelf, saved: Saved, place = 0): boolean {
    const others = this.list(shelf).filter((each) => each.name !== saved.name);
    return this.write(
      KEYS[shelf],
      JSON.stringify([...others.slice(0, place), saved, ...others.slice(place)]),
    );
  }

  /** Returns this name, with a number if an entry has the name already. */
  freeName(shelf: Shelf, name: string): string {
    const taken = new Set(this.list(shelf).map((saved) => saved.name));
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
    return free;
  }

  /** Canvas of this tab, or of the tab that drew last, as JSON that its reader checks. */
  get canvas(): unknown {
    return this.parsed(KEYS.canvas, this.tab) ?? this.parsed(KEYS.canvas);
  }

  /** Keeps the canvas of this tab. Returns `false` if the device does not store it. */
  keepCanvas(canvas: unknown): boolean {
    const content = JSON.stringify(canvas);
    this.write(KEYS.canvas, content, this.tab);
    return this.write(KEYS.canvas, content);
  }

  /** Fewest moves of the solutions played here, by problem. */
  get solved(): ReadonlyMap<string, number> {
    const found = this.parsed(KEYS.solved);
    if (typeof found !== 'object' || found === null) return new Map();
    const isSolution = ([problem, moves]: [string, unknown]) =>
      problem !== '__proto__' && Number.isSafeInteger(moves) && (moves as number) > 0;
    return new Map(Object.entries(found as Record<string, number>).filter(isSolution));
  }

  /** Adds a solution of a problem. */
  addSolved(problem: string, moves: number): void {
    const solved = new Map(this.solved);
    solved.set(problem, Math.min(moves, solved.get(problem) ?? Infinity));
    this.write(KEYS.solved, JSON.stringify(Object.fromEntries(solved)));
  }

  get statistics(): Statistics {
    const found = this.parsed(KEYS.statistics) as Partial<Record<keyof Statistics, unknown>> | null;
    const count = (name: 'games' | 'won' | 'jumps' | 'hints') =>
      Number.isSafeInteger(found?.[name]) && Number(found?.[name]) >= 0
        ? Number(found?.[name])
        : NO_STATISTICS[name];
    const days = Array.isArray(found?.days) ? found.days.filter((day) => typeof day === 'string') : [];
    return { games: count('games'), won: count('won'), jumps: count('jumps'), hints: count('hints'), days };
  }

  set statistics(statistics: Statistics) {
    this.write(KEYS.statistics, JSON.stringify(statistics));
  }

  remove(shelf: Shelf, name: string): void {
    this.write(KEYS[shelf], JSON.stringify(this.list(shelf).filter((each) => each.name !== name)));
  }

  private parsed(key: string, place = this.device): unknown {
    try {
      return JSON.parse(this.read(key, place) ?? 'null');
    } catch {
      return null;
    }
  }

  private read(key: string, place = this.device): string | null {
    try {
      return place?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  private write(key: string, value: string | null, place = this.device): boolean {
    try {
      if (!place) return false;
      if (value === null) place.removeItem(key);
      else place.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }
}

function isSaved(value: unknown): value is Saved {
  const saved = value as Partial<Saved> | null;
  return typeof saved?.name === 'string' && typeof saved.link === 'string';
}

/** Returns the valid settings among stored data. */
function pickSettings(found: object): Partial<Settings> {
  const {
    help,
    numbers,
    sound,
    speed,
    theme,
    material,
    pegColor,
    names,
    oneClick,
    letterKeys,
    tour,
    language,
    ...pictures
  } = found as Partial<Record<keyof Settings, unknown>>;
  const one = <T>(list: readonly T[], value: unknown) => list.find((each) => each === value);
  const [knownMaterial, knownColor, knownNames, knownLanguage] = [
    one(MATERIALS, material),
    one(PEG_COLORS, pegColor),
    one(NAME_PLACES, names),
    one(Object.keys(LANGUAGES) as Language[], language),
  ];
  return {
    ...(knownMaterial ? { material: knownMaterial } : {}),
    ...(knownColor ? { pegColor: knownColor } : {}),
    ...(knownNames ? { names: knownNames } : {}),
    ...(knownLanguage ? { language: knownLanguage } : {}),
    ...(typeof oneClick === 'boolean' ? { oneClick } : {}),
    ...(typeof letterKeys === 'boolean' ? { letterKeys } : {}),
    ...(typeof tour === 'boolean' ? { tour } : {}),
    ...(help === 'none' || help === 'alarm' || help === 'all' ? { help } : {}),
    ...(typeof numbers === 'boolean' ? { numbers } : {}),
    ...(typeof sound === 'boolean' ? { sound } : {}),
    ...(typeof speed === 'number' && speed >= 0.25 && speed <= 8 ? { speed } : {}),
    ...(theme === 'auto' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...pickPictureSettings(pictures),
  };
}

function pickPictureSettings(found: Partial<Record<keyof Settings, unknown>>): Partial<Settings> {
  const { pictureTheme, picturePegs, pictureLabels, pictureCoordinates, pictureWidth } = found;
  const american = pictureTheme === 'colour-blind' ? 'color-blind' : pictureTheme; // stored by earlier pages
  const known = PICTURE_THEMES.find((each) => each === american);
  return {
    ...(known ? { pictureTheme: known } : {}),
    ...(typeof picturePegs === 'string' && /^#[0-9a-f]{6}$/.test(picturePegs) ? { picturePegs } : {}),
    ...(typeof pictureLabels === 'boolean' ? { pictureLabels } : {}),
    ...(typeof pictureCoordinates === 'boolean' ? { pictureCoordinates } : {}),
    ...(Number.isSafeInteger(pictureWidth) && Number(pictureWidth) >= 1
      ? { pictureWidth: Number(pictureWidth) }
      : {}),
  };
}
