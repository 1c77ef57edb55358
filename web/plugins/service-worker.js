// Caches the page, and each file of the atlas when it is first used. Each version has its own cache and takes over when no tab shows the previous version, so
// that an open page always finds its files.

const store = 'pegboard ' + 'VERSION';
const files = ['FILES'];
const atlas = 'ATLAS';

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
  // A file is the same for every request, so the header `Vary`, which many hosts send, does not matter.
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && new URL(request.url).pathname.includes(atlas)) {
    await cache.put(request, response.clone()).catch(() => {}); // without space, the file is fetched again next time
  }
  return response;
}

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});
