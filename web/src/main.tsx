import { render } from 'preact';
import { App } from './components/app.tsx';
import english from './data/english.json';
import named from './data/english-named.json';
import './element/peg-board.tsx';
import type { Facts } from 'pegboard';
import { Page, type Unboarded } from './state/page.ts';
import './styles/board.css';
import './styles/page.css';
import { text } from './text/text.ts';

const root = document.getElementById('app')!;

let isDue = false;

/** Renders the page once for all changes of a task. */
function renderSoon(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    root.querySelector('.loading')?.remove();
    render(<App page={page} />, root);
  });
}

const page: Page = new Page({ facts: english as unknown as Facts, named: named as Unboarded[] }, renderSoon);
page.start().catch((error: unknown) => {
  console.error(error);
  root.textContent = text.failed;
});

if (import.meta.env.PROD && 'serviceWorker' in navigator && !page.isEmbedded) {
  addEventListener('load', () => {
    // The page works without the service worker, but not offline.
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
  });
}
