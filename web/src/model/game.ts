/** Boards, problems and games as the page plays them: plain data and the rules, nothing that can take time. */

import type { Facts, KnownJump, MovesData, Pegs, ProblemData, Subject } from '../engine/messages.ts';

/** A board on the page: its facts, and its name in the library if it is there. */
export interface Board {
  facts: Facts;
  id: string | null;
}

export type Goal =
  | { kind: 'hole'; hole: number }
  | { kind: 'anyHole' }
  | { kind: 'fewest' }
  | { kind: 'position'; pegs: Pegs };

export interface Problem {
  board: Board;
  start: Pegs;
  goal: Goal;
}

/** A jump by its number in `Facts.jumps`. */
export type Jump = number;

const hasPeg = (pegs: Pegs, hole: number): boolean => pegs[hole] === '1';

export function pegCount(pegs: Pegs): number {
  let count = 0;
  for (const digit of pegs) if (digit === '1') count++;
  return count;
}

export function withPeg(pegs: Pegs, hole: number, peg: boolean): Pegs {
  return pegs.slice(0, hole) + (peg ? '1' : '0') + pegs.slice(hole + 1);
}

function onePegIn(facts: Facts, hole: number): Pegs {
  return withPeg('0'.repeat(facts.labels.length), hole, true);
}

export function vacate(facts: Facts, hole: number): Pegs {
  return withPeg('1'.repeat(facts.labels.length), hole, false);
}

/** The only empty hole; null when there are none or several. */
export function vacancyOf(pegs: Pegs): number | null {
  const first = pegs.indexOf('0');
  return first >= 0 && pegs.indexOf('0', first + 1) < 0 ? first : null;
}

export function allows(facts: Facts, pegs: Pegs, jump: Jump): boolean {
  const [from, over, to] = facts.jumps[jump]!;
  return hasPeg(pegs, from) && hasPeg(pegs, over) && !hasPeg(pegs, to);
}

export function possibleJumps(facts: Facts, pegs: Pegs): Jump[] {
  const jumps: Jump[] = [];
  for (let jump = 0; jump < facts.jumps.length; jump++) if (allows(facts, pegs, jump)) jumps.push(jump);
  return jumps;
}

export function play(facts: Facts, pegs: Pegs, jump: Jump): Pegs {
  const [from, over, to] = facts.jumps[jump]!;
  return withPeg(withPeg(withPeg(pegs, from, false), over, false), to, true);
}

/** The jump between two holes; -1 when there is none. */
export function jumpBetween(facts: Facts, from: number, to: number): Jump {
  return facts.jumps.findIndex((jump) => jump[0] === from && jump[2] === to);
}

/** Whether no invariant tells two positions apart: only then can jumps lead from one to the other. */
function sameClass(facts: Facts, one: Pegs, other: Pegs): boolean {
  const odd = (pegs: Pegs, set: number[]) => set.reduce((sum, hole) => sum ^ Number(pegs[hole]), 0);
  return facts.invariants.every((set) => odd(one, set) === odd(other, set));
}

/** The holes in which the last peg can end as far as the position class tells. */
export function allowedFinishes(facts: Facts, start: Pegs): number[] {
  const holes = facts.labels.map((_, hole) => hole);
  return holes.filter((hole) => sameClass(facts, start, onePegIn(facts, hole)));
}

export function isMet(problem: Problem, pegs: Pegs): boolean {
  if (problem.goal.kind === 'position') return pegs === problem.goal.pegs;
  if (pegCount(pegs) !== 1) return false;
  return problem.goal.kind !== 'hole' || hasPeg(pegs, problem.goal.hole);
}

/** Whether a peg must stand in a hole at the end. */
export function isGoalHole(goal: Goal, hole: number): boolean {
  if (goal.kind === 'position') return hasPeg(goal.pegs, hole);
  return goal.kind === 'hole' && goal.hole === hole;
}

/** The labels of the holes that hold pegs, as the engine's data has positions. */
export function labelled(facts: Facts, pegs: Pegs): string[] {
  return facts.labels.filter((_, hole) => hasPeg(pegs, hole));
}

export function positionSubject(facts: Facts, pegs: Pegs): Subject {
  return { position: { board: facts.file, pegs: labelled(facts, pegs) } };
}

/** A position with what is known of its jumps. */
export function hintSubject(facts: Facts, pegs: Pegs, jumps: KnownJump[]): Subject {
  return { hint: { position: { board: facts.file, pegs: labelled(facts, pegs) }, jumps } };
}

/** All moves of a game, those taken back as well. */
export function movesData({ facts, problem, line }: Game): MovesData {
  return { board: facts.file, start: labelled(facts, problem.start), moves: notation(facts, line) };
}

export function problemKey(problem: Problem): string {
  return JSON.stringify([problem.board.facts.file, problem.start, problem.goal]);
}

/** The problem as the engine reads it, with the game's start or another position in its place. */
export function problemData(problem: Problem, start: Pegs = problem.start): ProblemData {
  const { facts } = problem.board;
  const goal = (): ProblemData['goal'] => {
    switch (problem.goal.kind) {
      case 'hole':
        return { PegIn: [facts.labels[problem.goal.hole]!] };
      case 'anyHole':
        return 'OnePeg';
      case 'fewest':
        return 'FewestPegs';
      case 'position':
        return { Position: labelled(facts, problem.goal.pegs) };
    }
  };
  return { board: facts.file, start: labelled(facts, start), goal: goal() };
}

