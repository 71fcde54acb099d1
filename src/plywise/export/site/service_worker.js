// Keeps a site's files in the browser, so that it can be opened without a network. Written by `plywise export`.
const CACHE = `plywise ${self.registration.scope} VERSION`;
const FILES = "FILES";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(`plywise ${self.registration.scope} `) && name !== CACHE;
  const clean = async () => {
    await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
