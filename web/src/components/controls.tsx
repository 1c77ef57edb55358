/** Buttons under the board: those of a game, and those of a playback. */

import type { Playback } from '../model/playback.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

export function PlayControls({ page }: { page: Page }) {
  const { game, play: state } = page;
  const { play } = text;
  const { letterKeys } = page.settings;
  const keys = (...names: string[]) =>
    names.filter((name) => letterKeys || name.length > 1).join(' ') || undefined;
  return (
    <div class="controls" data-kind="play" key="play">
      <div class="group">
        <Button
          icon="undo"
          off={game.played === 0}
          aria-keyshortcuts={keys('u', 'Control+z')}
          press={() => state.undo()}
        >
          {play.undo}
        </Button>
        <Button
          icon="redo"
          off={game.played === game.line.length}
          aria-keyshortcuts={keys('r', 'Control+y')}
          press={() => state.redo()}
        >
          {play.redo}
        </Button>
        <Button icon="restart" off={game.played === 0} press={() => state.goTo(0)}>
          {play.restart}
        </Button>
      </div>
      <div class="group">
        <Button
          icon="hint"
          class="primary"
          off={game.isOver}
          aria-keyshortcuts={keys('h')}
          press={() => state.showHint()}
        >
          {play.hint}
        </Button>
        <Button icon="solution" off={game.isOver} press={() => void state.showSolution()}>
          {play.solution}
        </Button>
      </div>
    </div>
  );
}

export function PlaybackControls({ page, playback }: { page: Page; playback: Playback }) {
  const { play: state } = page;
  const { play } = text;
  const { isRunning, isInverse } = playback;
  return (
    <div class="controls" data-kind="playback" key="playback">
      <div class="group">
        <Button icon="first" aria-label={play.first} press={() => playback.goToStart()} />
        <Button icon="back" aria-label={play.back} press={() => playback.step(-1)} />
        <Button icon={isRunning ? 'pause' : 'play'} class="primary" press={() => state.toggle()}>
          {isRunning ? play.pause : play.resume}
        </Button>
        <Button icon="forward" aria-label={play.forward} press={() => playback.step(1)} />
      </div>
      <label class="speed">
        {play.speed}
        <input
          type="range"
          min="0.5"
          max="6"
          step="0.5"
          aria-label={play.speed}
          value={page.settings.speed}
          onInput={(event) => {
            const speed = Number(event.currentTarget.value);
            playback.setSpeed(speed);
            page.changeSettings({ speed });
          }}
        />
      </label>
      <div class="group">
        <Button icon="turn" aria-pressed={isInverse ? 'true' : 'false'} press={() => state.turn()}>
          {play.inverse}
        </Button>
        {!isInverse && <Button press={() => state.adopt()}>{play.adopt}</Button>}
        <Button icon="close" press={() => state.stopPlayback()}>
          {play.stop}
        </Button>
      </div>
    </div>
  );
}
