/** No request ends the engine: each has an answer or an error that says what is wrong. */

import { expect, test } from 'vitest';
import { LONGEST_TEXT, PHONE, type Facts } from 'pegboard';
import { boundedMemory } from '../../npm/dist/bounded-memory.js';
import { problemData } from '../../src/model/game.ts';
import { usualProblem } from '../../src/model/usual.ts';
import { instance } from './engine.ts';

// The smallest memory of the page.
const main = instance('main', boundedMemory(PHONE.facts));
const game = instance('game', boundedMemory(PHONE.facts));

/** Sends a request as JSON; `asked` may have any numbers. */
function ask(asked: object | string): { value: unknown } | { error: string } {
  const request = typeof asked === 'string' ? asked : JSON.stringify(asked);
  const engine = request.startsWith('{"outlooks"') ? game : main;
  return JSON.parse(engine.ask(request)) as { value: unknown } | { error: string };
}

function errorOf(asked: object | string): string {
  const answer = ask(asked);
  if (!('error' in answer)) throw new Error(`answered: ${JSON.stringify(answer).slice(0, 200)}`);
  return answer.error;
}

function valueOf(asked: object | string): unknown {
  const answer = ask(asked);
  if (!('value' in answer)) throw new Error(answer.error);
  return answer.value;
}

const facts = valueOf({ board: { source: { library: 'triangle4' } } }) as Facts;
const problem = problemData(usualProblem({ facts, id: 'triangle4' }));
const board = facts.file;
/** Numbers that JavaScript can send, as JSON. */
const NUMBERS = [
  '-1',
  '-0.0',
  '0',
  '0.5',
  '1e-300',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '18446744073709551615',
].concat(['18446744073709551616', '1e19', '1e300', '1e999', '-1e300', 'null', 'true', '"1"', '[]']);

test.each(['-1', '-1e-9', '1e10', '1e19', '1e300'])('a time limit of %s seconds is refused', (seconds) => {
  const allowed = `"allowed":{"seconds":${seconds},"megabytes":4}`;
  expect(errorOf(`{"settle":{"problem":${JSON.stringify(problem)},${allowed}}}`)).toContain(
    'seconds is not between 0 and 1000000000',
  );
});

test.each(['4096', '18446744073709551615'])('a memory limit of %s MiB is refused', (megabytes) => {
  const allowed = `"allowed":{"seconds":1,"megabytes":${megabytes}}`;
  expect(errorOf(`{"settle":{"problem":${JSON.stringify(problem)},${allowed}}}`)).toContain(
    'more than 4095 MiB',
  );
});

/** Requests with a number in the place of `#`. */
const WITH_NUMBER: Record<string, object> = {
  'time limit': { settle: { problem, allowed: { seconds: '#', megabytes: 4 } } },
  'memory limit': { settle: { problem, allowed: { seconds: 1, megabytes: '#' } } },
  'time limit of outlooks': { outlooks: { pegs: '0111111111', allowed: { seconds: '#', megabytes: 4 } } },
  'memory limit of a count': { solutions: { problem, allowed: { seconds: 1, megabytes: '#' } } },
  seed: {
    puzzle: {
      board,
      wanted: { difficulty: 'easy', seed: '#', symmetric: false, uniqueFirstJump: false },
      allowed: { seconds: 1, megabytes: 4 },
    },
  },
  'hole of a hint': {
    drawing: {
      what: { hint: { position: { board, pegs: ['a1'] }, jumps: [{ from: '#', to: 1, outlook: 'losing' }] } },
    },
  },
  width: { drawing: { what: { board }, look: { width: '#' } } },
  'width of frames': {
    frames: { moves: { board, start: ['a1', 'a2'], moves: ['a1-a3'] }, look: { width: '#' } },
  },
  vacancy: {
    atlasCertificate: { board, text: '', vacancy: '#', finish: 0 },
  },
  axis: { board: { source: { file: { ...board, symmetry: { Group: 'D1' }, axis: '#' } } } },
  'coordinate of a hole': {
    board: {
      source: {
        file: {
          ...board,
          holes: [
            [0, 0],
            ['#', 1],
          ],
        },
      },
    },
  },
  'coordinate in a drawing': {
    drawing: {
      what: {
        board: {
          ...board,
          holes: [
            [0, 0],
            [1, 0],
            [2, '#'],
          ],
        },
      },
    },
  },
  'coordinate in a text picture': {
    text: {
      what: {
        board: {
          ...board,
          holes: [
            [0, 0],
            ['#', 0],
            [2, 0],
          ],
        },
      },
    },
  },
};

