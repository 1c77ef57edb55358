/**
 * Requests to the engine and its answers: the types of `web/engine/`. The methods of the package and the messages of its
 * workers have these types too. Holes are indices in the order of the board; a position is a string with `0` or `1` for
 * each hole.
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
  warnings: Message[];
  problems: { vacancy: number; finish: number; reversal: number }[];
  types: number[][];
  pegs: number[] | null;
}

/** Warning or error. */
export interface Message {
  /** English text. */
  message: string;
  /** Kind and data for texts in other languages. */
  about?: MessageAbout;
}

export type MessageAbout =
  | { kind: 'noJumps' }
  | { kind: 'untouchedHoles'; holes: string[] }
  | { kind: 'parts'; parts: number }
  | { kind: 'looksTriangular' }
  | { kind: 'looksSetOff'; misplaced: string[] }
  | { kind: 'looksSpaced' }
  | { kind: 'shortRow'; row: number; hole: string; symmetry: string }
  | { kind: 'subgroupUsed'; used: string; whole: string }
  | { kind: 'moreSymmetry'; declared: string; largest: string }
  | { kind: 'noHoles' }
  | { kind: 'tooManyHoles'; holes: number }
  | { kind: 'tooManyJumps'; jumps: number }
  | { kind: 'tooFarApart' }
  | { kind: 'move'; number: number; text: string; flaw: MoveFlaw }
  | { kind: 'secondMove'; text: string };

/** Reason why a move cannot be read or played; `legal` has a few possible jumps. */
export type MoveFlaw =
  | { kind: 'unknownHole' }
  | { kind: 'noJump' }
  | { kind: 'incomplete' }
  | { kind: 'notAJump'; from: string; to: string; legal: string[] }
  | { kind: 'noJumpToward'; from: string; legal: string[] }
  | { kind: 'ambiguous'; from: string; to: string; over: string[] }
  | { kind: 'illegal'; legal: string[] };

