import { useState } from "react";

const MAX_SELECTED = 100;

export interface Selection<Row> {
  chosen: readonly Row[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
}

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
