import { localPath } from "../locale/locale";

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

export const NEW_VERSION = "new-version";

let isOutdated = false;

/** True after a deployment, when the server may no longer have further files of this page. */
export function isPageOutdated(): boolean {
  return isOutdated;
}

export async function checkForNewVersion(): Promise<boolean> {
  const version = window.__reactRouterManifest?.version;
  if (isOutdated || !version) return isOutdated;
  const answer = await fetch(`${localPath("/__manifest")}?version=${version}`).catch(() => null);
  if (!answer?.headers.has("X-Remix-Reload-Document")) return false;
  isOutdated = true;
  window.dispatchEvent(new Event(NEW_VERSION));
  return true;
}
