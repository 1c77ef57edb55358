/** Form for the look of exported pictures, stored in the settings. */

import { PICTURE_THEMES, type Look, type PictureTheme } from '../engine/messages.ts';
import { text } from '../text.ts';
import { h } from '../view/dom.ts';
import type { Host } from '../view/host.ts';

/** Maximum width of a picture in pixels. */
const MOST_WIDTH = 20_000;
/** Initial custom peg color: that of the light theme. */
const FIRST_COLOR = '#2f5d8c';

export class PictureLook {
  readonly element: HTMLElement;
  private readonly themes = h(
    'select',
    {},
    ...PICTURE_THEMES.map((value) => h('option', { value }, text.pictures.themes[value])),
  );
  private readonly ownPegs = h('input', { type: 'checkbox' });
  private readonly pegs = h('input', { type: 'color', value: FIRST_COLOR });
  private readonly pegsField = h('label', { class: 'field inline' }, text.pictures.pegs, this.pegs);
  private readonly labels = h('input', { type: 'checkbox' });
  private readonly coordinates = h('input', { type: 'checkbox' });
  private readonly width = h('input', {
    type: 'number',
    min: 1,
    max: MOST_WIDTH,
    step: 1,
    placeholder: text.pictures.anyWidth,
  });

  /** `showsPegs`: the pictures have pegs. Pictures without pegs always have labels. */
  constructor(
    private readonly app: Host,
    private readonly showsPegs: boolean,
  ) {
    const { pictures } = text;
    this.themes.addEventListener('change', () =>
      app.changeSettings({ pictureTheme: this.themes.value as PictureTheme }),
    );
    const setPegs = () => {
      app.changeSettings({ picturePegs: this.ownPegs.checked ? this.pegs.value : null });
      this.refresh();
    };
    this.ownPegs.addEventListener('change', setPegs);
    this.pegs.addEventListener('change', setPegs);
    this.labels.addEventListener('change', () => app.changeSettings({ pictureLabels: this.labels.checked }));
    this.coordinates.addEventListener('change', () =>
      app.changeSettings({ pictureCoordinates: this.coordinates.checked }),
    );
    this.width.addEventListener('change', () => {
      const pixels = Math.min(MOST_WIDTH, Math.round(Number(this.width.value)));
      app.changeSettings({ pictureWidth: pixels >= 1 ? pixels : null });
      this.refresh();
    });
    const check = (box: HTMLElement, name: string) => h('label', { class: 'check' }, box, name);
    this.element = h(
      'div',
      {},
      h('label', { class: 'field inline' }, pictures.theme, this.themes),
      ...(showsPegs
        ? [check(this.ownPegs, pictures.ownPegs), this.pegsField, check(this.labels, pictures.labels)]
        : []),
      check(this.coordinates, pictures.coordinates),
      h('label', { class: 'field inline' }, pictures.width, this.width),
    );
    this.refresh();
  }

  get chosen(): Look {
    const { pictureTheme, picturePegs, pictureLabels, pictureCoordinates, pictureWidth } = this.app.settings;
    return {
      theme: pictureTheme,
      pegs: this.showsPegs ? picturePegs : null,
      labels: pictureLabels,
      coordinates: pictureCoordinates,
      width: pictureWidth,
    };
  }

  /** Shows the settings, which another view may have changed. */
  refresh(): void {
    const { picturePegs } = this.app.settings;
    const { theme, labels, coordinates, width } = this.chosen;
    this.themes.value = theme;
    this.ownPegs.checked = picturePegs !== null;
    this.pegsField.hidden = picturePegs === null;
    this.pegs.value = picturePegs ?? this.pegs.value;
    this.labels.checked = labels;
    this.coordinates.checked = coordinates;
    this.width.value = width === null ? '' : String(width);
  }
}
