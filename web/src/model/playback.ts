/**
 * Playback of a line beside the unchanged game. In reverse it is a line of the inverse game: from the last position to
 * the first, with one more peg after every jump.
 */

import type { Pegs } from 'pegboard';
import { Game, inverseMoves, inverseNotation, moves, notation, type Jump } from './game.ts';

/** Moves of a line for a list. */
export interface Course {
  names: string[];
  /** Number of jumps up to the end of each move. */
  ends: number[];
  /** Number of jumps made. */
  done: number;
}

export function courseOf({ facts, line, played }: Game): Course {
  return { names: notation(facts, line), ends: moves(facts, line).map(({ end }) => end), done: played };
}

export class Playback {
  /** The line, at the displayed position. */
  readonly game: Game;
  private inverse = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly from: Game,
    jumps: Jump[],
    private speed: number,
    /** Called after a jump (1), an undone jump (-1), or a change of position without a jump. */
    private readonly stepped: (by: 1 | -1 | 0, jump: Jump | null) => void,
  ) {
    this.game = new Game(from.problem);
    for (const jump of [...from.playedJumps, ...jumps]) this.game.play(jump);
    this.rewind();
  }

  get isRunning(): boolean {
    return this.timer !== null;
  }

  get isInverse(): boolean {
    return this.inverse;
  }

  /** First position in the current direction. */
  get first(): Pegs {
    return this.game.after(this.inverse ? this.game.line.length : 0);
  }

  /** Jump that led to the displayed position. */
  get last(): Jump | null {
    return this.inverse ? (this.game.line[this.game.played] ?? null) : this.game.last;
  }

  /** `true` at the last position. */
  get isOver(): boolean {
    return this.course.done === this.game.line.length;
  }

  get course(): Course {
    const { facts, line, played } = this.game;
    if (!this.inverse) return courseOf(this.game);
    const ends = inverseMoves(facts, line).map(({ end }) => end);
    return { names: inverseNotation(facts, line), ends, done: line.length - played };
  }

  /** Moves made, in notation. */
  get made(): string[] {
    const { facts, line, played, playedJumps } = this.game;
    return this.inverse ? inverseNotation(facts, line.slice(played)) : notation(facts, playedJumps);
  }

  run(): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      const jump = this.move(1);
      this.run();
      this.stepped(1, jump);
    }, 1000 / this.speed);
  }

  pause(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  step(by: 1 | -1): void {
    this.pause();
    this.stepped(by, this.move(by));
  }

  /** Goes to the position after this many jumps. */
  goTo(done: number): void {
    this.pause();
    this.game.goTo(this.inverse ? this.game.line.length - done : done);
    this.stepped(0, null);
  }

  /** Goes to the first position. */
  goToStart(): void {
    this.pause();
    this.rewind();
    this.stepped(0, null);
  }

  /** Reverses the direction and goes to the first position. */
  turn(): void {
    this.pause();
    this.inverse = !this.inverse;
    this.rewind();
    this.run();
    this.stepped(0, null);
  }

  /** Sets the speed in jumps per second. */
  setSpeed(speed: number): void {
    this.speed = speed;
  }

  /** Goes to the start: the end of the line for the inverse game, else the requested position. */
  private rewind(): void {
    this.game.goTo(this.inverse ? this.game.line.length : this.from.played);
  }

  /** Returns the jump made or undone; null at either end. */
  private move(by: 1 | -1): Jump | null {
    const { game } = this;
    const isForwards = (by === 1) !== this.inverse;
    const jump = game.line[isForwards ? game.played : game.played - 1] ?? null;
    if (isForwards) game.redo();
    else game.undo();
    return jump;
  }
}
