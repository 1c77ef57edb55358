import { expect, test } from 'vitest';
import type { BoardFile } from 'pegboard';
import { Game, possibleJumps, problemKey, type Board } from '../../src/model/game.ts';
import { LinkError, canBeShared, crc16, readLink, readStoredLink, writeLink } from '../../src/model/link.ts';
import { ask, factsOf, library } from './engine.ts';
import { usualProblem } from '../../src/model/usual.ts';

/** Game of some jumps, each the middle one of the legal jumps. */
function someGame(board: Board, jumps: number): Game {
  const game = new Game(usualProblem(board));
  for (let played = 0; played < jumps && !game.isOver; played++) {
    game.play(game.possible[Math.floor(game.possible.length / 2)]!);
  }
  return game;
}

function reopened(text: string): Game {
  const { source, open } = readLink(text);
  return open(factsOf(source));
}

function flaw(text: string): string {
  try {
    reopened(text);
    return 'none';
  } catch (error) {
    if (error instanceof LinkError) return error.flaw;
    throw error;
  }
}

test('a link restores exactly its game, on every board of the library', () => {
  for (const { id } of ask({ ask: 'library' })) {
    const game = someGame(library(id), 20);
    const link = writeLink(game);
    const again = reopened(link);
    expect(problemKey(again.problem)).toBe(problemKey(game.problem));
    expect(again.playedJumps).toEqual(game.playedJumps);
    expect(link.length).toBeLessThan(90);
  }
});

test('a board of one hole can be opened again', () => {
  const one = factsOf({
    ron: { text: 'Board(name: "One", lattice: Square, holes: Picture(["o"]))', name: 'one' },
  });
  const game = new Game(usualProblem({ facts: one, id: null }));
  expect(game.pegs).toBe('1');
  expect(reopened(writeLink(game)).pegs).toBe('1');
});

test('links encode drawn boards by their shape, others by their file', () => {
  const heart = factsOf({
    picture: {
      text: '.oo.oo.\nooooooo\nooooooo\n.ooooo.\n..ooo..\n...o...',
      name: 'Heart.txt',
      lattice: 'Square',
    },
  });
  const game = someGame({ facts: heart, id: null }, 7);
  expect(writeLink(game).length).toBeLessThan(60);
  expect(reopened(writeLink(game)).pegs).toBe(game.pegs);
  const named = factsOf({
    ron: {
      text: 'Board(name: "N", lattice: Square, labels: Names(["x","y","z"]), holes: Picture(["ooo"]))',
      name: 'n',
    },
  });
  const small: Game = new Game({
    board: { facts: named, id: null },
    start: '110',
    goal: { kind: 'anyHole' },
  });
  expect(small.play(possibleJumps(named, '110')[0]!)).toBe(true);
  expect(reopened(writeLink(small)).facts.labels).toEqual(['x', 'y', 'z']);
});

