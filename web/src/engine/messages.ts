/**
 * Requests to the engine and its answers: the types of `web/engine/src/request.rs` and the modules beside it. Holes are
 * indices in the order of the board; a position is a string with `0` or `1` for each hole.
 */

export type Lattice = 'Square' | 'Triangular';
export type Pegs = string;

/** Lists that give the holes and jumps of a board on no lattice. */
export type JumpLists =
  { Graph: [string, string][] } | { Lines: string[][] } | { Jumps: [string, string, string][] };

/** Named set of directions, or a list of directions. */
export type JumpDirections = 'Orthogonal' | 'Diagonal' | 'All' | string[];

/** Parsed board file. */
export interface BoardFile {
  name: string;
  lattice: Lattice | JumpLists;
  /** Jumps that the board lacks. */
  without?: [string, string, string][];
  /** Directions of jumps; those of the lattice by default. */
  jumps?: JumpDirections;
  symmetry?: 'Auto' | { Group: string };
  axis?: number;
  /** Absent on a board that lies on no lattice. */
  holes?: [number, number][];
  /** Places for the pictures of a board that lies on no lattice. */
  places?: [string, [number, number]][];
  labels?: 'Letters' | 'Numbers' | { Names: string[] };
  vacancy?: string;
  /** Hole of the last peg, or another usual goal. */
  finish?: string | { Position: string[] } | { Patterns: PatternData[] };
  note?: string;
  source?: string;
}

export interface Listed {
  id: string;
  name: string;
  lattice: string;
  symmetry: string;
  places: [number, number][];
  note: string | null;
}

/** Board file and the facts that follow from its geometry. */
export interface Facts {
  /** Reading of a drawing, in one line. */
  reading: string | null;
  name: string;
  file: BoardFile;
  ron: string;
  rows: string[] | null;
  lattice: string;
  labels: string[];
  points: [number, number][];
  /** Coordinates of the holes in drawings; neighbors are 1 apart. */
  places: [number, number][];
  /** `from`, `over` and `to`. */
  jumps: [number, number, number][];
  symmetry: string;
  symmetries: number[][];
  invariants: number[][];
  nullClass: boolean;
  vacancy: number | null;
  /** Usual problem of a board that names its usual goal. */
  usual: ProblemData | null;
  note: string | null;
  warnings: string[];
  problems: { vacancy: number; finish: number; reversal: number }[];
  types: number[][];
  pegs: number[] | null;
}

/** Error in a board file or picture. */
export interface Remark {
  message: string;
  help: string | null;
  line: number | null;
  column: number | null;
  start: number | null;
  end: number | null;
}

export type Read = Facts | { diagnostics: Remark[] };

export type Source =
  | { library: string }
  | { ron: { text: string; name: string } }
  | { picture: { text: string; name: string; lattice: Lattice } }
  | { file: BoardFile };

/** Problem in the library's JSON form, with holes as labels. */
export interface ProblemData {
  board: BoardFile;
  start: string[];
  goal: 'OnePeg' | 'FewestPegs' | { PegIn: string[] } | { Position: string[] } | { Patterns: PatternData[] };
}

/** Holes with pegs and holes without, as labels; all others may have a peg or not. */
export interface PatternData {
  pegs: string[];
  empty: string[];
}

/** Named problem of the library. */
export interface Named {
  /** Name of the board in the library. */
  board: string;
  name: string;
  /** Origin of the problem. */
  source: string;
  problem: ProblemData;
  fewestMoves: number | null;
}

export type Difficulty = 'easy' | 'medium' | 'hard' | 'expert';

/** Properties of a puzzle. */
export interface Wanted {
  difficulty: Difficulty;
  /** Seed of the random generator. */
  seed: number;
  symmetric: boolean;
  uniqueFirstJump: boolean;
}

/** Generated puzzle with its grade. */
export interface Puzzle {
  problem: ProblemData;
  difficulty: Difficulty;
  jumps: number;
  chance: number;
  winningShare: number;
}

/** Limits of a request. The memory limit defaults to that of the lane. */
export interface Allowed {
  seconds: number | null;
  megabytes?: number;
}

export interface PagodaFunction {
  weights: number[];
  sets: { holes: number[]; loss: number }[];
  start: number;
  finish: number;
  loss: number;
  finishHoles: number[];
}

export type Reason =
  | { kind: 'class'; holes: number[]; start: number; finish: number }
  | { kind: 'pagoda'; functions: PagodaFunction[] }
  | { kind: 'cases'; leaves: number }
  | { kind: 'exhaustion'; positions: number }
  | { kind: 'tooFewPegs' };

export interface Settled {
  answer: 'solvable' | 'unsolvable' | 'undecided';
  /** Best line, as indices into `Facts.jumps`. */
  jumps: number[] | null;
  /** Number of moves of the best line. */
  moves: number | null;
  reason: Reason | null;
  limit: string | null;
  nodes: number;
  seconds: number;
}

export type Outlook = 'winning' | 'losing' | 'unknown';

/** Answer to a single-vacancy problem in an atlas file. */
export interface Recorded {
  vacancy: number;
  finish: number;
  settled: Settled;
  /** Number of moves of the solution; null without one. */
  moves: number | null;
  /** Lower bound on the moves; null if it is unknown or there is no solution. */
  atLeast: number | null;
}

