/** How pictures look that leave the page: chosen beside the buttons that give them out, and kept as a setting. */

import { PICTURE_THEMES, type Look, type PictureTheme } from '../engine/messages.ts';
import { text } from '../text.ts';
import { h } from '../view/dom.ts';
import type { Host } from '../view/host.ts';

export class PictureLook {
  readonly element: HTMLElement;
  private readonly themes = h(
    'select',
    {},
    ...PICTURE_THEMES.map((value) => h('option', { value }, text.pictures.themes[value])),
  );
  private readonly labels = h('input', { type: 'checkbox' });

  /** `showsPegs`: names are a choice only where pegs may hide them; pictures of a board always have them. */
  constructor(
    private readonly app: Host,
    showsPegs: boolean,
  ) {
    const { pictures } = text;
    this.themes.addEventListener('change', () =>
      app.changeSettings({ pictureTheme: this.themes.value as PictureTheme }),
    );
    this.labels.addEventListener('change', () => app.changeSettings({ pictureLabels: this.labels.checked }));
    this.element = h(
      'div',
      {},
      h('label', { class: 'field inline' }, pictures.theme, this.themes),
      showsPegs ? h('label', { class: 'check' }, this.labels, pictures.labels) : null,
    );
    this.refresh();
  }

  get chosen(): Look {
    const { pictureTheme, pictureLabels } = this.app.settings;
    return { theme: pictureTheme, labels: pictureLabels };
  }

  /** Another view may have changed the settings. */
  refresh(): void {
    this.themes.value = this.chosen.theme;
    this.labels.checked = this.chosen.labels;
  }
}
