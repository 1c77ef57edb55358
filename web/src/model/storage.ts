/**
 * What is kept on the device: the running game, games and boards by name, and the settings. Games and boards
 * are kept as the texts of links, so that what is read back is checked as any link is.
 */

import { PICTURE_THEMES, type PictureTheme } from '../engine/messages.ts';

export type Help = 'none' | 'alarm' | 'all';
export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  help: Help;
  numbers: boolean;
  sound: boolean;
  /** Moves a second when a solution is played. */
  speed: number;
  theme: Theme;
  /** How pictures look that leave the page. */
  pictureTheme: PictureTheme;
  /** The colour of the pegs, `#rrggbb`; null for that of the theme. */
  picturePegs: string | null;
  pictureLabels: boolean;
  pictureCoordinates: boolean;
  /** In pixels; null as they come. */
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
  /** Private windows and full disks: then nothing is kept, and nothing else changes. */
  constructor(
    private readonly device: globalThis.Storage | null,
    /** What belongs to this tab alone. */
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

  /** The address that the running game had in this tab before its last change. In another tab it is a link. */
  set left(hash: string) {
    this.write(KEYS.left, hash, this.tab);
  }

  /** The same, which is forgotten now. */
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

  /** What lies on a shelf, the last one put there first. */
  list(shelf: Shelf): Saved[] {
    const found = this.parsed(KEYS[shelf]);
    return Array.isArray(found) ? found.filter(isSaved) : [];
  }

  /** Puts something on a shelf; what had its name gives way. `false` when the device has no room. */
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

/** The settings that make sense, of whatever is found. */
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
