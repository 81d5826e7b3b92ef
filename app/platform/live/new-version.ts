import { useSyncExternalStore } from "react";
import { localPath } from "../locale/locale";

declare global {
  interface Window {
    /** The router's own: the version of the pages' code that this tab has. */
    __reactRouterManifest?: { version: string };
  }
}

let isThere = false;
const listeners = new Set<() => void>();

/**
 * Asks whether the server has another version of the pages than this tab, as the router asks before it goes to a page that it does not
 * know yet: told so, it would load that page anew. A tab that stays on its page would call, and load, what is there no more.
 */
export async function askForNewVersion(): Promise<void> {
  const { version } = window.__reactRouterManifest ?? {};
  if (!version) return;
  const query = new URLSearchParams({ version });
  const answer = await fetch(`${localPath("/__manifest")}?${query}`).catch(() => null);
  if (!answer?.headers.has("X-Remix-Reload-Document")) return;
  isThere = true;
  for (const listener of listeners) listener();
}

/** Whether there is one. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isThere,
    () => false,
  );
}
