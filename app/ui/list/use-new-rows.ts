import { useEffect, useRef, useState } from "react";

/** Rows that arrive while the list is open; `looked` identifies the filter. */
export function useNewRows<Row extends { id: string }>(
  looked: string,
  rows: readonly Row[] | undefined,
  { at, newestFirst }: { at: ((row: Row) => string) | undefined; newestFirst: boolean },
): ReadonlySet<string> {
  const seen = useRef<{ looked: string | null; newest: string }>({ looked: null, newest: "" });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!rows || !at) return;
    const newest = rows.reduce((newest, row) => (at(row) > newest ? at(row) : newest), "");
    const before = seen.current;
    if (before.looked !== looked) {
      // A later page may contain rows that are newer but not new.
      const began = newestFirst ? "" : new Date().toISOString();
      seen.current = { looked, newest: newest > began ? newest : began };
      setFresh(new Set());
    } else if (newest > before.newest) {
      seen.current = { looked, newest };
      setFresh(new Set(rows.filter((row) => at(row) > before.newest).map(({ id }) => id)));
    }
  }, [looked, rows, at, newestFirst]);
  return fresh;
}
