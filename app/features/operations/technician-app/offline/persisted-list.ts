/** IndexedDB-backed list with a subscription for `useSyncExternalStore`. */
export interface PersistedList<Item> {
  subscribe: (listener: () => void) => () => void;
  list: () => readonly Item[];
  /** Reads the list again, after every change and at the start. */
  refresh: () => Promise<void>;
}

export function createPersistedList<Item>(read: () => Promise<Item[]>): PersistedList<Item> {
  let items: readonly Item[] = [];
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    list: () => items,
    async refresh() {
      items = await read();
      for (const listener of listeners) listener();
    },
  };
}
