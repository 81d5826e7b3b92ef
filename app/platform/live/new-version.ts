import { useSyncExternalStore } from "react";
import { isPageOutdated, NEW_VERSION } from "../browser/page-version";

/** A tab that stays on its page would otherwise request files that no longer exist. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener(NEW_VERSION, listener);
      return () => window.removeEventListener(NEW_VERSION, listener);
    },
    isPageOutdated,
    () => false,
  );
}
