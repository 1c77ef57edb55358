// Caches the whole page. Each version has its own cache and takes over when no tab shows the previous version, so
// that an open page always finds its files.

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

async function answer(request) {
  const cache = await caches.open(store);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});
