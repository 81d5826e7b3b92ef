import { useSyncExternalStore } from "react";
import { localPath } from "../locale/locale";

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

let hasNewVersion = false;
const listeners = new Set<() => void>();

/** A tab that stays on its page would otherwise request files that no longer exist. */
export async function checkForNewVersion(): Promise<void> {
  const { version } = window.__reactRouterManifest ?? {};
  if (!version) return;
  const query = new URLSearchParams({ version });
  const answer = await fetch(`${localPath("/__manifest")}?${query}`).catch(() => null);
  if (!answer?.headers.has("X-Remix-Reload-Document")) return;
  hasNewVersion = true;
  for (const listener of listeners) listener();
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasNewVersion,
    () => false,
  );
}
