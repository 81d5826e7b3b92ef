import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's markup and until the code that goes with it has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
