/** Panel that saves, exports and prints the displayed game. */

import { useEffect, useState } from 'preact/hooks';
import { gifFile, htmlFile, pictureFile } from '../browser/exports.ts';
import { download } from '../browser/files.ts';
import { FORMATS, SHARED, subjectOf, type Format, type Shared } from '../model/share.ts';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button, Select } from './form.tsx';
import { lookOf, PictureLook } from './picture-look.tsx';

/** Milliseconds without a change before the preview is drawn. */
const PAUSE = 250;

export function SharePanel({ page }: { page: Page }) {
  const { play, share } = text;
  const [isOpen, setOpen] = useState(false);
  const [shared, setShared] = useState<Shared>('position');
  const [chosen, setFormat] = useState<Format>('svg');
  const formats = FORMATS[shared];
  const format = formats.includes(chosen) ? chosen : 'svg';
  const make = async (): Promise<File | null> => {
    const { engine, knowledge, settings } = page;
    const { shownGame } = page.play;
    const look = lookOf(settings, true);
    const suffix = { position: '', hint: ` ${play.hint}`, moves: ` ${play.moves}` }[shared];
    const name = shownGame.facts.name + suffix;
    if (format === 'gif' || format === 'html') {
      if (shownGame.line.length === 0) {
        page.toast(play.noMoves);
        return null;
      }
      page.toast(text.pictures.making);
      return (format === 'gif' ? gifFile : htmlFile)(engine, name, shownGame, look);
    }
    const scale = shared === 'moves' ? 1 : undefined;
    return pictureFile(engine, name, subjectOf(shared, shownGame, knowledge), format, look, scale);
  };
  const out = (use: (file: File) => Promise<void> | void) => () =>
    page.act(async () => {
      const file = await make();
      if (file) await use(file);
    });
  const save = async () => {
    const { game } = page;
    const name = await page.askName(play.save, play.saveGiven(game.facts.name, game.played));
    if (name !== null) page.keep('games', name, game);
  };
  const embed = async () => {
    const address = page.linkToShare(page.play.shownGame, { embed: '' });
    const snippet = `<iframe src="${address}" width="480" height="640" title="${share.frameTitle}"></iframe>`;
    await page.copy(snippet);
  };
  const canShare = 'share' in navigator;
  return (
    <details class="panel share" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{play.share}</summary>
      <div class="row">
        <Button icon="save" press={() => page.act(save)}>
          {play.save}
        </Button>
        <Button icon="link" press={() => page.act(async () => page.copy(page.linkToShare()))}>
          {play.copyLink}
        </Button>
        <Button press={() => page.act(embed)}>{share.embed}</Button>
      </div>
      <div class="row">
        <Select
          label={share.what}
          options={Object.fromEntries(SHARED.map((each) => [each, share.kinds[each]]))}
          chosen={shared}
          choose={setShared}
        />
        <Select
          label={share.format}
          options={Object.fromEntries(formats.map((each) => [each, share.formats[each]]))}
          chosen={format}
          choose={setFormat}
        />
      </div>
      {isOpen && <Preview page={page} shared={shared} />}
      <div class="row">
        <Button icon="download" class="primary" press={out((file) => download(file.name, file))}>
          {format === 'print' ? share.print : share.download}
        </Button>
        {canShare && format !== 'print' && (
          <Button
            icon="share"
            press={out(async (file) => {
              const data = { files: [file], title: file.name };
              try {
                await navigator.share(navigator.canShare?.(data) ? data : { url: page.linkToShare() });
              } catch (error) {
                const { name } = error as Error;
                if (name === 'AbortError') return; // the player closed the sheet
                // Making the file took longer than a click allows to share.
                if (name === 'NotAllowedError') download(file.name, file);
                else throw error;
              }
            })}
          >
            {share.send}
          </Button>
        )}
      </div>
      {format === 'print' && <p class="note">{play.printHelp}</p>}
      {format === 'html' && <p class="note">{play.playableHelp}</p>}
      <details>
        <summary>{share.look}</summary>
        <PictureLook page={page} showsPegs />
      </details>
    </details>
  );
}

/** Picture of what is shared. */
function Preview({ page, shared }: { page: Page; shared: Shared }) {
  const [address, setAddress] = useState('');
  const game = page.play.shownGame;
  const look = lookOf(page.settings, true);
  const what = subjectOf(shared, game, page.knowledge);
  const about = JSON.stringify([what, look]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      void page.engine
        .drawing({ what, look })
        .then((svg) => isOver || setAddress(`data:image/svg+xml,${encodeURIComponent(svg)}`))
        .catch(() => setAddress('')); // a download shows the error
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [about]);
  return address === '' ? null : <img class="preview" src={address} alt={text.share.preview} />;
}
