import { localPath } from "~/platform/locale/locale";

/**
 * Has the service worker keep this page and its files, so that it opens without a connection. In development there are
 * no files to keep; over plain HTTP, but for localhost, browsers have no service workers.
 */
export async function keepPage(): Promise<void> {
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

/** Not `navigator.serviceWorker.ready`, which a page that was reached from the sign-in waits for in vain. */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state === "activated" && resolve();
    worker.addEventListener("statechange", look);
    look();
  });
}
