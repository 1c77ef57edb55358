// Keeps the whole page on the device. Each version of the page has a store of its own, and takes over when no
// tab shows the one before: a page that is open finds all its files to the end.

const store = 'pegboard ' + 'VERSION';
const files = ['FILES'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  const remove = (names) =>
    names.filter((name) => name.startsWith('pegboard ') && name !== store).map((name) => caches.delete(name));
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(remove(names)))
      .then(() => self.clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(store)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