test.each(Object.keys(WITH_NUMBER))('any number is a valid or a refused %s', (name) => {
  for (const number of [...NUMBERS, '2147483647', '-2147483648', '268435455', '-268435455'])
    ask(JSON.stringify(WITH_NUMBER[name]).replace('"#"', number));
  expect(valueOf({ board: { source: { library: 'triangle4' } } })).toEqual(facts);
});

const MIB = 2 ** 20;
const TEXTS: Record<string, string> = {
  letters: 'o'.repeat(MIB),
  lines: 'o\n'.repeat(MIB / 2),
  brackets: 'Board('.repeat(MIB / 6),
  'open brackets': '['.repeat(MIB),
  'a long picture': `Board(name: "x", lattice: Square, holes: Picture(["${'o'.repeat(MIB)}"]))`,
  fields: `Board(${'x: 1, '.repeat(MIB / 6)})`,
  comments: '/*'.repeat(MIB / 2),
  'a text outside of Latin': '🙂'.repeat(MIB / 2),
};

test.each(Object.keys(TEXTS))('a text of 1 MiB is refused: %s', (name) => {
  for (const length of [MIB, MIB / 4, LONGEST_TEXT]) {
    const text = TEXTS[name]!.slice(0, length);
    for (const source of [
      { ron: { text, name: 'x.ron' } },
      { picture: { text, name: 'x', lattice: 'Square' } },
    ]) {
      const answer = ask({ board: { source } });
      const said = JSON.stringify(answer);
      if (length > LONGEST_TEXT) expect(said).toMatch(/larger than 64 KiB|at most 524288 characters/);
      else expect(said.length).toBeLessThan(100_000);
    }
  }
  expect(valueOf({ board: { source: { library: 'triangle4' } } })).toEqual(facts);
});

test('a text of the maximum length is read', () => {
  const row = `Board(name: "Row", lattice: Square, holes: Picture(["ooo"]))`;
  const source = (length: number) => ({ ron: { text: row.padEnd(length), name: 'row.ron' } });
  expect(valueOf({ board: { source: source(LONGEST_TEXT) } })).toMatchObject({ name: 'Row' });
  expect(JSON.stringify(valueOf({ board: { source: source(LONGEST_TEXT + 1) } }))).toContain(
    'larger than 64 KiB',
  );
});

test('long words in other places are refused', () => {
  const allowed = { seconds: 1, megabytes: 4 };
  const long = 'x'.repeat(500_000);
  const requests: object[] = [
    { board: { source: { library: long } } },
    { board: { source: { file: { ...board, name: long } } } },
    { board: { source: { file: { ...board, vacancy: long } } } },
    { board: { source: { file: { ...board, labels: { Names: [long, ...facts.labels.slice(1)] } } } } },
    { board: { source: { file: { ...board, holes: Array.from({ length: 45_000 }, (_, x) => [x, 0]) } } } },
    { board: { source: { file: { ...board, holes: Array.from({ length: 45_000 }, () => [0, 0]) } } } },
    { settle: { problem: { ...problem, start: [long] }, allowed } },
    { settle: { problem: { ...problem, start: Array(95_000).fill('a1') }, allowed } },
    { moves: { problem, text: 'a4-a2, '.repeat(60_000) } },
    { movesNeeded: { problem, played: 'a4-a2, '.repeat(60_000), allowed } },
    { outlooks: { pegs: long, allowed } },
    { drawing: { what: { moves: { board, start: ['a1'], moves: [long] } } } },
    { drawing: { what: { board }, look: { theme: long } } },
    { drawing: { what: { board }, look: { pegs: long } } },
    { atlas: { board, text: long } },
    { atlas: { board, text: '('.repeat(500_000) } },
    { named: { board: { ...board, note: long } } },
    { [long]: {} },
  ];
  for (const request of requests) ask(request);
  expect(errorOf('x'.repeat(2 ** 19 + 1))).toContain('at most 524288 characters');
  expect(errorOf('['.repeat(2 ** 19))).toContain('expected value at line 1');
  expect(errorOf('x'.repeat(2 ** 26))).toContain('at most 524288 characters');
  expect(valueOf({ board: { source: { library: 'triangle4' } } })).toEqual(facts);
});

test('limits above the memory of the worker do not matter on small boards', () => {
  const allowed = { seconds: 1e9, megabytes: 4095 };
  for (const asked of ['settle', 'solutions', 'chance', 'fewest', 'fewestMoves'])
    valueOf({ [asked]: { problem, allowed } });
});
