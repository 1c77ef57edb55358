/** Panel that generates a puzzle from difficulty, number and options. */

import type { Difficulty, Puzzle } from '../engine/messages.ts';
import { Cancelled } from '../engine/lane.ts';
import { Game, problemOf, type Board } from '../model/game.ts';
import { text } from '../text.ts';
import { button, h } from '../view/dom.ts';
import type { Host } from '../view/host.ts';

/** Time limit for a puzzle in seconds. Most take tenths of a second. */
const LIMIT = 20;
/** Largest puzzle number. */
const MOST = 999_999;

export class PuzzlePanel {
  readonly element: HTMLElement;
  private readonly difficulty = h(
    'select',
    {},
    ...Object.entries(text.problems.difficulties).map(([value, name]) => h('option', { value }, name)),
  );
  private readonly seed = h('input', { type: 'number', min: 0, max: MOST, step: 1 });
  private readonly symmetric = h('input', { type: 'checkbox' });
  private readonly uniqueFirstJump = h('input', { type: 'checkbox' });
  private readonly said = h('p', { role: 'status' });

  constructor(
    private readonly app: Host,
    private readonly open: (game: Game) => void,
  ) {
    const { problems } = text;
    this.difficulty.value = 'medium' satisfies Difficulty;
    this.seed.value = String(Math.floor(Math.random() * MOST));
    this.element = h(
      'details',
      { class: 'panel' },
      h('summary', {}, problems.puzzle),
      h('p', { class: 'note' }, problems.puzzleExplain),
      h('label', { class: 'field inline' }, problems.difficulty, this.difficulty),
      h('label', { class: 'field inline' }, problems.seed, this.seed),
      h('label', { class: 'check' }, this.symmetric, problems.symmetric),
      h('label', { class: 'check' }, this.uniqueFirstJump, problems.uniqueFirstJump),
      h(
        'div',
        { class: 'row' },
        button(problems.makePuzzle, () => void this.make(), { class: 'primary' }),
      ),
      this.said,
    );
  }

  private async make(): Promise<void> {
    const { app } = this;
    const { board } = app.game.problem;
    const seed = Math.min(MOST, Math.max(0, Math.round(Number(this.seed.value)) || 0));
    this.said.textContent = text.play.thinking;
    try {
      const made = await app.engine.search.ask({
        ask: 'puzzle',
        board: board.facts.file,
        wanted: {
          difficulty: this.difficulty.value as Difficulty,
          seed,
          symmetric: this.symmetric.checked,
          uniqueFirstJump: this.uniqueFirstJump.checked,
        },
        allowed: { seconds: LIMIT },
      });
      this.said.textContent = '';
      this.seed.value = String(seed === MOST ? 0 : seed + 1); // the next press makes a new puzzle
      if (app.game.problem.board === board && app.shownView === 'problems') this.play(board, made);
    } catch (error) {
      this.said.textContent = error instanceof Cancelled || !(error instanceof Error) ? '' : error.message;
    }
  }

  private play(board: Board, made: Puzzle): void {
    const { difficulties, puzzleMade } = text.problems;
    this.open(new Game(problemOf(board, made.problem)));
    const chance = text.play.oneIn(made.chance);
    this.app.shell.toast(puzzleMade(difficulties[made.difficulty], made.jumps, chance));
  }
}