test('a link keeps everything that a board file says', () => {
  const more = { vacancy: 'b1', finish: 'a1', note: 'Three in a row.', source: 'An old book.' };
  const row: BoardFile = {
    name: 'Row',
    lattice: 'Square',
    holes: [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    ...more,
  };
  const path: BoardFile = {
    name: 'Path',
    lattice: {
      Graph: [
        ['a1', 'b1'],
        ['b1', 'c'.repeat(300)],
      ],
    },
    places: [['a1', [0, 0]]],
  };
  for (const file of [row, path, { ...path, ...more }]) {
    const facts = factsOf({ file });
    expect(reopened(writeLink(new Game(usualProblem({ facts, id: null })))).facts).toEqual(facts);
  }
});

test('the link of a graph is short, and keeps its edges, labels and places', () => {
  const graph = (vertices: number): BoardFile => {
    const labels = Array.from({ length: vertices }, (_, vertex) => `v${vertex}`);
    const edges = labels
      .slice(1)
      .flatMap((label, vertex): [string, string][] => [
        [label, labels[vertex]!],
        ...(vertex > 1 ? [[labels[Math.floor(vertex / 2)]!, label] as [string, string]] : []),
      ]);
    return { name: 'Graph', lattice: { Graph: edges }, labels: { Names: labels } };
  };
  const placed = (file: BoardFile, place: (vertex: number) => [number, number]): BoardFile => {
    const { Names } = file.labels as { Names: string[] };
    return { ...file, places: Names.map((label, vertex) => [label, place(vertex)]) };
  };
  for (const [file, longest] of [
    [placed(graph(128), (vertex) => [(vertex % 12) + 0.25, Math.floor(vertex / 12) + 0.07]), 2600],
    [graph(7), 90],
    [placed(graph(7), (vertex) => [-vertex, vertex / 3]), 1000],
  ] as const) {
    const facts = factsOf({ file });
    const link = writeLink(new Game(usualProblem({ facts, id: null })));
    expect(link.length).toBeLessThan(longest);
    expect(reopened(link).facts).toEqual(facts);
  }
});

test('the link of a long board file is too long to share, but is read from the storage', () => {
  const labels = Array.from({ length: 100 }, (_, vertex) => `vertex${vertex}`);
  const edges = labels.slice(1).map((label, vertex): [string, string] => [labels[vertex]!, label]);
  const places = labels.map((label, vertex): [string, [number, number]] => [label, [vertex + 0.125, 0.375]]);
  const file: BoardFile = { name: 'Long', lattice: { Graph: edges }, labels: { Names: labels }, places };
  const facts = factsOf({ file });
  const game = someGame({ facts, id: null }, 1);
  const link = writeLink(game);
  expect([canBeShared(link), flaw(link)]).toEqual([false, 'tooLong']);
  const { source, open } = readStoredLink(link);
  const again = open(factsOf(source));
  expect(again.facts).toEqual(facts);
  expect(again.playedJumps).toEqual(game.playedJumps);
  expect(() => readStoredLink(`p1.${'A'.repeat(2 ** 17)}`)).toThrow(LinkError);
});

test('a board keeps its jump directions', () => {
  const ron = 'Board(name: "D", lattice: Square, jumps: Diagonal, holes: Picture(["ooo", "ooo", "ooo"]))';
  const facts = factsOf({ ron: { text: ron, name: 'd' } });
  const start = facts.labels.map((_, hole) => (hole === 8 ? '0' : '1')).join('');
  const game = new Game({ board: { facts, id: null }, start, goal: { kind: 'anyHole' } });
  expect(game.play(game.possible[0]!)).toBe(true);
  const again = reopened(writeLink(game));
  expect(again.facts.jumps).toEqual(facts.jumps);
  expect(again.pegs).toBe(game.pegs);
});

test('a position as the goal is kept', () => {
  const board = library('triangle5');
  const { start } = usualProblem(board);
  const pegs = someGame(board, 3).pegs;
  const game = new Game({ board, start, goal: { kind: 'position', pegs } });
  expect(game.isWon).toBe(false);
  for (const jump of someGame(board, 3).playedJumps) game.play(jump);
  expect(game.isWon).toBe(true);
  const again = reopened(writeLink(game));
  expect(again.problem.goal).toEqual(game.problem.goal);
  expect(again.isWon).toBe(true);
});

test('patterns as the goal are kept, and contradictory ones refused', () => {
  const board = library('triangle5');
  const { start } = usualProblem(board);
  const digits = (...holes: number[]) =>
    Array.from({ length: 15 }, (_, hole) => Number(holes.includes(hole))).join('');
  const link = (patterns: { pegs: string; empty: string }[]) =>
    writeLink(new Game({ board, start, goal: { kind: 'patterns', patterns } }));
  const patterns = [
    { pegs: digits(0, 14), empty: digits(3) },
    { pegs: digits(), empty: digits(0, 1) },
  ];
  expect(reopened(link(patterns)).problem.goal).toEqual({ kind: 'patterns', patterns });
  expect(flaw(link([{ pegs: digits(1), empty: digits(1) }]))).toBe('problem');
  expect(flaw(link([{ pegs: digits(), empty: digits() }]))).toBe('problem');
  expect(flaw(link([]))).toBe('problem');
});

test('a link omits undone jumps', () => {
  const game = someGame(library('english'), 5);
  game.undo();
  expect(reopened(writeLink(game)).line.length).toBe(4);
});

test('the check is CRC-16/CCITT-FALSE', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x29b1);
});

