/** Frame around the views: screen reader announcements, toasts and dialogs. */

import { text } from '../text.ts';
import { button, h } from './dom.ts';

export class Shell {
  readonly live = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  readonly alarms = h('div', { class: 'visually-hidden', role: 'alert' });
  readonly toasts = h('div', { class: 'toasts', 'aria-hidden': 'true' });
  private readonly dialogs = h('div', {});

  get elements(): Node[] {
    return [this.live, this.alarms, this.toasts, this.dialogs];
  }

  /** Announces a text to screen readers. */
  say(message: string): void {
    // A trailing space makes a repeated text a change, which screen readers announce again.
    this.live.textContent = this.live.textContent === message ? `${message} ` : message;
  }

  alarm(message: string): void {
    this.alarms.textContent = this.alarms.textContent === message ? `${message} ` : message;
  }

  /** Shows and announces a short message. */
  toast(message: string): void {
    this.say(message);
    const shown = h('p', {}, message);
    this.toasts.append(shown);
    setTimeout(() => shown.remove(), 3500);
  }

  /** Asks for confirmation. */
  ask(question: string, detail: string, yes: string, no: string): Promise<boolean> {
    return new Promise((resolve) => {
      const dialog = h('dialog', { 'aria-labelledby': 'question' });
      const answer = (value: boolean) => () => {
        dialog.close();
        dialog.remove();
        resolve(value);
      };
      dialog.append(
        h('h2', { id: 'question' }, question),
        h('p', {}, detail),
        h(
          'div',
          { class: 'row' },
          button(yes, answer(true), { class: 'primary' }),
          button(no, answer(false)),
        ),
      );
      dialog.addEventListener('cancel', answer(false));
      this.open(dialog);
    });
  }

  /** Asks for a name. */
  askName(question: string, given: string): Promise<string | null> {
    return new Promise((resolve) => {
      const dialog = h('dialog', { 'aria-labelledby': 'question' });
      const input = h('input', { type: 'text', id: 'asked-name', maxlength: 80 });
      input.value = given;
      const answer = (value: string | null) => () => {
        dialog.close();
        dialog.remove();
        resolve(value === null ? null : input.value.trim() || given);
      };
      const form = h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'question' }, question),
        h('label', { for: 'asked-name', class: 'field' }, text.play.saveName, input),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'submit', class: 'primary' }, question),
          button(text.cancel, answer(null)),
        ),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        answer('')();
      });
      dialog.addEventListener('cancel', answer(null));
      dialog.append(form);
      this.open(dialog);
      input.select();
    });
  }

  private open(dialog: HTMLDialogElement): void {
    this.dialogs.append(dialog);
    dialog.showModal();
  }
}
