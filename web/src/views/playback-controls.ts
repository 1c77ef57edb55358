/** Playback controls, created once for each line so that a pressed button keeps the focus. */

import type { Playback } from '../model/playback.ts';
import { text } from '../text.ts';
import { button, h, set } from '../view/dom.ts';
import type { Host } from '../view/host.ts';

/** Actions beyond stepping through the line. */
interface Actions {
  toggle: () => void;
  turn: () => void;
  adopt: () => void;
  stop: () => void;
}

export class PlaybackControls {
  readonly elements: HTMLElement[];
  private readonly toggle: HTMLButtonElement;
  private readonly inverse: HTMLButtonElement;
  private readonly adopt: HTMLButtonElement;

  constructor(
    app: Host,
    private readonly playback: Playback,
    actions: Actions,
  ) {
    const { play } = text;
    this.toggle = button('', actions.toggle, { class: 'primary' });
    this.inverse = button(play.inverse, actions.turn);
    this.adopt = button(play.adopt, actions.adopt);
    const speed = h('input', { type: 'range', min: 0.5, max: 6, step: 0.5, 'aria-label': play.speed });
    speed.value = String(app.settings.speed);
    speed.addEventListener('input', () => {
      playback.setSpeed(Number(speed.value));
      app.changeSettings({ speed: Number(speed.value) });
    });
    this.elements = [
      button('|◀', () => playback.goToStart(), { 'aria-label': play.first }),
      button('◀', () => playback.step(-1), { 'aria-label': play.back }),
      this.toggle,
      button('▶', () => playback.step(1), { 'aria-label': play.forward }),
      h('label', { class: 'speed' }, play.speed, speed),
      this.inverse,
      this.adopt,
      button(play.stop, actions.stop),
    ];
    this.update();
  }

  update(): void {
    const { isRunning, isInverse } = this.playback;
    this.toggle.textContent = isRunning ? text.play.pause : text.play.resume;
    set(this.inverse, 'aria-pressed', String(isInverse));
    this.adopt.hidden = isInverse; // no game leads to its positions
  }
}
