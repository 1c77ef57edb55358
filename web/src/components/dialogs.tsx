/** Dialogs: a question, a name, the rules, the settings. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { MATERIALS, NAME_PLACES, PEG_COLORS, type Theme } from '../model/storage.ts';
import type { Dialog, Page } from '../state/page.ts';
import { LANGUAGES, text, type Language } from '../text/text.ts';
import { Button, Check, Select } from './form.tsx';
import { RulePictures } from './rules.tsx';

export function ShownDialog({ page }: { page: Page }) {
  const { dialog } = page;
  if (!dialog) return null;
  const content = contentOf(page, dialog);
  return (
    <Modal key={dialog.kind} cancel={() => page.cancelDialog()} title={content.title}>
      {content.body}
    </Modal>
  );
}

interface Content {
  title: string;
  body: ComponentChildren;
}

function contentOf(page: Page, dialog: Dialog): Content {
  const close = () => page.closeDialog();
  switch (dialog.kind) {
    case 'ask': {
      const { question, detail, yes, no, answer } = dialog;
      const body = (
        <>
          <p>{detail}</p>
          <div class="row">
            <Button class="primary" press={() => answer(true)}>
              {yes}
            </Button>
            <Button press={() => answer(false)}>{no}</Button>
          </div>
        </>
      );
      return { title: question, body };
    }
    case 'name': {
      const { question, given, answer } = dialog;
      return {
        title: question,
        body: <NameForm question={question} given={given} answer={answer} />,
      };
    }
    case 'rules':
      return {
        title: text.rules.title,
        body: (
          <>
            <RulePictures />
            <CloseButton close={close} />
          </>
        ),
      };
    case 'settings':
      return {
        title: text.play.settings,
        body: (
          <>
            <SettingsForm page={page} />
            <CloseButton close={close} />
          </>
        ),
      };
  }
}

function CloseButton({ close }: { close: () => void }) {
  return (
    <div class="row">
      <Button class="primary" press={close}>
        {text.close}
      </Button>
    </div>
  );
}

function Modal({
  title,
  children,
  cancel,
}: {
  title: string;
  children: ComponentChildren;
  cancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      const canHaveFocus = before instanceof HTMLElement || before instanceof SVGElement;
      if (canHaveFocus && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <h2 id="question">{title}</h2>
      {children}
    </dialog>
  );
}

function NameForm({
  question,
  given,
  answer,
}: {
  question: string;
  given: string;
  answer: (name: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        answer(input.current?.value ?? given);
      }}
    >
      <label for="asked-name" class="field">
        {text.play.saveName}
        <input ref={input} type="text" id="asked-name" maxLength={80} defaultValue={given} />
      </label>
      <div class="row">
        <button type="submit" class="primary">
          {question}
        </button>
        <Button press={() => answer(null)}>{text.cancel}</Button>
      </div>
    </form>
  );
}

function named<T extends string>(values: readonly T[], names: Record<T, string>): Record<T, string> {
  return Object.fromEntries(values.map((value) => [value, names[value]])) as Record<T, string>;
}

function SettingsForm({ page }: { page: Page }) {
  const { settings } = page;
  const { play, look } = text;
  return (
    <div class="settings">
      <Select
        label={play.theme}
        options={play.themes}
        chosen={settings.theme}
        choose={(theme: Theme) => page.changeSettings({ theme })}
      />
      <Select
        label={look.material}
        options={named(MATERIALS, look.materials)}
        chosen={settings.material}
        choose={(material) => page.changeSettings({ material })}
      />
      <Select
        label={look.pegs}
        options={named(PEG_COLORS, look.pegColors)}
        chosen={settings.pegColor}
        choose={(pegColor) => page.changeSettings({ pegColor })}
      />
      <Select
        label={look.names}
        options={named(NAME_PLACES, look.namePlaces)}
        chosen={settings.names}
        choose={(names) => page.changeSettings({ names })}
      />
      <Select
        label={look.language}
        options={{ auto: look.browserLanguage, ...LANGUAGES }}
        chosen={settings.language ?? 'auto'}
        choose={(language: Language | 'auto') =>
          page.act(() => page.changeLanguage(language === 'auto' ? null : language))
        }
      />
      <Check
        label={look.oneClick}
        checked={settings.oneClick}
        change={(oneClick) => page.changeSettings({ oneClick })}
      />
      <Check
        label={look.letterKeys}
        checked={settings.letterKeys}
        change={(letterKeys) => page.changeSettings({ letterKeys })}
      />
      <Check label={play.sound} checked={settings.sound} change={(sound) => page.changeSettings({ sound })} />
      <Check
        label={text.tour.show}
        checked={settings.tour}
        change={(tour) => page.changeSettings({ tour })}
      />
    </div>
  );
}
