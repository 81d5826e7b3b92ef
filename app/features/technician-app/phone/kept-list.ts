/** A list that is kept on the phone, as the screens follow it (`useSyncExternalStore`). */
export interface KeptList<Item> {
  subscribe: (listener: () => void) => () => void;
  list: () => readonly Item[];
  /** Reads it again, after every change and at the start. */
  refresh: () => Promise<void>;
}

export function keptList<Item>(read: () => Promise<Item[]>): KeptList<Item> {
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
