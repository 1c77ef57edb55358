/**
 * Timeline of a game: for every jump so far, the number of possible and winning jumps. It is a slider with one tab stop,
 * large enough for touch.
 */

import { useRef } from 'preact/hooks';
import { jumpName, pegCount, possibleJumps, type Game } from '../model/game.ts';
import type { Knowledge } from '../model/knowledge.ts';
import { losingJump } from '../model/outlooks.ts';
import { text } from '../text/text.ts';

interface Step {
  possible: number;
  /** Number of winning jumps; null if an outlook is unknown. */
  winning: number | null;
}

const HEIGHT = 46;
const STEP = 10;
const DRAG_FROM = 6; // pixels

export function Timeline({
  game,
  knowledge,
  goTo,
}: {
  game: Game;
  /** Outlooks; null hides them. */
  knowledge: Knowledge | null;
  goTo: (played: number) => void;
}) {
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
  const said = saidOf(game, known, lost);
  const note =
    game.played > 0 && knowledge ? said : knowledge ? text.play.timelineHelp : text.play.timelineHidden;

  /** Start of a touch that may still become a scroll of the page. */
  const touched = useRef<{ x: number; y: number } | null>(null);
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const played = Math.max(0, Math.min(game.line.length, Math.round(share * all)));
    if (played !== game.played) goTo(played);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (event.pointerType === 'mouse') point(event);
    else touched.current = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    if (touched.current) {
      const { x, y } = touched.current;
      const aside = Math.abs(event.clientX - x);
      if (aside < DRAG_FROM || aside < Math.abs(event.clientY - y)) return;
      touched.current = null;
    }
    point(event);
  };
  const up = (event: PointerEvent) => {
    if (touched.current) point(event);
    touched.current = null;
  };
  const key = (event: KeyboardEvent) => {
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
    goTo(Math.max(0, Math.min(to, game.line.length)));
  };
  return (
    <div class="timeline-place">
      <div
        class="timeline"
        role="slider"
        tabIndex={0}
        aria-label={text.play.timeline}
        aria-valuemin={0}
        aria-valuemax={game.line.length}
        aria-valuenow={game.played}
        aria-valuetext={said}
        onKeyDown={key}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => (touched.current = null)}
      >
        <Bars game={game} known={known} lost={lost} all={all} isKnown={knowledge !== null} />
      </div>
      <p class="note">{note}</p>
    </div>
  );
}

function Bars({
  game,
  known,
  lost,
  all,
  isKnown,
}: {
  game: Game;
  known: Step[];
  lost: number | null;
  all: number;
  isKnown: boolean;
}) {
  const most = Math.max(4, ...known.map((step) => step.possible));
  const [here, width] = [game.played * STEP, all * STEP];
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line class="ground" x1="0" x2={width} y1={HEIGHT - 3.5} y2={HEIGHT - 3.5} />
      {known.map(({ possible, winning }, index) => {
        const x = index * STEP + 1.5;
        const undone = index >= game.played ? ' undone' : '';
        const bar = (name: string, count: number) => {
          const height = ((HEIGHT - 8) * count) / most;
          return (
            <rect
              class={name + undone}
              x={x}
              y={HEIGHT - 4 - height}
              width={STEP - 3}
              height={height}
              rx="1"
            />
          );
        };
        const middle = x + (STEP - 3) / 2;
        return (
          <g key={index}>
            {bar(`possible${winning === null && isKnown ? ' open' : ''}`, possible)}
            {winning !== null && bar('winning', winning)}
            {index === lost && <path class="lost" d={`M${middle - 3} 1l6 6m0 -6l-6 6`} />}
          </g>
        );
      })}
      <line class="here" x1={here} x2={here} y1="0" y2={HEIGHT} />
    </svg>
  );
}

function saidOf(game: Game, known: Step[], lost: number | null): string {
  if (game.played === 0) return text.play.start;
  const index = game.played - 1;
  const { possible, winning } = known[index]!;
  const jump = jumpName(game.facts, game.line[index]!);
  const step = text.play.timelineStep(game.played, jump, possible, winning);
  return index === lost ? `${step}; ${text.play.timelineLost}` : step;
}

/** Returns the number of jumps of a complete game, which fixes the scale of the timeline. */
function steps(game: Game): number {
  return Math.max(1, pegCount(game.problem.start) - 1, game.line.length);
}
