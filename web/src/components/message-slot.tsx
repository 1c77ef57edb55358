/** Slot of a fixed height for the alarm, hints, questions, and the end of a game. */

import { startLink } from '../model/link.ts';
import { moves, type Game } from '../model/game.ts';
import { losingJump } from '../model/outlooks.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

export function MessageSlot({ page }: { page: Page }) {
  const { play: state, game, knowledge, settings } = page;
  const { message, playback } = state;
  const lost = settings.help === 'none' || playback ? null : losingJump(game, knowledge);
  const { isAlarm } = state;
  const isQuiet = !isAlarm && !message && !page.hasFailed && !playback && !game.isOver;
  return (
    <div class="banner" data-alarm={isAlarm ? '' : undefined}>
      {page.hasFailed && <p class="alarm">{text.failed}</p>}
      {isAlarm && (
        <>
          <p class="alarm">{text.play.alarm(state.jumpName(game.last!))}</p>
          <Button
            icon="undo"
            class="primary"
            press={() => state.undo()}
          >{`${text.play.takeBack} (u)`}</Button>
        </>
      )}
      {message && <p>{message.said}</p>}
      {message?.presses?.map(([name, press]) => (
        <Button key={name} press={press}>
          {name}
        </Button>
      ))}
      {isQuiet &&
        (game.played === 0 ? (
          <p class="note">{text.play.howToBegin}</p>
        ) : (
          <p class="note keys">{text.play.keys}</p>
        ))}
      {!playback && !message && game.isWon && <Win page={page} game={game} />}
      {!playback && !message && !game.isWon && game.isOver && !isAlarm && <Loss page={page} lost={lost} />}
    </div>
  );
}

/** Says how good a solution is, and what comes next. */
function Win({ page, game }: { page: Page; game: Game }) {
  const { play } = text;
  const { puzzles, shipped } = page;
  const link = startLink(game.problem);
  const used = moves(game.facts, game.playedJumps).length;
  const shortest = shipped.fewestMoves(game.problem);
  const proved = shortest?.moves === shortest?.atLeast ? shortest?.moves : undefined;
  const fewest = proved ?? puzzles.fewestOf(link) ?? page.play.nameOf(game.problem)?.fewestMoves ?? null;
  const next = puzzles.after(link);
  return (
    <>
      <p class="won">{play.solvedIn(used, fewest)}</p>
      {fewest !== null && used > fewest && (
        <Button icon="restart" press={() => page.play.goTo(0)}>
          {play.tryShorter}
        </Button>
      )}
      {next !== null && (
        <Button icon="forward" class="primary" press={() => page.act(() => puzzles.open(next))}>
          {play.nextPuzzle}
        </Button>
      )}
      {next === null && <Button press={() => page.show('boards')}>{play.otherBoard}</Button>}
    </>
  );
}

/** Says where a game was lost, and offers the way back. */
function Loss({ page, lost }: { page: Page; lost: number | null }) {
  const { play } = text;
  const { game } = page;
  if (page.settings.help !== 'none' && lost !== null)
    return (
      <>
        <p>{play.hintLost(`${lost + 1}. ${page.play.jumpName(game.line[lost]!)}`)}</p>
        <Button icon="undo" class="primary" press={() => page.play.goTo(lost)}>
          {play.goBack}
        </Button>
      </>
    );
  return (
    <>
      <p>{play.noJump}</p>
      <Button icon="restart" class="primary" press={() => page.play.goTo(0)}>
        {play.again}
      </Button>
    </>
  );
}
