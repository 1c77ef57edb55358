/** Boards, problems and games: data and rules, without searches. */

import type { Facts, KnownJump, MovesData, Pegs, ProblemData, Subject } from 'pegboard';

/** Board facts, with the board's name in the library if any. */
export interface Board {
  facts: Facts;
  id: string | null;
}

export type Goal =
  | { kind: 'hole'; hole: number }
  | { kind: 'anyHole' }
  | { kind: 'fewest' }
  | { kind: 'position'; pegs: Pegs }
  | { kind: 'patterns'; patterns: Pattern[] };

/** Holes with pegs and holes without, as digits; all others may have a peg or not. */
export interface Pattern {
  pegs: Pegs;
  empty: Pegs;
}

export interface Problem {
  board: Board;
  start: Pegs;
  goal: Goal;
}

/** Index into `Facts.jumps`. */
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

/** Returns the only empty hole, if there is exactly one. */
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

/** Returns the pairs of neighbors on a board that lies on no lattice; on a lattice, null. */
export function neighborsOf({ file, labels }: Pick<Facts, 'file' | 'labels'>): [number, number][] | null {
  if (typeof file.lattice === 'string') return null;
  const lists: string[][] = Object.values(file.lattice).flat();
  const holes = new Map(labels.map((label, hole) => [label, hole]));
  const pairs = lists.flatMap((list) =>
    list.slice(1).map((label, before): [number, number] => [holes.get(list[before]!)!, holes.get(label)!]),
  );
  const key = ([one, other]: [number, number]) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  return [...new Map(pairs.map((pair) => [key(pair), pair])).values()];
}

/** Returns the jumps between two holes. On boards made from lists there can be several, over different holes. */
export function jumpsBetween(facts: Facts, from: number, to: number): Jump[] {
  const jumps = facts.jumps.map((_, jump) => jump);
  return jumps.filter((jump) => facts.jumps[jump]![0] === from && facts.jumps[jump]![2] === to);
}

/** Returns `true` if two positions agree in every invariant, as positions connected by jumps do. */
function sameClass(facts: Facts, one: Pegs, other: Pegs): boolean {
  const odd = (pegs: Pegs, set: number[]) => set.reduce((sum, hole) => sum ^ Number(pegs[hole]), 0);
  return facts.invariants.every((set) => odd(one, set) === odd(other, set));
}

/** Returns the holes in which the position class allows the last peg. */
export function allowedFinishes(facts: Facts, start: Pegs): number[] {
  const holes = facts.labels.map((_, hole) => hole);
  return holes.filter((hole) => sameClass(facts, start, onePegIn(facts, hole)));
}

export function isMet(problem: Problem, pegs: Pegs): boolean {
  if (problem.goal.kind === 'position') return pegs === problem.goal.pegs;
  if (problem.goal.kind === 'patterns')
    return problem.goal.patterns.some((pattern) =>
      [...pegs].every((_, hole) => !hasPeg(hasPeg(pegs, hole) ? pattern.empty : pattern.pegs, hole)),
    );
  if (pegCount(pegs) !== 1) return false;
  return problem.goal.kind !== 'hole' || hasPeg(pegs, problem.goal.hole);
}

/** Returns `true` if the goal has a peg in the hole. */
export function isGoalHole(goal: Goal, hole: number): boolean {
  if (goal.kind === 'position') return hasPeg(goal.pegs, hole);
  if (goal.kind === 'patterns') return goal.patterns.some(({ pegs }) => hasPeg(pegs, hole));
  return goal.kind === 'hole' && goal.hole === hole;
}

/** Returns `true` if the goal has no peg in the hole, while others are free. */
export function isEmptyGoalHole(goal: Goal, hole: number): boolean {
  return goal.kind === 'patterns' && goal.patterns.some(({ empty }) => hasPeg(empty, hole));
}

/** Returns `true` if all finishes of a goal can be listed, as fewest moves need. */
export function listsFinishes(goal: Goal): boolean {
  return goal.kind !== 'fewest' && goal.kind !== 'patterns';
}

/** Changes a hole of a goal from free to a peg, to empty and back. Returns null if no hole is left. */
export function withNextMark(facts: Facts, goal: Goal, hole: number): Goal | null {
  const none = '0'.repeat(facts.labels.length);
  const { pegs, empty } = (goal.kind === 'patterns' ? goal.patterns[0] : null) ?? { pegs: none, empty: none };
  const pattern = {
    pegs: withPeg(pegs, hole, !hasPeg(pegs, hole) && !hasPeg(empty, hole)),
    empty: withPeg(empty, hole, hasPeg(pegs, hole)),
  };
  const named = pegCount(pattern.pegs) + pegCount(pattern.empty);
  if (named === 0 || pegCount(pattern.empty) === facts.labels.length) return null;
  return { kind: 'patterns', patterns: [pattern] };
}

/** Returns the labels of the pegs. */
export function labelled(facts: Facts, pegs: Pegs): string[] {
  return facts.labels.filter((_, hole) => hasPeg(pegs, hole));
}

export function positionSubject(facts: Facts, pegs: Pegs): Subject {
  return { position: { board: facts.file, pegs: labelled(facts, pegs) } };
}

