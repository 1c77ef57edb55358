/** Keeps the focus in the page when the focused element disappears: it moves to what is left around it. */

import { Component, type ComponentChildren, type VNode } from 'preact';

const FOCUSABLE = 'button, summary, input:not([type=file]), select, textarea, [tabindex="0"]';

export class FocusKeeper extends Component<{ children: ComponentChildren }> {
  private focused: Element[] = [];
  private readonly remember = (event: FocusEvent) => {
    this.focused = [];
    for (let each = event.target as Element | null; each; each = each.parentElement) this.focused.push(each);
  };

  override componentDidMount(): void {
    document.addEventListener('focusin', this.remember);
  }

  override componentWillUnmount(): void {
    document.removeEventListener('focusin', this.remember);
  }

  override componentDidUpdate(): void {
    const [lost] = this.focused;
    if (!lost || isReachable(lost) || document.querySelector('dialog[open]')) return;
    const active = document.activeElement;
    if (active && active !== document.body && active !== lost && isReachable(active)) return;
    const around = this.focused.find((each) => isReachable(each) && firstIn(each) !== null);
    this.focused = [];
    if (around) firstIn(around)?.focus();
  }

  override render(): VNode {
    return <>{this.props.children}</>;
  }
}

/** Focuses the hole at which the board in a view has its tab stop. */
export function focusBoard(view: Element | null): void {
  if (view) holeIn(view)?.focus();
}

function isReachable(element: Element): boolean {
  return element.isConnected && element.closest('[hidden]') === null;
}

function holeIn(element: Element): HTMLElement | SVGElement | null {
  const places: ParentNode[] = [
    element,
    ...[...element.querySelectorAll('peg-board')].map((board) => board.shadowRoot!),
  ];
  for (const place of places) {
    const holes = place.querySelectorAll<SVGElement>('[data-hole][tabindex="0"]');
    const shown = [...holes].find(isShown);
    if (shown) return shown;
  }
  return null;
}

/** Returns the board in an element that has one, or else the first element that can have the focus. */
function firstIn(element: Element): HTMLElement | SVGElement | null {
  const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return holeIn(element) ?? all.find(isShown) ?? null;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
