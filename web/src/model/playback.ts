/**
 * A line that is played before the player's eyes, beside the game, which stays as it is. It can also be played
 * backwards, as a line of the inverse game: from the last position to the first, with a peg more after every jump.
 */

import type { Pegs } from '../engine/messages.ts';
import { Game, inverseMoves, inverseNotation, moves, notation, type Jump } from './game.ts';

/** The moves of a line, as a list shows them. */
export interface Course {
  names: string[];
  /** The jumps that have been made when each move ends. */
  ends: number[];
  /** The jumps that have been made. */
  done: number;
}

export function courseOf({ facts, line, played }: Game): Course {
  return { names: notation(facts, line), ends: moves(facts, line).map(({ end }) => end), done: played };
}

export class Playback {
  /** The line, with the position that is shown. */
  readonly game: Game;
  private inverse = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly from: Game,
    jumps: Jump[],
    private speed: number,
    /** A jump was made (1) or taken back (-1); or another position is shown, without a jump. */
    private readonly stepped: (by: 1 | -1 | 0, jump: Jump | null) => void,
  ) {
    this.game = from.copy();
    for (const jump of jumps) this.game.play(jump);
    this.rewind();
  }

  get isRunning(): boolean {
    return this.timer !== null;
  }

  get isInverse(): boolean {
    return this.inverse;
  }

  /** The position with which the line begins, as it is played now. */
  get first(): Pegs {
    return this.game.after(this.inverse ? this.game.line.length : 0);
  }

  /** The jump that led to the position that is shown. */
  get last(): Jump | null {
    return this.inverse ? (this.game.line[this.game.played] ?? null) : this.game.last;
  }

  /** Whether the last position is shown. */
  get isOver(): boolean {
    return this.course.done === this.game.line.length;
  }

  get course(): Course {
    const { facts, line, played } = this.game;
    if (!this.inverse) return courseOf(this.game);
    const ends = inverseMoves(facts, line).map(({ end }) => end);
    return { names: inverseNotation(facts, line), ends, done: line.length - played };
  }

  /** The moves that have been made, as they are written. */
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

  /** Shows the position after this many jumps. */
  goTo(done: number): void {
    this.pause();
    this.game.goTo(this.inverse ? this.game.line.length - done : done);
    this.stepped(0, null);
  }

  /** Shows the position with which it began. */
  goToStart(): void {
    this.pause();
    this.rewind();
    this.stepped(0, null);
  }

  /** Plays the line the other way round, from its first position. */
  turn(): void {
    this.pause();
    this.inverse = !this.inverse;
    this.rewind();
    this.run();
    this.stepped(0, null);
  }

  /** Jumps a second. */
  setSpeed(speed: number): void {
    this.speed = speed;
  }

  /** The inverse game begins at the end; the line itself where the player asked for it. */
  private rewind(): void {
    this.game.goTo(this.inverse ? this.game.line.length : this.from.played);
  }

  /** The jump that was made or taken back; null at either end. */
  private move(by: 1 | -1): Jump | null {
    const { game } = this;
    const isForwards = (by === 1) !== this.inverse;
    const jump = game.line[isForwards ? game.played : game.played - 1] ?? null;
    if (isForwards) game.redo();
    else game.undo();
    return jump;
  }
}