/** Link with a correct check for any bytes. */
function forged(bytes: number[]): string {
  const check = crc16(bytes);
  const all = [...bytes, check >> 8, check & 255];
  return `p1.${btoa(String.fromCharCode(...all))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`;
}

const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
const triangle = [0, ...name('triangle5')];

test.each([
  ['nothing', '', 'damaged'],
  ['words', 'hello', 'damaged'],
  ['a newer version', 'p2.AAAA', 'version'],
  ['too long', `p1.${'A'.repeat(10_000)}`, 'tooLong'],
  ['no bytes', 'p1.', 'damaged'],
  ['not base64', 'p1.%%%%', 'damaged'],
  ['a wrong check', 'p1.AAAAAAAA', 'damaged'],
  ['an unknown kind of board', forged([9]), 'damaged'],
  ['a board that ends early', forged([0, 50, 65]), 'damaged'],
  ['a name that is no text', forged([0, 2, 0xff, 0xfe]), 'damaged'],
  ['a picture without holes', forged([1, 0, 3, 3, 0, 0, 0]), 'board'],
  ['a picture without width', forged([1, 0, 0, 3, 0]), 'board'],
  ['too many holes', forged([1, 0, 20, 20, ...new Array<number>(50).fill(255), 0]), 'board'],
  ['a name that never ends', forged([0, 255, 255, 255, 255, 255, 255]), 'damaged'],
  ['an edge to no vertex', forged([3, 2, ...name('a'), ...name('b'), 1, 0, 2]), 'board'],
  ['a graph that ends early', forged([3, 2, ...name('a')]), 'damaged'],
  ['a vacancy that is no hole', forged([...triangle, 0, 15, 1, 0]), 'problem'],
  ['a start without pegs', forged([...triangle, 1, 0, 0, 1, 0]), 'problem'],
  ['a finish that is no hole', forged([...triangle, 0, 0, 0, 99, 0]), 'problem'],
  ['a goal without pegs', forged([...triangle, 0, 0, 3, 0, 0, 0]), 'problem'],
  ['a goal of more pegs than the start', forged([...triangle, 0, 0, 3, 255, 127, 0]), 'problem'],
  ['an unknown goal', forged([...triangle, 0, 0, 7, 0]), 'damaged'],
  ['a jump that is not possible', forged([...triangle, 0, 0, 1, 1, 2]), 'jumps'],
  ['more jumps than pegs', forged([...triangle, 0, 0, 1, 100, ...new Array<number>(100).fill(0)]), 'jumps'],
  ['something after the end', forged([...triangle, 0, 0, 1, 0, 1]), 'damaged'],
  ['no jumps, which is fine', forged([...triangle, 0, 0, 1, 0]), 'none'],
])('a link with %s is refused', (_, link, expected) => {
  expect(flaw(link)).toBe(expected);
});

test('a link with any character changed never opens another game', () => {
  const link = writeLink(someGame(library('english'), 12));
  for (let place = 3; place < link.length; place++) {
    const other = link[place] === 'A' ? 'B' : 'A';
    const changed = link.slice(0, place) + other + link.slice(place + 1);
    if (flaw(changed) === 'none') expect(reopened(changed).pegs).toBe(reopened(link).pegs);
  }
});
