/** Form for the look of exported pictures, stored in the settings. */

import { PICTURE_THEMES, type Look, type PictureTheme } from 'pegboard';
import type { Settings } from '../model/storage.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Check, Select } from './form.tsx';

/** Maximum width of a picture in pixels. */
const MAX_WIDTH = 20_000;
/** Initial custom peg color: that of the light theme. */
const FIRST_COLOR = '#2f5d8c';

/** Returns the look that the settings choose. Pictures without pegs have no peg color. */
export function lookOf(settings: Settings, showsPegs: boolean): Look {
  return {
    theme: settings.pictureTheme,
    pegs: showsPegs ? settings.picturePegs : null,
    labels: settings.pictureLabels,
    coordinates: settings.pictureCoordinates,
    width: settings.pictureWidth,
  };
}

export function PictureLook({ page, showsPegs }: { page: Page; showsPegs: boolean }) {
  const { settings } = page;
  const { pictures } = text;
  const setWidth = (value: string) => {
    const pixels = Math.min(MAX_WIDTH, Math.round(Number(value)));
    page.changeSettings({ pictureWidth: pixels >= 1 ? pixels : null });
  };
  const setColor = (picturePegs: string | null) => page.changeSettings({ picturePegs });
  return (
    <div>
      <Select
        label={pictures.theme}
        options={Object.fromEntries(PICTURE_THEMES.map((theme) => [theme, pictures.themes[theme]]))}
        chosen={settings.pictureTheme}
        choose={(pictureTheme: PictureTheme) => page.changeSettings({ pictureTheme })}
      />
      {showsPegs && (
        <>
          <Check
            label={pictures.ownPegs}
            checked={settings.picturePegs !== null}
            change={(own) => setColor(own ? FIRST_COLOR : null)}
          />
          {settings.picturePegs !== null && (
            <label class="field inline">
              {pictures.pegs}
              <input
                type="color"
                value={settings.picturePegs}
                onInput={(event) => setColor(event.currentTarget.value)}
              />
            </label>
          )}
          <Check
            label={pictures.labels}
            checked={settings.pictureLabels}
            change={(pictureLabels) => page.changeSettings({ pictureLabels })}
          />
        </>
      )}
      <Check
        label={pictures.coordinates}
        checked={settings.pictureCoordinates}
        change={(pictureCoordinates) => page.changeSettings({ pictureCoordinates })}
      />
      <label class="field inline">
        {pictures.width}
        <input
          type="number"
          min="1"
          max={MAX_WIDTH}
          step="1"
          placeholder={pictures.anyWidth}
          value={settings.pictureWidth ?? ''}
          onInput={(event) => setWidth(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
