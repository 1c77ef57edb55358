// Keeps the whole page on the device. Each version of the page has a store of its own, and takes over when no
// tab shows the one before: a page that is open finds all its files to the end.

const store = 'pegboard ' + 'VERSION';
const files = ['FILES'];
// Not everybody needs these: they are kept from when they were first wanted.
const later = ['LATER'];

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

const isForLater = ({ url }) => later.some((file) => new URL(file, registration.scope).href === url);

async function answer(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && isForLater(request)) await cache.put(request, response.clone());
  return response;
}

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});
