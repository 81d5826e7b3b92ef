/**
 * Has the service worker keep this page and its files, so that it opens without a connection. In development there are
 * no files to keep; over plain HTTP, but for localhost, browsers have no service workers.
 */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/technician-worker.js", { scope: "/technician" });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  active?.postMessage({ files });
}