/** Picture of a position with the outlooks of its jumps. */
export function hintSubject(facts: Facts, pegs: Pegs, jumps: KnownJump[]): Subject {
  return { hint: { position: { board: facts.file, pegs: labelled(facts, pegs) }, jumps } };
}

/** Returns all moves of a game, including undone moves. */
export function movesData({ facts, problem, line }: Game): MovesData {
  return { board: facts.file, start: labelled(facts, problem.start), moves: notation(facts, line) };
}

export function problemKey(problem: Problem): string {
  return JSON.stringify([problem.board.facts.file, problem.start, problem.goal]);
}

/** Returns the request data of a problem, optionally with another start. */
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
      case 'patterns':
        return {
          Patterns: problem.goal.patterns.map(({ pegs, empty }) => ({
            pegs: labelled(facts, pegs),
            empty: labelled(facts, empty),
          })),
        };
    }
  };
  return { board: facts.file, start: labelled(facts, start), goal: goal() };
}

/** Returns the problem of engine data. The goal has at most one hole for the last peg. */
export function problemOf(board: Board, data: ProblemData): Problem {
  const { labels } = board.facts;
  const pegsIn = (holes: string[]): Pegs =>
    labels.map((label) => (holes.includes(label) ? '1' : '0')).join('');
  const goal = (): Goal => {
    if (data.goal === 'OnePeg') return { kind: 'anyHole' };
    if (data.goal === 'FewestPegs') return { kind: 'fewest' };
    if ('Position' in data.goal) return { kind: 'position', pegs: pegsIn(data.goal.Position) };
    if ('Patterns' in data.goal) {
      const patterns = data.goal.Patterns.map(({ pegs, empty }) => ({
        pegs: pegsIn(pegs),
        empty: pegsIn(empty),
      }));
      return { kind: 'patterns', patterns };
    }
    return { kind: 'hole', hole: labels.indexOf(data.goal.PegIn[0]!) };
  };
  return { board, start: pegsIn(data.start), goal: goal() };
}

/** Step of a peg. In the inverse game it begins where a jump ends. */
interface Step {
  from: number;
  over: number;
  to: number;
}

/** Run of steps by one peg. */
interface Move {
  steps: Step[];
  /** Number of steps up to the end of the move. */
  end: number;
}

function joined(steps: Step[]): Move[] {
  const moves: Move[] = [];
  steps.forEach((step, index) => {
    const last = moves.at(-1);
    if (last?.steps.at(-1)!.to === step.from) {
      last.steps.push(step);
      last.end = index + 1;
    } else {
      moves.push({ steps: [step], end: index + 1 });
    }
  });
  return moves;
}

function step(facts: Facts, jump: Jump): Step {
  const [from, over, to] = facts.jumps[jump]!;
  return { from, over, to };
}

export function moves(facts: Facts, jumps: readonly Jump[]): Move[] {
  return joined(jumps.map((jump) => step(facts, jump)));
}

/** Returns the moves of the inverse game: reversed jumps in reverse order. */
export function inverseMoves(facts: Facts, jumps: readonly Jump[]): Move[] {
  const reversed = ({ from, over, to }: Step): Step => ({ from: to, over, to: from });
  return joined(jumps.map((jump) => reversed(step(facts, jump))).reverse());
}

/**
 * Returns the notation of moves: `d2-d4`, or `d4+d2` in the inverse game, which adds pegs. The hole jumped over is given
 * where several jumps have the same ends: `a-(b)-c`.
 */
function written(facts: Facts, moves: Move[], sign: '-' | '+'): string[] {
  const label = (hole: number) => facts.labels[hole]!;
  const between = (from: number, to: number) => jumpsBetween(facts, from, to).length;
  const landing = ({ from, over, to }: Step) =>
    between(from, to) > 1 || between(to, from) > 1
      ? `${sign}(${label(over)})${sign}${label(to)}`
      : sign + label(to);
  return moves.map(({ steps }) => label(steps[0]!.from) + steps.map(landing).join(''));
}

export function notation(facts: Facts, jumps: readonly Jump[]): string[] {
  return written(facts, moves(facts, jumps), '-');
}

export function jumpName(facts: Facts, jump: Jump): string {
  return notation(facts, [jump])[0]!;
}

export function inverseNotation(facts: Facts, jumps: readonly Jump[]): string[] {
  return written(facts, inverseMoves(facts, jumps), '+');
}

/** Game with undo and redo. It stores every position. */
export class Game {
  private jumps: Jump[] = [];
  private all: Pegs[];
  private count = 0;

  constructor(readonly problem: Problem) {
    this.all = [problem.start];
  }

  /** Returns the game of these jumps, or null if one is illegal. */
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

  /** Number of jumps played. */
  get played(): number {
    return this.count;
  }

  /** Jumps played, then undone jumps. */
  get line(): readonly Jump[] {
    return this.jumps;
  }

  get playedJumps(): Jump[] {
    return this.jumps.slice(0, this.count);
  }

  /** Last jump played. */
  get last(): Jump | null {
    return this.jumps[this.count - 1] ?? null;
  }

  /** Returns the position after this many jumps. */
  after(jumps: number): Pegs {
    return this.all[jumps]!;
  }

  /** Returns `true` if a position occurs in the game, including undone jumps. */
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
