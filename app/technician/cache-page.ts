import { localPath } from "~/platform/locale/locale";

/**
 * Registers the service worker that caches this page for offline use. Development has no built files, and
 * browsers allow no service worker over plain HTTP except on localhost.
 */
export async function cachePage(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(localPath("/technician-worker.js"), {
    scope: localPath("/technician"),
  });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  await activated(worker);
  worker.postMessage({ files });
}

/**
 * `navigator.serviceWorker.ready` never resolves for a page reached from the sign-in, because the worker does
 * not control it.
 */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state === "activated" && resolve();
    worker.addEventListener("statechange", look);
    look();
  });
}
