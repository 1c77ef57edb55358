/** Playing view: the board, what is known about the game, the controls and the panels. */

import type { Outlook } from 'pegboard';
import type { Jump } from '../model/game.ts';
import { inverseQuestionOf, questionOf } from '../model/question.ts';
import type { Page } from '../state/page.ts';
import { BoardFrame } from './board-frame.tsx';
import { PlaybackControls, PlayControls } from './controls.tsx';
import { GameStatus } from './game-status.tsx';
import { MessageSlot } from './message-slot.tsx';
import { MovesPanel } from './move-list.tsx';
import { HelpPanel, JumpList, NumbersPanel } from './play-panels.tsx';
import { SharePanel } from './share-panel.tsx';
import { Timeline } from './timeline.tsx';
import { Tour } from './tour.tsx';

export function PlayView({ page }: { page: Page }) {
  const { play: state, settings, knowledge } = page;
  const { playback } = state;
  const numbers = state.numbers;
  return (
    <>
      <div class="stage">
        <Title page={page} />
        <BoardFrame
          id="board"
          reveal={
            state.hint && {
              selector: '.arrow',
              key: `${page.game.played} ${state.hint.from} ${state.hint.to}`,
            }
          }
        >
          <ShownBoard page={page} />
        </BoardFrame>
      </div>
      <div class="side">
        <div class="desk">
          <GameStatus page={page} />
          <MessageSlot page={page} />
          {playback ? <PlaybackControls page={page} playback={playback} /> : <PlayControls page={page} />}
          {!playback?.isInverse && ( // a timeline shows jumps that remove a peg
            <Timeline
              game={state.shownGame}
              knowledge={settings.help === 'none' && !playback ? null : knowledge}
              goTo={(played) => state.goTo(played)}
            />
          )}
        </div>
        {!page.isEmbedded && (
          <>
            <Tour page={page} />
            <HelpPanel page={page} />
            {settings.help === 'all' && !playback && <JumpList page={page} numbers={numbers} />}
            <MovesPanel page={page} />
            <NumbersPanel page={page} numbers={numbers} />
            <SharePanel page={page} />
          </>
        )}
      </div>
    </>
  );
}

function Title({ page }: { page: Page }) {
  const { playback, shownGame } = page.play;
  const { facts, problem } = shownGame;
  const named = page.play.nameOf(problem);
  return (
    <div class="title">
      <h2 title={facts.name}>{facts.name}</h2>
      {named && (
        <p class="problem-name" title={named.source}>
          {named.name}
        </p>
      )}
      <p class="question">
        {playback?.isInverse ? inverseQuestionOf(problem, playback.first) : questionOf(problem)}
      </p>
    </div>
  );
}

function ShownBoard({ page }: { page: Page }) {
  const { play: state, settings, knowledge } = page;
  const { playback, shownGame } = state;
  const outlookOf = (jump: Jump): Outlook | null =>
    settings.help === 'all' && !playback ? knowledge.jump(shownGame.pegs, jump).outlook : null;
  return (
    <peg-board
      shown={{
        facts: shownGame.facts,
        pegs: shownGame.pegs,
        goal: playback?.isInverse ? null : shownGame.problem.goal,
        last: playback ? playback.last : shownGame.last,
        isPlayable: !playback,
        outlookOf,
        hint: state.hint,
        motion: state.motion,
        names: settings.names,
        oneClick: settings.oneClick,
        jump: (jump, animated) => state.jump(jump, animated),
        choose: (jumps) => state.choose(jumps),
        say: (message) => page.say(message),
      }}
    />
  );
}
