/**
 * Links: a board, a problem and the jumps played, encoded in the fragment of the address.
 *
 * The fragment is `p1.` and the base64url of these bytes; numbers are base-128 varints, low digits first.
 *
 * | part | bytes |
 * |---|---|
 * | board | kind; 0: name in the library; 1: lattice, width, height, a bit for each point, name; 2: board file; 3: graph: labels, edges as pairs of vertices, 1 and the places in hundredths or 0, name |
 * | start | 0 and the vacancy, or 1 and a bit for each hole |
 * | goal | 0 and the hole, 1 for any hole, 2 for the fewest pegs, 3 and a bit for each hole, 4 and the number of patterns, each with a bit for each hole with a peg and one for each empty hole |
 * | jumps | their number, and the index of each among the legal jumps |
 * | check | CRC-16/CCITT of all preceding bytes, high byte first |
 *
 * A jump is its index among the legal jumps, usually one byte. An illegal jump has no encoding, so a link either
 * restores exactly the encoded game or is rejected.
 */

import type { BoardFile, Facts, Lattice, Pegs, Source } from 'pegboard';
import { MAX_HOLES } from './canvas.ts';
import {
  Game,
  isMet,
  neighborsOf,
  pegCount,
  possibleJumps,
  vacancyOf,
  vacate,
  type Board,
  type Goal,
  type Pattern,
  type Problem,
} from './game.ts';

const PREFIX = 'p1.';
/** Longest link that the page opens from an address. */
const LONGEST = 6000;
/** Longest stored link: a board of kind 2 has up to 64 KiB, more than fits into `LONGEST`. */
const LONGEST_STORED = 2 ** 17;
const MAX_SIDE = 128;
const MAX_EDGES = (MAX_HOLES * (MAX_HOLES - 1)) / 2;
const MAX_HUNDREDTHS = 1e8;
const LONGEST_NAME = 200;
const MAX_PATTERNS = 64;

export type LinkFlaw = 'version' | 'tooLong' | 'damaged' | 'board' | 'problem' | 'jumps';

export class LinkError extends Error {
  constructor(readonly flaw: LinkFlaw) {
    super(flaw);
  }
}

/** Decoded link, before the engine has read its board. */
export interface Link {
  source: Source;
  /** Returns the game on the board. */
  open: (facts: Facts) => Game;
}

class Writer {
  readonly bytes: number[] = [];

  byte(value: number): void {
    this.bytes.push(value & 255);
  }

  number(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.number(bytes.length);
    bytes.forEach((byte) => this.byte(byte));
  }

  bits(bits: boolean[]): void {
    for (let first = 0; first < bits.length; first += 8) {
      this.byte(bits.slice(first, first + 8).reduce((byte, bit, place) => byte | (Number(bit) << place), 0));
    }
  }
}

class Reader {
  private next = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.next++];
    if (byte === undefined) throw new LinkError('damaged');
    return byte;
  }

  number(most: number): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (value > most) throw new LinkError('damaged');
      if (byte < 128) return value;
    }
  }

  text(longest: number): string {
    const length = this.number(longest);
    const bytes = Uint8Array.from({ length }, () => this.byte());
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new LinkError('damaged');
    }
  }

  bits(count: number): boolean[] {
    const bits: boolean[] = [];
    for (let first = 0; first < count; first += 8) {
      const byte = this.byte();
      for (let place = 0; place < 8 && first + place < count; place++) bits.push(((byte >> place) & 1) === 1);
    }
    return bits;
  }

  end(): void {
    if (this.next !== this.bytes.length) throw new LinkError('damaged');
  }
}

/** Encodes a game. */
export function writeLink(game: Game): string {
  const writer = new Writer();
  writeBoard(writer, game.problem.board);
  writeStart(writer, game.problem.start);
  writeGoal(writer, game.problem.goal);
  writer.number(game.played);
  game.playedJumps.forEach((jump, index) => {
    writer.number(possibleJumps(game.facts, game.after(index)).indexOf(jump));
  });
  const check = crc16(writer.bytes);
  writer.byte(check >> 8);
  writer.byte(check);
  return PREFIX + base64url(writer.bytes);
}

/** Encodes a problem, as the game of no jumps. */
export function startLink(problem: Problem): string {
  return writeLink(new Game(problem));
}

/** Returns `true` if the page opens this link from an address. */
export function canBeShared(link: string): boolean {
  return link.length <= LONGEST;
}

/** Decodes a link; throws a `LinkError`. */
export function readLink(text: string): Link {
  if (!canBeShared(text)) throw new LinkError('tooLong');
  return readStoredLink(text);
}

