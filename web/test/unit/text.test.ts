import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = new URL('../../src/', import.meta.url).pathname;

/** Quoted texts that look like prose: a capital letter and a second word. */
const SENTENCE = /(['"`])[A-Z][a-z]+(?: [a-z]+)+[^'"`\n]*\1/g;
/** Lines with texts that users do not see: errors for developers, comments. */
const NOT_SHOWN = /new Error\(|Error\(`|^\s*(\*|\/\/)/;

test('every text of the page is in one file, for translation', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = (name: string) =>
    readFileSync(join(source, name), 'utf8')
      .split('\n')
      .filter((line) => !NOT_SHOWN.test(line))
      .flatMap((line) => line.match(SENTENCE) ?? []);
  expect(texts('text.ts').length).toBeGreaterThan(50);
  const elsewhere = files.filter((name) => name !== 'text.ts').map((name) => [name, texts(name)] as const);
  expect(elsewhere.filter(([, found]) => found.length > 0)).toEqual([]);
});
