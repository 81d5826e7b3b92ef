import { useState } from "react";

/** The most that are moved at once. */
const MAX_SELECTED = 100;

export interface Selection<Row> {
  /** The chosen rows, as they are now. */
  chosen: readonly Row[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
}

/** Which rows of a list are chosen. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const set = (ids: readonly string[]) => setIds(new Set(ids.slice(0, MAX_SELECTED)));
  return {
    chosen: rows.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    set,
  };
}
