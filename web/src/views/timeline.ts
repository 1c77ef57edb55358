/**
 * Timeline of a game: for every jump so far, the number of possible and winning jumps. It is a slider with one tab stop,
 * large enough for touch.
 */

import type { Outlook } from '../engine/messages.ts';
import { possibleJumps, type Game } from '../model/game.ts';
import type { Knowledge } from '../model/knowledge.ts';
import { text } from '../text.ts';
import { h, replace, s, set } from '../view/dom.ts';

/** Returns the outlook after this many jumps: that of the position, or of the jump that led there. */
export function outlookAfter(game: Game, knowledge: Knowledge, played: number): Outlook {
  const own = knowledge.of(game.after(played));
  if (own && own.outlook !== 'unknown') return own.outlook;
  if (played === 0) return 'unknown';
  return knowledge.jump(game.after(played - 1), game.line[played - 1]!).outlook;
}

/** Returns the index of the jump that lost the win, if known. */
export function losingJump(game: Game, knowledge: Knowledge): number | null {
  for (let played = game.played; played > 0; played--) {
    const [before, after] = [played - 1, played].map((count) => outlookAfter(game, knowledge, count));
    if (before === 'winning') return after === 'losing' ? played - 1 : null;
  }
  return null;
}

interface Step {
  possible: number;
  /** Number of winning jumps; null if an outlook is unknown. */
  winning: number | null;
}

const HEIGHT = 46;
const STEP = 10;

export class Timeline {
  readonly element: HTMLElement;
  private readonly slider: HTMLElement;
  private readonly note = h('p', { class: 'note' });
  private game: Game | null = null;

  constructor(private readonly goTo: (played: number) => void) {
    this.slider = h('div', {
      class: 'timeline',
      role: 'slider',
      tabindex: 0,
      'aria-label': text.play.timeline,
      'aria-valuemin': 0,
    });
    this.element = h('div', { class: 'timeline-place' }, this.slider, this.note);
    this.slider.addEventListener('keydown', (event) => this.key(event));
    const point = (event: PointerEvent) => {
      const { game } = this;
      if (!game || event.buttons !== 1) return;
      const box = this.slider.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const played = Math.max(0, Math.min(game.line.length, Math.round(share * steps(game))));
      if (played !== game.played) this.goTo(played);
    };
    this.slider.addEventListener('pointerdown', (event) => {
      this.slider.setPointerCapture(event.pointerId);
      point(event);
    });
    this.slider.addEventListener('pointermove', point);
  }

  draw(game: Game, knowledge: Knowledge | null): void {
    this.game = game;
    const all = steps(game);
    const known = game.line.map((_, index): Step => {
      const pegs = game.after(index);
      const outlooks = knowledge?.of(pegs)?.jumps;
      const decided = outlooks?.every((jump) => jump.outlook !== 'unknown');
      return {
        possible: possibleJumps(game.facts, pegs).length,
        winning: outlooks && decided ? outlooks.filter((jump) => jump.outlook === 'winning').length : null,
      };
    });
    const lost = knowledge ? losingJump(game, knowledge) : null;
    const most = Math.max(4, ...known.map((step) => step.possible));
    const bar = (count: number) => ((HEIGHT - 8) * count) / most;
    const bars = known.flatMap(({ possible, winning }, index) => {
      const x = index * STEP + 1.5;
      const undone = index >= game.played ? ' undone' : '';
      const rect = (name: string, count: number) =>
        s('rect', {
          class: name + undone,
          x,
          y: HEIGHT - 4 - bar(count),
          width: STEP - 3,
          height: bar(count),
          rx: 1,
        });
      return [
        rect(`possible${winning === null && knowledge ? ' open' : ''}`, possible),
        winning === null ? null : rect('winning', winning),
        index === lost ? lostMark(x + (STEP - 3) / 2) : null,
      ];
    });
    const here = game.played * STEP;
    const width = all * STEP;
    const picture = s(
      'svg',
      { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      s('line', { class: 'ground', x1: 0, x2: width, y1: HEIGHT - 3.5, y2: HEIGHT - 3.5 }),
      ...bars,
      s('line', { class: 'here', x1: here, x2: here, y1: 0, y2: HEIGHT }),
    );
    replace(this.slider, picture);
    set(this.slider, 'aria-valuemax', game.line.length);
    set(this.slider, 'aria-valuenow', game.played);
    const said = this.said(game, known, lost);
    set(this.slider, 'aria-valuetext', said);
    this.note.textContent =
      game.played > 0 && knowledge ? said : knowledge ? text.play.timelineHelp : text.play.timelineHidden;
  }

  private said(game: Game, known: Step[], lost: number | null): string {
    if (game.played === 0) return text.play.start;
    const index = game.played - 1;
    const { possible, winning } = known[index]!;
    const [from, , to] = game.facts.jumps[game.line[index]!]!;
    const jump = `${game.facts.labels[from]}-${game.facts.labels[to]}`;
    const step = text.play.timelineStep(game.played, jump, possible, winning);
    return index === lost ? `${step}; ${text.play.timelineLost}` : step;
  }

  private key(event: KeyboardEvent): void {
    const { game } = this;
    if (!game) return;
    const to = {
      ArrowLeft: game.played - 1,
      ArrowDown: game.played - 1,
      ArrowRight: game.played + 1,
      ArrowUp: game.played + 1,
      PageDown: game.played - 5,
      PageUp: game.played + 5,
      Home: 0,
      End: game.line.length,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.goTo(Math.max(0, Math.min(to, game.line.length)));
  }
}

/** Returns the number of jumps of a complete game, which fixes the scale of the timeline. */
function steps(game: Game): number {
  const pegs = [...game.problem.start].filter((digit) => digit === '1').length;
  return Math.max(1, pegs - 1, game.line.length);
}

function lostMark(x: number): SVGPathElement {
  return s('path', { class: 'lost', d: `M${x - 3} 1l6 6m0 -6l-6 6` });
}
