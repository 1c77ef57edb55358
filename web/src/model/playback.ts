/** A line that is played before the player's eyes, beside the game, which stays as it is. */

import { Game, type Jump } from './game.ts';

export class Playback {
  readonly game: Game;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    from: Game,
    jumps: Jump[],
    private speed: number,
    private readonly stepped: (by: number) => void,
  ) {
    this.game = from.copy();
    for (const jump of jumps) this.game.play(jump);
    this.game.goTo(from.played);
  }

  get isRunning(): boolean {
    return this.timer !== null;
  }

  run(): void {
    if (this.game.played === this.game.line.length) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.game.redo();
      if (this.game.played < this.game.line.length) this.run();
      this.stepped(1);
    }, 1000 / this.speed);
  }

  pause(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  step(by: 1 | -1): void {
    this.pause();
    if (by === 1) this.game.redo();
    else this.game.undo();
    this.stepped(by);
  }

  goTo(played: number): void {
    this.pause();
    this.game.goTo(played);
    this.stepped(0);
  }

  /** Moves a second. */
  setSpeed(speed: number): void {
    this.speed = speed;
  }
}
