/** Exports of a drawn board. */

import { useState } from 'preact/hooks';
import { pictureFile } from '../browser/exports.ts';
import { download, downloadText, fileName } from '../browser/files.ts';
import type { Facts } from 'pegboard';
import type { Page } from '../state/page.ts';
import { text } from '../text/text.ts';
import { Button, Select } from './form.tsx';
import { lookOf, PictureLook } from './picture-look.tsx';

type Format = 'ron' | 'text' | 'svg' | 'png' | 'print';
const FORMATS: Format[] = ['ron', 'text', 'svg', 'png', 'print'];

export function ExportPanel({ page }: { page: Page }) {
  const { draw, share } = text;
  const [format, setFormat] = useState<Format>('ron');
  const withRows = ({ rows }: Facts, use: (rows: string) => Promise<void> | void) =>
    rows ? use(rows.join('\n')) : page.toast(draw.noPicture);
  const make = async (facts: Facts) => {
    if (format === 'ron') return downloadText(fileName(facts.name, 'ron'), facts.ron);
    if (format === 'text')
      return withRows(facts, (rows) => downloadText(fileName(facts.name, 'txt'), `${rows}\n`));
    const look = lookOf(page.settings, false);
    const file = await pictureFile(page.engine, facts.name, { board: facts.file }, format, look);
    if (file) download(file.name, file);
  };
  const names: Record<Format, string> = {
    ron: draw.ron,
    text: draw.picture,
    svg: draw.svg,
    png: draw.png,
    print: draw.print,
  };
  return (
    <details class="panel">
      <summary>{draw.export}</summary>
      <div class="row">
        <Button press={() => page.draw.export((facts) => page.copy(facts.ron))}>{draw.copyRon}</Button>
        <Button press={() => page.draw.export((facts) => withRows(facts, (rows) => page.copy(rows)))}>
          {draw.copyPicture}
        </Button>
      </div>
      <div class="row">
        <Select
          label={share.format}
          options={Object.fromEntries(FORMATS.map((each) => [each, names[each]]))}
          chosen={format}
          choose={setFormat}
        />
        <Button icon="download" class="primary" press={() => page.draw.export(make)}>
          {format === 'print' ? share.print : share.download}
        </Button>
      </div>
      {format !== 'ron' && format !== 'text' && <PictureLook page={page} showsPegs={false} />}
    </details>
  );
}
