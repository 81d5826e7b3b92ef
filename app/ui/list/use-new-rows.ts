import { useEffect, useRef, useState } from "react";

/**
 * The ids of rows that came in while the list was being looked at. `looked` names what is looked at: with another
 * filter, everything on screen is there to begin with.
 */
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
      // In another order, the next page brings what is newer than all before it and was there already.
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
