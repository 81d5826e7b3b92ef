import { useEffect, useRef, useState } from "react";

/** Rows that arrive while the list is open; `looked` identifies the filter. */
export function useNewRows<Row extends { id: string }>(
  filterKey: string,
  rows: readonly Row[] | undefined,
  { timeOf, newestFirst }: { timeOf: ((row: Row) => string) | undefined; newestFirst: boolean },
): ReadonlySet<string> {
  const seen = useRef<{ filterKey: string | null; newest: string }>({ filterKey: null, newest: "" });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!rows || !timeOf) return;
    const newest = rows.reduce((newest, row) => (timeOf(row) > newest ? timeOf(row) : newest), "");
    const before = seen.current;
    if (before.filterKey !== filterKey) {
      // A later page may contain rows that are newer but not new.
      const openedAt = newestFirst ? "" : new Date().toISOString();
      seen.current = { filterKey, newest: newest > openedAt ? newest : openedAt };
      setFresh(new Set());
    } else if (newest > before.newest) {
      seen.current = { filterKey, newest };
      setFresh(new Set(rows.filter((row) => timeOf(row) > before.newest).map(({ id }) => id)));
    }
  }, [filterKey, rows, timeOf, newestFirst]);
  return fresh;
}
