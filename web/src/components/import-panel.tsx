/** Import of boards: pasted, dropped, or from a file. */

import { useEffect, useRef } from 'preact/hooks';
import type { Remark } from 'pegboard';
import type { DrawState } from '../state/draw.ts';
import { text } from '../text/text.ts';
import { Button } from './form.tsx';

export function ImportPanel({ state }: { state: DrawState }) {
  const { draw } = text;
  const area = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const { remarks } = state;
  const mark = (remark: Remark) => {
    if (remark.start !== null) area.current?.setSelectionRange(remark.start, remark.end ?? remark.start);
  };
  useEffect(() => {
    const first = remarks.find((remark) => remark.start !== null);
    if (first) mark(first);
  }, [remarks]);
  return (
    <details
      class="panel"
      open={state.isImportOpen}
      onToggle={(event) => state.openImport(event.currentTarget.open)}
    >
      <summary>{draw.import}</summary>
      <p class="note" id="import-help">
        {draw.importHelp}
      </p>
      <label for="import-text" class="visually-hidden">
        {draw.importLabel}
      </label>
      <textarea
        ref={area}
        id="import-text"
        rows={9}
        spellcheck={false}
        aria-describedby="import-help"
        value={state.importText}
        onInput={(event) => state.setImportText(event.currentTarget.value)}
        onPaste={() => setTimeout(() => void state.read(), 0)}
      />
      <div class="row">
        <Button class="primary" press={() => void state.read()}>
          {draw.read}
        </Button>
        <Button press={() => file.current?.click()}>{draw.open}</Button>
        <input
          ref={file}
          type="file"
          accept=".ron,.txt,text/plain"
          class="visually-hidden"
          tabIndex={-1}
          aria-label={draw.open}
          onChange={(event) => {
            const input = event.currentTarget;
            void state.readFile(input.files?.[0]);
            input.value = ''; // the same file can be chosen again
          }}
        />
      </div>
      <div role="alert">
        {remarks.length > 0 && (
          <ul class="remarks">
            {remarks.map((remark, index) => (
              <RemarkEntry
                key={index}
                remark={remark}
                lines={state.importText.split('\n')}
                mark={() => {
                  area.current?.focus();
                  mark(remark);
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function RemarkEntry({ remark, lines, mark }: { remark: Remark; lines: string[]; mark: () => void }) {
  const { help, line, column } = remark;
  const shown = line === null ? null : (lines[line - 1] ?? '');
  return (
    <li>
      {line !== null && (
        <Button class="small" press={mark}>
          {text.draw.place(line, column ?? 1)}
        </Button>
      )}
      {` ${text.said(remark)}`}
      {shown !== null && <pre>{`${shown}\n${' '.repeat(Math.max(0, (column ?? 1) - 1))}^`}</pre>}
      {help && <p class="note">{help}</p>}
    </li>
  );
}
