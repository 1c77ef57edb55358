/** State of the game in one line: pegs, outlook, and what limits the knowledge of it. */

import { pegCount, type Game } from '../model/game.ts';
import { outlookAfter } from '../model/outlooks.ts';
import type { Page } from '../state/page.ts';
import { LONGER } from '../state/play.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';
import { ProgressBar } from './signs.tsx';

export function GameStatus({ page }: { page: Page }) {
  const game = page.play.shownGame;
  return (
    <div class="status">
      <strong>{text.pegs(pegCount(game.pegs))}</strong>
      <Standing page={page} game={game} />
      {page.settings.help !== 'none' && !page.hasFailed && <Preparation page={page} />}
    </div>
  );
}

function Standing({ page, game }: { page: Page; game: Game }) {
  const { play: state, knowledge, settings } = page;
  const { play } = text;
  const { playback } = state;
  if (playback?.isInverse) return playback.isOver ? <span class="won">{play.inverseDone}</span> : null;
  if (game.isWon) return playback ? <span>{play.lineDone}</span> : <span class="won">{play.won}</span>;
  if (game.isOver) return <span>{play.over(pegCount(game.pegs))}</span>;
  if (settings.help === 'none' || playback || page.hasFailed) return null;
  const outlook = knowledge.outlook(game.pegs);
  const neverWinning = outlookAfter(game, knowledge, 0) === 'losing';
  const long = knowledge.longSearch(game.pegs);
  const isThinking = knowledge.isAsking(game.pegs) || knowledge.stage.kind === 'making';
  const said = {
    winning: play.winning,
    losing: neverWinning ? play.neverWinning : play.losing,
    unknown: isThinking ? play.thinking : play.unknown,
  };
  return (
    <>
      <span class={`outlook ${outlook}`}>{said[outlook]}</span>
      {long && <ProgressBar done={long.done} label={play.thinking} />}
      {outlook === 'unknown' && !isThinking && (
        <Button class="small" press={() => state.searchLonger()}>
          {play.longer(LONGER)}
        </Button>
      )}
    </>
  );
}

/** Progress of the bitmap of all positions, or the reason why there is none. */
function Preparation({ page }: { page: Page }) {
  const { knowledge, engine } = page;
  const { stage, bytes } = knowledge;
  if (stage.kind === 'making' && (bytes ?? 0) > 2 ** 24) {
    const share = stage.done === null ? '' : `${Math.floor(100 * stage.done)} %`;
    const label = text.play.preparing(share, Math.ceil((bytes ?? 0) / 2 ** 20));
    return (
      <span class="making">
        <ProgressBar done={stage.done} label={label} />
        {label}
      </span>
    );
  }
  if (stage.kind !== 'searching') return null;
  return <span class="note">{text.play.tooLarge(stage.needed, engine.lanes.memory.mostBitmap)}</span>;
}
