/*
 * Service worker that opens the technician's page without a connection. app/technician/cache-page.ts registers it for
 * that address only. It caches the page together with the files of its build, all or none, so that an old page never
 * loads files of a newer build. Other pages and API responses are not cached.
 */
importScripts("push-worker.js");

const PAGE = new URL(self.registration.scope).pathname;
const PREFIX = "technician-";
const NETWORK_TIMEOUT_MS = 4_000;

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(cachePage(event.data.files));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === PAGE) event.respondWith(fetchPage(request));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(fetchFile(request));
  }
});

/** Network first, within the timeout; otherwise the cached page. */
async function fetchPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) });
    if (answer.status < 500) return answer;
    return (await caches.match(PAGE)) ?? answer;
  } catch (error) {
    const cached = await caches.match(PAGE);
    if (cached) return cached;
    throw error;
  }
}

/** Cache first, because file names contain a content hash. */
async function fetchFile(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/** Caches the page and its files, and deletes the page's cache of the previous build. */
async function cachePage(files) {
  const answer = await fetch(PAGE, { cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  // After a new release the page names other files than the ones that were loaded.
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const wanted = [...new Set([...files, ...named])].sort();
  const name = PREFIX + (await digest(wanted.join()));
  if (!(await caches.has(name))) {
    const cache = await caches.open(name);
    try {
      await cache.addAll(wanted);
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  }
  await (await caches.open(name)).put(PAGE, answer);
  await deleteFormerCaches(name);
}

/** Pages in other languages keep theirs: an app that was installed in English opens in the person's language offline. */
async function deleteFormerCaches(current) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === current) continue;
    if (await (await caches.open(name)).match(PAGE)) await caches.delete(name);
  }
}

async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
