import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from 'pegboard';
import { expect, test, vi } from 'vitest';
import { goalOf } from '../../src/model/question.ts';
import { de } from '../../src/text/de.ts';
import { en } from '../../src/text/en.ts';
import { preferredLanguage, setLanguage } from '../../src/text/text.ts';

const source = new URL('../../src/', import.meta.url).pathname;

/** Quoted texts that look like prose: a capital letter and a second word. */
const SENTENCE = /(['"`])[A-Z][a-z]+(?: [a-z]+)+[^'"`\n]*\1/g;
/** Lines with texts that users do not see: errors for developers, comments. */
const NOT_SHOWN = /new Error\(|Error\(`|^\s*(\*|\/\/)/;

/** Prose between tags. */
const BETWEEN_TAGS = />\s*[A-Z][a-z]+(?: [a-z]+)+[^<{]*</g;

test('every text of the page is in one folder, for translation', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = (name: string) => {
    const content = readFileSync(join(source, name), 'utf8');
    const lines = content.split('\n').filter((line) => !NOT_SHOWN.test(line));
    return [...lines.flatMap((line) => line.match(SENTENCE) ?? []), ...(content.match(BETWEEN_TAGS) ?? [])];
  };
  expect(texts('text/en.ts').length).toBeGreaterThan(50);
  const elsewhere = files
    .filter((name) => !name.startsWith('text/'))
    .map((name) => [name, texts(name)] as const);
  expect(elsewhere.filter(([, found]) => found.length > 0)).toEqual([]);
});

/** Returns the paths of all texts. */
function paths(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text !== null ? paths(text as object, `${before}${name}.`) : [before + name],
  );
}

test('the German texts are whole, and say other words', () => {
  expect(paths(de)).toEqual(paths(en));
  const value = (texts: object, path: string) =>
    path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
  const same = paths(en).filter((path) => {
    const [one, other] = [value(en, path), value(de, path)];
    return typeof one === 'string' && one.includes(' ') && one === other;
  });
  expect(same).toEqual([]);
});

test('German numerals decline their nouns', () => {
  expect(de.play.timelineStep(3, 'd2-d4', 5, 2)).toBe('3. d2-d4: 2 von 5 Sprüngen gewannen');
  expect(de.play.timelineStep(3, 'd2-d4', 1, 1)).toBe('3. d2-d4: 1 von 1 Sprung gewann');
});

test('a goal of several patterns is described in the language of the page', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const facts = { labels: ['a', 'b'] } as unknown as Facts;
  const board = { facts, id: null };
  const patterns = [
    { pegs: '10', empty: '00' },
    { pegs: '01', empty: '00' },
  ];
  const goal = () => goalOf({ board, start: '11', goal: { kind: 'patterns', patterns } });
  expect(goal()).toBe('finish with a peg in a, or finish with a peg in b');
  await setLanguage('de');
  expect(goal()).toBe('ende mit einem Stift in a oder ende mit einem Stift in b');
  await setLanguage('en');
  vi.unstubAllGlobals();
});

test('the language is that of the browser, if the page has it', () => {
  expect(preferredLanguage(['fr-CH', 'de-CH', 'en'])).toBe('de');
  expect(preferredLanguage(['en-GB', 'de'])).toBe('en');
  expect(preferredLanguage(['fr'])).toBe('en');
});
