import { App } from './app.ts';
import './style.css';
import { text } from './text.ts';

const root = document.getElementById('app')!;
document.title = text.title;

new App().start(root).catch((error: unknown) => {
  console.error(error);
  root.textContent = text.failed;
});

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    // The page works without the service worker, but not offline.
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
  });
}
