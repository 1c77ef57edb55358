/** Texts in the chosen language. Another language than English is loaded when it is chosen. */

import { en } from './en.ts';

/** Texts of a language: those of English, with other words. */
export type Texts = Translated<typeof en>;

/** Type of a translation: other strings, functions with the same parameters, and the same structure. */
type Translated<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : T extends readonly (infer E)[]
      ? readonly Translated<E>[]
      : { [K in keyof T]: Translated<T[K]> };

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export let text: Texts = en;

/** Sets the language of all texts that are read from now on. */
export async function setLanguage(language: Language): Promise<void> {
  text = language === 'de' ? (await import('./de.ts')).de : en;
  document.documentElement.lang = language;
}

/** Returns the language that the browser prefers among those of the page. */
export function preferredLanguage(languages: readonly string[] = navigator.languages): Language {
  const known = languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
