// Keeps the files of the page, so that it opens without a network after the first visit.

/// The files, and a sum of them: other files are kept under another name.
declare const FILES: string[];
declare const SUM: string;

type Lasting = Event & { waitUntil(done: Promise<void>): void };
type Wanted = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type Events = { install: Lasting; activate: Lasting; fetch: Wanted };
const worker = self as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, then: (event: Events[K]) => void): void;
};
/// Copies of the page under other addresses of the host keep their own files.
const own = `cg ${worker.registration.scope} `;

worker.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(own + SUM);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("activate", (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(own) && name !== own + SUM).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

worker.addEventListener("fetch", (event) => {
  const answer = async () => {
    const cache = await caches.open(own + SUM);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  if (event.request.method === "GET") event.respondWith(answer());
});
