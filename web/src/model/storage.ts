/**
 * Local storage: the current game, saved games and boards, and the settings. Games and boards are stored as links, so
 * that reading them validates them.
 */

import { PICTURE_THEMES, type PictureTheme } from '../engine/messages.ts';

export type Help = 'none' | 'alarm' | 'all';
export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  help: Help;
  numbers: boolean;
  sound: boolean;
  /** Speed of playback in jumps per second. */
  speed: number;
  theme: Theme;
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
  pictureTheme: 'light',
  picturePegs: null,
  pictureLabels: false,
  pictureCoordinates: false,
  pictureWidth: null,
};
const KEYS = {
  running: 'pegboard.running',
  left: 'pegboard.left',
  games: 'pegboard.games',
  boards: 'pegboard.boards',
  settings: 'pegboard.settings',
} as const;

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

  get running(): string | null {
    return this.read(KEYS.running);
  }

  set running(link: string | null) {
    this.write(KEYS.running, link);
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

  /** Saves an entry, replacing one of the same name. Returns `false` if the device is out of space. */
  save(shelf: Shelf, saved: Saved): boolean {
    const others = this.list(shelf).filter((each) => each.name !== saved.name);
    return this.write(KEYS[shelf], JSON.stringify([saved, ...others]));
  }

  remove(shelf: Shelf, name: string): void {
    this.write(KEYS[shelf], JSON.stringify(this.list(shelf).filter((each) => each.name !== name)));
  }

  private parsed(key: string): unknown {
    try {
      return JSON.parse(this.read(key) ?? 'null');
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
  const { help, numbers, sound, speed, theme, ...pictures } = found as Partial<
    Record<keyof Settings, unknown>
  >;
  return {
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
  const known = PICTURE_THEMES.find((each) => each === pictureTheme);
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