/** Error in a board file or picture, with its place in the text. */
export interface Remark extends Message {
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

/** Limits of a request. The memory limit defaults to that of the worker; the others to none. */
export interface Allowed {
  seconds?: number | null;
  /** Maximum number of positions to expand. */
  nodes?: number | null;
  megabytes?: number;
}

/** Limit that stopped a request. */
export type LimitReached = 'time' | 'nodes' | 'memory' | 'cancelled';

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
  limit: LimitReached | null;
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
  limit: LimitReached | null;
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
export const PICTURE_THEMES = ['light', 'dark', 'transparent', 'color-blind'] as const;
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

/** Result of a bounded computation, or the limit that stopped it. */
export type Sought<T> = { found: T } | { lacks: LimitReached };

/** Moves that were read, with the reading of their coordinates, if any; or the first wrong move. */
export type ReadMoves = { jumps: number[]; reading: string | null } | { wrong: Message };

type WithAllowed<T> = T & { allowed?: Allowed };

/** Types of each request about boards and problems, and of its answer. */
export interface MainQuestions {
  /** Boards of the library. */
  library: { with: object; gives: Listed[] };
  /** Classic problems of a board, or of all boards. */
  named: { with: { board?: BoardFile | null }; gives: Named[] };
  /** Board with its facts, or the errors in its source. */
  board: { with: { source: Source }; gives: Read };
  /** Answers in the text of an atlas file. */
  atlas: { with: { board: BoardFile; text: string }; gives: Recorded[] };
  /** Text of a certificate in the text of an atlas file; null if the file does not answer the problem. */
  atlasCertificate: {
    with: { board: BoardFile; text: string; vacancy: number; finish: number };
    gives: string | null;
  };
  /** Moves as people write them, read from the start of a problem. */
  moves: { with: { problem: ProblemData; text: string }; gives: ReadMoves };
  /** Picture as SVG, in the light theme by default. */
  drawing: { with: { what: Subject; look?: Partial<Look> }; gives: string };
  /** An SVG for each position of a line. */
  frames: { with: { moves: MovesData; look?: Partial<Look> }; gives: string[] };
  /** Self-contained HTML page that plays a line. */
  playablePage: { with: { moves: MovesData; look?: Partial<Look> }; gives: string };
  /** Picture as text. */
  text: { with: { what: Subject }; gives: string };
  /** Solution of a problem, or the reason why there is none. */
  settle: { with: WithAllowed<{ problem: ProblemData }>; gives: Settled };
  /** Generated puzzle; it depends only on the board and the properties. */
  puzzle: { with: WithAllowed<{ board: BoardFile; wanted: Wanted }>; gives: Puzzle };
  /** Probability that random play solves a problem. */
  chance: { with: WithAllowed<{ problem: ProblemData }>; gives: Sought<number> };
  /** Number of solutions, in decimal. */
  solutions: { with: WithAllowed<{ problem: ProblemData }>; gives: Sought<string> };
  /** Line that leaves few pegs; the goal of the problem is ignored. */
  fewest: { with: WithAllowed<{ problem: ProblemData }>; gives: Fewest | null };
  /** Fewest moves to finish a game, and after each winning jump. */
  movesNeeded: {
    with: WithAllowed<{ problem: ProblemData; played: string }>;
    gives: Sought<MovesNeeded | null>;
  };
  /** Solution with the fewest moves, or with few moves and a lower bound. */
  fewestMoves: { with: WithAllowed<{ problem: ProblemData }>; gives: FewestMoves };
}

/** Types of each request about the current game of a worker, and of its answer. */
export interface GameQuestions {
  /** Size in bytes of the bitmap of all outlooks; null beyond the address space. */
  bitmap: { with: { problem: ProblemData }; gives: number | null };
  /** Starts a game; `true` if a bitmap answers every outlook. */
  prepare: { with: WithAllowed<{ problem: ProblemData }>; gives: boolean };
  outlooks: { with: WithAllowed<{ pegs: Pegs }>; gives: Outlooks };
  /** Line from a position: to the goal, or one that leaves few pegs. */
  line: { with: WithAllowed<{ pegs: Pegs }>; gives: Line | null };
}

export interface Questions extends MainQuestions, GameQuestions {}

export type Ask = keyof Questions;
export type Question<A extends Ask> = { ask: A } & Questions[A]['with'];

/** Requests with limits. */
const LIMITED: ReadonlySet<Ask> = new Set<Ask>([
  'settle',
  'puzzle',
  'chance',
  'solutions',
  'fewest',
  'movesNeeded',
  'fewestMoves',
  'prepare',
  'outlooks',
  'line',
]);

/** Maximum size in bytes of a text that the engine reads: a board file or a picture. */
export const LONGEST_TEXT = 2 ** 16;

/**
 * Returns the JSON of a request; `megabytes` is its default memory limit. A request that starts again after `spent`
 * seconds gets the rest of its time.
 */
export function asText<A extends Ask>(
  { ask, ...details }: Question<A>,
  megabytes: number,
  spent = 0,
): string {
  if (!LIMITED.has(ask)) return JSON.stringify({ [ask]: details });
  const allowed: Allowed = { ...(details as { allowed?: Allowed }).allowed };
  allowed.megabytes ??= megabytes;
  if (spent > 0 && allowed.seconds) allowed.seconds = Math.max(0, allowed.seconds - spent);
  return JSON.stringify({ [ask]: { ...details, allowed } });
}

export interface Progress {
  phase: string;
  /** Fraction done; null if unknown. */
  done: number | null;
  nodes: number;
}

/** WebAssembly modules: for the current game, and for everything else. */
export type Part = 'game' | 'main';

/** Message to a worker: first the compiled module and its memory limit in MiB, then requests. */
export type ToWorker =
  { part: Part; module: WebAssembly.Module; megabytes: number } | { id: number; question: string };

/** Message from a worker. */
export type FromWorker =
  { id: number; progress: Progress } | { id: number; answer: string } | { id: number; failure: string };

export function isFacts(read: Read): read is Facts {
  return 'labels' in read;
}
