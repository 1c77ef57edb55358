/**
 * The questions that the engine answers, and its answers: the types of `web/engine/src/request.rs` and of what
 * the modules beside it return. Holes are numbers in the order of the board; a position is a text of `0` and
 * `1`, hole by hole.
 */

export type Lattice = 'Square' | 'Triangular';
export type Pegs = string;

/** A set of directions, or a list of them. */
export type JumpDirections = 'Orthogonal' | 'Diagonal' | 'All' | string[];

/** A board file as data. */
export interface BoardFile {
  name: string;
  lattice: Lattice;
  /** The directions in which pegs jump; those of the lattice, if none are given. */
  jumps?: JumpDirections;
  symmetry?: 'Auto' | { Group: string };
  axis?: number;
  holes: [number, number][];
  labels?: 'Letters' | 'Numbers' | { Names: string[] };
  vacancy?: string;
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

/** A board and what follows from its geometry. */
export interface Facts {
  name: string;
  file: BoardFile;
  ron: string;
  rows: string[] | null;
  lattice: string;
  labels: string[];
  points: [number, number][];
  /** Where holes are drawn; neighbours are 1 apart. */
  places: [number, number][];
  /** `from`, `over` and `to`. */
  jumps: [number, number, number][];
  symmetry: string;
  symmetries: number[][];
  invariants: number[][];
  nullClass: boolean;
  vacancy: number | null;
  note: string | null;
  warnings: string[];
  problems: { vacancy: number; finish: number; reversal: number }[];
  types: number[][];
  pegs: number[] | null;
}

/** Something wrong in a text. */
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

/** A problem as the library's serde form has it: holes by their labels. */
export interface ProblemData {
  board: BoardFile;
  start: string[];
  goal: 'OnePeg' | 'FewestPegs' | { PegIn: string[] } | { Position: string[] };
}

/** A problem of the library that has a name. */
export interface Named {
  /** The board's name in the library. */
  board: string;
  name: string;
  /** Where it comes from. */
  source: string;
  problem: ProblemData;
  fewestMoves: number | null;
}

export type Difficulty = 'easy' | 'medium' | 'hard' | 'expert';

/** What a puzzle should be. */
export interface Wanted {
  difficulty: Difficulty;
  /** Another number gives another puzzle. */
  seed: number;
  symmetric: boolean;
  uniqueFirstJump: boolean;
}

/** A puzzle made to order, and what a solver of it meets. */
export interface Puzzle {
  problem: ProblemData;
  difficulty: Difficulty;
  jumps: number;
  chance: number;
  winningShare: number;
}

/** What a question may take. The memory is what its lane may take, unless the question says something else. */
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
  jumps: [number, number][] | null;
  reason: Reason | null;
  limit: string | null;
  nodes: number;
  seconds: number;
}

export type Outlook = 'winning' | 'losing' | 'unknown';

/** A possible jump, and what comes of it. */
export interface KnownJump {
  from: number;
  to: number;
  outlook: Outlook;
}

export interface Outlooks {
  outlook: Outlook;
  limit: string | null;
  jumps: KnownJump[];
}

export interface Line {
  jumps: [number, number][];
  wins: boolean;
  pegsLeft: number;
}

export interface Fewest {
  pegs: number;
  proved: boolean;
  jumps: [number, number][];
}

/** The moves that a game still needs, and those after each jump that still wins. */
export interface MovesNeeded {
  moves: number;
  jumps: { from: number; to: number; moves: number }[];
}

/** A solution with few moves, and how few there can be; nulls where there is no solution, or none was found. */
export interface FewestMoves {
  jumps: [number, number][] | null;
  moves: number | null;
  atLeast: number | null;
}

export type Finding = 'solvable' | 'pagoda' | 'cases' | 'exhaustion' | 'open';

/** Moves from a position, as the library's serde form has them. */
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

/** The themes of pictures, by the names that the command gives them. */
export const PICTURE_THEMES = ['light', 'dark', 'transparent', 'colour-blind'] as const;
export type PictureTheme = (typeof PICTURE_THEMES)[number];

/** How a picture looks. */
export interface Look {
  theme: PictureTheme;
  /** The colour of the pegs, `#rrggbb`; null for that of the theme. */
  pegs: string | null;
  /** Whether holes are named in positions, too. */
  labels: boolean;
  /** Whether columns and rows are named at the border. */
  coordinates: boolean;
  /** The width in pixels; null as it comes. */
  width: number | null;
}

/** A number, or what did not suffice to find it. */
export type Sought<T> = { found: T } | { lacks: 'time' | 'memory' };

/** Each question with its answer. */
export interface Questions {
  library: { with: object; gives: Listed[] };
  named: { with: { board: BoardFile | null }; gives: Named[] };
  puzzle: { with: { board: BoardFile; wanted: Wanted; allowed: Allowed }; gives: Puzzle };
  board: { with: { source: Source }; gives: Read };
  settle: { with: { problem: ProblemData; allowed: Allowed }; gives: Settled };
  bitmap: { with: { problem: ProblemData }; gives: number | null };
  prepare: { with: { problem: ProblemData; allowed: Allowed }; gives: boolean };
  outlooks: { with: { pegs: Pegs; allowed: Allowed }; gives: Outlooks };
  line: { with: { pegs: Pegs; allowed: Allowed }; gives: Line | null };
  chance: { with: { problem: ProblemData; allowed: Allowed }; gives: Sought<number> };
  solutions: { with: { problem: ProblemData; allowed: Allowed }; gives: Sought<string> };
  fewest: { with: { problem: ProblemData; allowed: Allowed }; gives: Fewest | null };
  movesNeeded: {
    with: { problem: ProblemData; played: string; allowed: Allowed };
    gives: Sought<MovesNeeded | null>;
  };
  fewestMoves: { with: { problem: ProblemData; allowed: Allowed }; gives: FewestMoves };
  drawing: { with: { what: Subject; look?: Look }; gives: string };
  shapes: { with: { what: Subject; look?: Look }; gives: string };
  frames: { with: { moves: MovesData; look?: Look }; gives: string[] };
  playablePage: { with: { moves: MovesData; look?: Look }; gives: string };
  text: { with: { what: Subject }; gives: string };
}

export type Ask = keyof Questions;
export type Question<A extends Ask> = { ask: A } & Questions[A]['with'];

/** A question as the engine reads it: its name, and what goes with it. It may take these MiB, if it does not say. */
export function asText<A extends Ask>({ ask, ...details }: Question<A>, megabytes: number): string {
  const { allowed } = details as { allowed?: Allowed };
  return JSON.stringify({ [ask]: allowed ? { ...details, allowed: { megabytes, ...allowed } } : details });
}

export interface Progress {
  phase: string;
  /** The share that is done; null where nobody knows. */
  done: number | null;
  nodes: number;
}

/** What the page posts to a worker: the compiled module and the MiB that it may take, then questions. */
export type ToWorker = { module: WebAssembly.Module; megabytes: number } | { id: number; question: string };

/** What a worker posts to the page. */
export type FromWorker =
  | { id: number; progress: Progress }
  | { id: number; answer: string }
  | { id: number; failure: string };

export function isFacts(read: Read): read is Facts {
  return 'labels' in read;
}