/** Decodes a link that this device has stored, which may be longer than a link from elsewhere; throws a `LinkError`. */
export function readStoredLink(text: string): Link {
  if (text.length > LONGEST_STORED) throw new LinkError('tooLong');
  if (!text.startsWith(PREFIX)) throw new LinkError(/^p\d+\./.test(text) ? 'version' : 'damaged');
  const bytes = fromBase64url(text.slice(PREFIX.length));
  if (bytes.length < 2) throw new LinkError('damaged');
  const body = bytes.slice(0, -2);
  if (crc16(body) !== bytes.at(-2)! * 256 + bytes.at(-1)!) throw new LinkError('damaged');
  const reader = new Reader(body);
  const { source, id } = readBoard(reader);
  return { source, open: (facts) => readGame(reader, { facts, id }) };
}

function writeBoard(writer: Writer, { facts, id }: Board): void {
  if (id !== null) {
    writer.byte(0);
    writer.text(id);
  } else if (isPlainPicture(facts.file)) {
    const { holes, lattice, name } = facts.file;
    const [left, top] = [Math.min(...holes.map(([x]) => x)), Math.min(...holes.map(([, y]) => y))];
    const width = Math.max(...holes.map(([x]) => x)) - left + 1;
    const height = Math.max(...holes.map(([, y]) => y)) - top + 1;
    const bits = new Array<boolean>(width * height).fill(false);
    for (const [x, y] of holes) bits[(y - top) * width + (x - left)] = true;
    writer.byte(1);
    writer.byte(lattice === 'Square' ? 0 : 1);
    writer.byte(width);
    writer.byte(height);
    writer.bits(bits);
    writer.text(name);
  } else if (isPlainGraph(facts)) {
    writer.byte(3);
    writeGraph(writer, facts);
  } else {
    writer.byte(2);
    writer.text(facts.ron);
  }
}

/** Returns `true` if a file has a name, holes and jumps, and perhaps labels or places, but nothing else. */
function isPlain(file: BoardFile): boolean {
  const { without, axis, vacancy, finish, note, source } = file;
  return (
    [without, axis, vacancy, finish, note, source].every((each) => each === undefined) &&
    (file.symmetry === undefined || file.symmetry === 'Auto')
  );
}

/** Returns `true` if vertices, edges, places and a name determine the board. */
function isPlainGraph({ file, labels }: Facts): boolean {
  const { lattice, places = [] } = file;
  const areEncoded = places.every(
    ([label, place], hole) =>
      label === labels[hole] &&
      place.every((value) => value >= 0 && hundredths(value) <= MAX_HUNDREDTHS && isHundredths(value)),
  );
  return (
    typeof lattice !== 'string' &&
    'Graph' in lattice &&
    isPlain(file) &&
    labels.every((label) => label.length <= LONGEST_NAME / 4) &&
    (places.length === 0 || places.length === labels.length) &&
    areEncoded
  );
}

const hundredths = (value: number) => Math.round(100 * value);
const isHundredths = (value: number) => hundredths(value) / 100 === value;

function writeGraph(writer: Writer, facts: Facts): void {
  const { file, labels } = facts;
  writer.number(labels.length);
  labels.forEach((label) => writer.text(label));
  const edges = neighborsOf(facts)!;
  writer.number(edges.length);
  edges.flat().forEach((vertex) => writer.number(vertex));
  writer.byte(file.places?.length ? 1 : 0);
  for (const [, place] of file.places ?? []) place.forEach((value) => writer.number(hundredths(value)));
  writer.text(file.name);
}

function readGraph(reader: Reader): BoardFile {
  const list = <T>(length: number, read: () => T) => Array.from({ length }, read);
  const labels = list(reader.number(MAX_HOLES), () => reader.text(LONGEST_NAME));
  const vertex = () => {
    const label = labels[reader.number(MAX_HOLES)];
    if (label === undefined) throw new LinkError('board');
    return label;
  };
  const edges = list(reader.number(MAX_EDGES), (): [string, string] => [vertex(), vertex()]);
  const coordinate = () => reader.number(MAX_HUNDREDTHS) / 100;
  const places =
    reader.byte() === 0
      ? {}
      : {
          places: labels.map((label): [string, [number, number]] => [label, [coordinate(), coordinate()]]),
        };
  const name = reader.text(LONGEST_STORED);
  return { name, lattice: { Graph: edges }, labels: { Names: labels }, ...places };
}

/** Returns `true` if a text picture and a name determine the board. */
function isPlainPicture(
  file: BoardFile,
): file is BoardFile & { holes: [number, number][]; lattice: Lattice } {
  const { holes, lattice } = file;
  if (holes === undefined || (lattice !== 'Square' && lattice !== 'Triangular')) return false;
  const sides = [0, 1].map((axis) => holes.map((hole) => hole[axis]!));
  return (
    isPlain(file) &&
    file.jumps === undefined &&
    (file.labels === undefined || file.labels === 'Letters') &&
    file.name.length <= LONGEST_NAME / 4 &&
    sides.every((values) => Math.max(...values) - Math.min(...values) < MAX_SIDE)
  );
}