/** Jump with its outlook. */
export interface KnownJump {
  /** Index into `Facts.jumps`. */
  jump: number;
  outlook: Outlook;
}

export interface Outlooks {
  outlook: Outlook;
  limit: string | null;
  jumps: KnownJump[];
}

export interface Line {
  jumps: number[];
  wins: boolean;
  pegsLeft: number;
}

export interface Fewest {
  pegs: number;
  proved: boolean;
  jumps: number[];
}

/** Fewest moves to finish a game, and after each winning jump. */
export interface MovesNeeded {
  moves: number;
  jumps: { jump: number; moves: number }[];
}

/** Shortest solution found, with a lower bound; null if there is none. */
export interface FewestMoves {
  jumps: number[] | null;
  moves: number | null;
  atLeast: number | null;
}

export type Finding = 'solvable' | 'pagoda' | 'cases' | 'exhaustion' | 'open';

/** Line in the library's JSON form. */
export interface MovesData {
  board: BoardFile;
  start: string[];
  moves: string[];
}

export type Subject =
  | { board: BoardFile }
  | { position: { board: BoardFile; pegs: string[] } }
  | { moves: MovesData }
  | { hint: { position: { board: BoardFile; pegs: string[] }; jumps: KnownJump[] } }
  | { atlas: { board: BoardFile; findings: Finding[] } };

/** Themes of pictures, by their names in the library. */
export const PICTURE_THEMES = ['light', 'dark', 'transparent', 'colour-blind'] as const;
export type PictureTheme = (typeof PICTURE_THEMES)[number];

/** Look of a picture. */
export interface Look {
  theme: PictureTheme;
  /** Peg color `#rrggbb`; null for the theme's. */
  pegs: string | null;
  /** Hole labels in positions. */
  labels: boolean;
  /** Labels of columns and rows at the border. */
  coordinates: boolean;
  /** Width in pixels; null for the natural width. */
  width: number | null;
}

/** Result of a bounded computation, or the exhausted resource. */
export type Sought<T> = { found: T } | { lacks: 'time' | 'memory' };

/** Moves that were read, with the reading of their coordinates, if any. */
export interface ReadMoves {
  jumps: number[];
  reading: string | null;
}

/** Types of each request and its answer. */
export interface Questions {
  library: { with: object; gives: Listed[] };
  named: { with: { board: BoardFile | null }; gives: Named[] };
  puzzle: { with: { board: BoardFile; wanted: Wanted; allowed: Allowed }; gives: Puzzle };
  board: { with: { source: Source }; gives: Read };
  atlas: { with: { board: BoardFile; text: string }; gives: Recorded[] };
  atlasCertificate: {
    with: { board: BoardFile; text: string; vacancy: number; finish: number };
    gives: string | null;
  };
  settle: { with: { problem: ProblemData; allowed: Allowed }; gives: Settled };
  bitmap: { with: { problem: ProblemData }; gives: number | null };
  prepare: { with: { problem: ProblemData; allowed: Allowed }; gives: boolean };
  outlooks: { with: { pegs: Pegs; allowed: Allowed }; gives: Outlooks };
  line: { with: { pegs: Pegs; allowed: Allowed }; gives: Line | null };
  chance: { with: { problem: ProblemData; allowed: Allowed }; gives: Sought<number> };
  solutions: { with: { problem: ProblemData; allowed: Allowed }; gives: Sought<string> };
  fewest: { with: { problem: ProblemData; allowed: Allowed }; gives: Fewest | null };
  moves: { with: { problem: ProblemData; text: string }; gives: ReadMoves };
  movesNeeded: {
    with: { problem: ProblemData; played: string; allowed: Allowed };
    gives: Sought<MovesNeeded | null>;
  };
  fewestMoves: { with: { problem: ProblemData; allowed: Allowed }; gives: FewestMoves };
  drawing: { with: { what: Subject; look?: Look }; gives: string };
  frames: { with: { moves: MovesData; look?: Look }; gives: string[] };
  playablePage: { with: { moves: MovesData; look?: Look }; gives: string };
  text: { with: { what: Subject }; gives: string };
}

export type Ask = keyof Questions;
export type Question<A extends Ask> = { ask: A } & Questions[A]['with'];

/** Maximum size in bytes of a text that the engine reads: a board file or a picture. */
export const LONGEST_TEXT = 2 ** 16;

/** Returns the JSON of a request; `megabytes` is its default memory limit. */
export function asText<A extends Ask>({ ask, ...details }: Question<A>, megabytes: number): string {
  const { allowed } = details as { allowed?: Allowed };
  return JSON.stringify({ [ask]: allowed ? { ...details, allowed: { megabytes, ...allowed } } : details });
}

export interface Progress {
  phase: string;
  /** Fraction done; null if unknown. */
  done: number | null;
  nodes: number;
}

/** Message to a worker: first the compiled module and its memory limit in MiB, then requests. */
export type ToWorker = { module: WebAssembly.Module; megabytes: number } | { id: number; question: string };

/** Message from a worker. */
export type FromWorker =
  { id: number; progress: Progress } | { id: number; answer: string } | { id: number; failure: string };

export function isFacts(read: Read): read is Facts {
  return 'labels' in read;
}