/** The problem that the engine's data describe, which has one hole at most for the last peg. */
export function problemOf(board: Board, data: ProblemData): Problem {
  const { labels } = board.facts;
  const pegsIn = (holes: string[]): Pegs =>
    labels.map((label) => (holes.includes(label) ? '1' : '0')).join('');
  const goal = (): Goal => {
    if (data.goal === 'OnePeg') return { kind: 'anyHole' };
    if (data.goal === 'FewestPegs') return { kind: 'fewest' };
    if ('Position' in data.goal) return { kind: 'position', pegs: pegsIn(data.goal.Position) };
    return { kind: 'hole', hole: labels.indexOf(data.goal.PegIn[0]!) };
  };
  return { board, start: pegsIn(data.start), goal: goal() };
}

/** The game that a board is best known for. */
export function usualProblem(board: Board): Problem {
  const { facts } = board;
  const listed = facts.problems;
  const complement = listed.find((each) => each.vacancy === each.finish);
  const vacancy = facts.vacancy ?? complement?.vacancy ?? listed[0]?.vacancy ?? 0;
  const start = vacate(facts, vacancy);
  const finishes = allowedFinishes(facts, start);
  if (finishes.includes(vacancy)) return { board, start, goal: { kind: 'hole', hole: vacancy } };
  return { board, start, goal: finishes.length > 0 ? { kind: 'anyHole' } : { kind: 'fewest' } };
}

/** Jumps joined into moves: a jump continues a move when it is made by the same peg. */
interface Move {
  holes: number[];
  /** The number of jumps played when the move ends. */
  end: number;
}

/** The hole that a peg leaves, and the one in which it lands. */
type Hop = readonly [number, number];

function joined(hops: Hop[]): Move[] {
  const moves: Move[] = [];
  hops.forEach(([from, to], index) => {
    const last = moves.at(-1);
    if (last && last.holes.at(-1) === from) {
      last.holes.push(to);
      last.end = index + 1;
    } else {
      moves.push({ holes: [from, to], end: index + 1 });
    }
  });
  return moves;
}

function hop(facts: Facts, jump: Jump): Hop {
  const [from, , to] = facts.jumps[jump]!;
  return [from, to];
}

export function moves(facts: Facts, jumps: readonly Jump[]): Move[] {
  return joined(jumps.map((jump) => hop(facts, jump)));
}

/** The same jumps in the inverse game: from the last to the first, each from where it landed to where it began. */
export function inverseMoves(facts: Facts, jumps: readonly Jump[]): Move[] {
  return joined(jumps.map((jump): Hop => [hop(facts, jump)[1], hop(facts, jump)[0]]).reverse());
}

/** Moves as they are written: `d2-d4`, and `d4+d2` in the inverse game, for the pegs that they add. */
function written(facts: Facts, moves: Move[], sign: '-' | '+'): string[] {
  return moves.map((move) => move.holes.map((hole) => facts.labels[hole]).join(sign));
}

export function notation(facts: Facts, jumps: readonly Jump[]): string[] {
  return written(facts, moves(facts, jumps), '-');
}

export function inverseNotation(facts: Facts, jumps: readonly Jump[]): string[] {
  return written(facts, inverseMoves(facts, jumps), '+');
}

/** A game: jumps forwards and back. Every position is kept. */
export class Game {
  private jumps: Jump[] = [];
  private all: Pegs[];
  private count = 0;

  constructor(readonly problem: Problem) {
    this.all = [problem.start];
  }

  /** The game of these jumps; null when one of them cannot be played. */
  static of(problem: Problem, jumps: Jump[]): Game | null {
    const game = new Game(problem);
    return jumps.every((jump) => game.play(jump)) ? game : null;
  }

  get facts(): Facts {
    return this.problem.board.facts;
  }

  get pegs(): Pegs {
    return this.all[this.count]!;
  }

  /** The number of jumps played. */
  get played(): number {
    return this.count;
  }

  /** The jumps played and then those taken back. */
  get line(): readonly Jump[] {
    return this.jumps;
  }

  get playedJumps(): Jump[] {
    return this.jumps.slice(0, this.count);
  }

  /** The jump played last. */
  get last(): Jump | null {
    return this.jumps[this.count - 1] ?? null;
  }

  /** The position after this many jumps of the line. */
  after(jumps: number): Pegs {
    return this.all[jumps]!;
  }

  /** Whether a position is one of the game, those taken back among them. */
  passes(pegs: Pegs): boolean {
    return this.all.includes(pegs);
  }

  get possible(): Jump[] {
    return possibleJumps(this.facts, this.pegs);
  }

  get isWon(): boolean {
    return isMet(this.problem, this.pegs);
  }

  get isOver(): boolean {
    return this.possible.length === 0;
  }

  play(jump: Jump): boolean {
    if (!this.facts.jumps[jump] || !allows(this.facts, this.pegs, jump)) return false;
    if (this.jumps[this.count] !== jump) {
      const next = play(this.facts, this.pegs, jump);
      this.jumps = [...this.jumps.slice(0, this.count), jump];
      this.all = [...this.all.slice(0, this.count + 1), next];
    }
    this.count++;
    return true;
  }

  undo(): boolean {
    if (this.count === 0) return false;
    this.count--;
    return true;
  }

  redo(): boolean {
    if (this.count === this.jumps.length) return false;
    this.count++;
    return true;
  }

  goTo(jumps: number): void {
    this.count = Math.max(0, Math.min(jumps, this.jumps.length));
  }

  copy(): Game {
    const game = new Game(this.problem);
    game.jumps = [...this.jumps];
    game.all = [...this.all];
    game.count = this.count;
    return game;
  }
}