function readBoard(reader: Reader): { source: Source; id: string | null } {
  switch (reader.byte()) {
    case 0: {
      const id = reader.text(LONGEST_NAME);
      return { source: { library: id }, id };
    }
    case 1: {
      const lattice = reader.byte() === 0 ? 'Square' : 'Triangular';
      const [width, height] = [reader.byte(), reader.byte()];
      if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) throw new LinkError('board');
      const holes = reader
        .bits(width * height)
        .flatMap((hole, place): [number, number][] =>
          hole ? [[place % width, Math.floor(place / width)]] : [],
        );
      if (holes.length === 0 || holes.length > MAX_HOLES) throw new LinkError('board');
      return { source: { file: { name: reader.text(LONGEST_NAME), lattice, holes } }, id: null };
    }
    case 2:
      return { source: { ron: { text: reader.text(LONGEST_STORED), name: 'link' } }, id: null };
    case 3:
      return { source: { file: readGraph(reader) }, id: null };
    default:
      throw new LinkError('damaged');
  }
}

function writeStart(writer: Writer, start: Pegs): void {
  const vacancy = vacancyOf(start);
  if (vacancy !== null) {
    writer.byte(0);
    writer.byte(vacancy);
  } else {
    writer.byte(1);
    writer.bits([...start].map((digit) => digit === '1'));
  }
}

function readStart(reader: Reader, facts: Facts): Pegs {
  const holes = facts.labels.length;
  switch (reader.byte()) {
    case 0: {
      const vacancy = reader.byte();
      if (vacancy >= holes || holes < 2) throw new LinkError('problem');
      return vacate(facts, vacancy);
    }
    case 1: {
      const pegs = reader.bits(holes).map(Number).join('');
      if (pegCount(pegs) === 0) throw new LinkError('problem');
      return pegs;
    }
    default:
      throw new LinkError('damaged');
  }
}

function writeGoal(writer: Writer, goal: Goal): void {
  if (goal.kind === 'hole') {
    writer.byte(0);
    writer.byte(goal.hole);
  } else if (goal.kind === 'position') {
    writer.byte(3);
    writer.bits([...goal.pegs].map((digit) => digit === '1'));
  } else if (goal.kind === 'patterns') {
    writer.byte(4);
    writer.number(goal.patterns.length);
    for (const { pegs, empty } of goal.patterns)
      writer.bits([...pegs, ...empty].map((digit) => digit === '1'));
  } else {
    writer.byte(goal.kind === 'anyHole' ? 1 : 2);
  }
}

function readGoal(reader: Reader, facts: Facts): Goal {
  switch (reader.byte()) {
    case 0: {
      const hole = reader.byte();
      if (hole >= facts.labels.length) throw new LinkError('problem');
      return { kind: 'hole', hole };
    }
    case 1:
      return { kind: 'anyHole' };
    case 2:
      return { kind: 'fewest' };
    case 3: {
      const pegs = reader.bits(facts.labels.length).map(Number).join('');
      if (pegCount(pegs) === 0) throw new LinkError('problem');
      return { kind: 'position', pegs };
    }
    case 4: {
      const holes = facts.labels.length;
      const patterns = Array.from({ length: reader.number(MAX_PATTERNS) }, () => {
        const digits = reader
          .bits(2 * holes)
          .map(Number)
          .join('');
        return { pegs: digits.slice(0, holes), empty: digits.slice(holes) };
      });
      const isSound = ({ pegs, empty }: Pattern) =>
        pegCount(pegs) + pegCount(empty) > 0 &&
        pegCount(empty) < holes &&
        [...pegs].every((digit, hole) => digit === '0' || empty[hole] === '0');
      if (patterns.length === 0 || !patterns.every(isSound)) throw new LinkError('problem');
      return { kind: 'patterns', patterns };
    }
    default:
      throw new LinkError('damaged');
  }
}

function readGame(reader: Reader, board: Board): Game {
  const { facts } = board;
  const problem: Problem = { board, start: readStart(reader, facts), goal: readGoal(reader, facts) };
  if (problem.goal.kind === 'position' && pegCount(problem.goal.pegs) > pegCount(problem.start))
    throw new LinkError('problem');
  if (problem.goal.kind === 'patterns' && !isMet(problem, problem.start)) {
    const fewest = Math.min(...problem.goal.patterns.map(({ pegs }) => Math.max(1, pegCount(pegs))));
    if (fewest >= pegCount(problem.start)) throw new LinkError('problem');
  }
  const game = new Game(problem);
  const jumps = reader.number(MAX_HOLES);
  for (let played = 0; played < jumps; played++) {
    const jump = game.possible[reader.number(4 * facts.jumps.length + 1)];
    if (jump === undefined) throw new LinkError('jumps');
    game.play(jump);
  }
  reader.end();
  return game;
}

/** CRC-16/CCITT-FALSE. */
export function crc16(bytes: ArrayLike<number>): number {
  let crc = 0xffff;
  for (let index = 0; index < bytes.length; index++) {
    crc ^= bytes[index]! << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

function base64url(bytes: number[]): string {
  // Not `fromCharCode(...bytes)`: browsers limit the number of arguments.
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw new LinkError('damaged');
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    throw new LinkError('damaged');
  }
}
