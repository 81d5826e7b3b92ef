/*
 * Lets the technician's page open without a connection (app/technician/keep-page.ts registers it, for that address
 * alone). It keeps the page as the server sent it, with the files of that build: all of them together or none, so that an
 * old page never meets new files. Nothing else is kept: no other page, and no answer of the API.
 */
const PAGE = new URL(self.registration.scope).pathname;
const PREFIX = "technician-";
const PATIENCE_MS = 4_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keep(event.data.files));
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

/** The newest page where there is a connection that answers in time, else the one that was kept. */
async function fetchPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status < 500) return answer;
    return (await caches.match(PAGE)) ?? answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Their names change with their content: what is kept is right. */
async function fetchFile(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/** Keeps the page and the files that it loaded, in place of those of the build before. */
async function keep(files) {
  const answer = await fetch(PAGE, { cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  // After a release since the page was loaded, it names other files than those.
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
  await forgetOthers(name);
}

async function forgetOthers(kept) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== kept).map((name) => caches.delete(name)),
  );
}

async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
