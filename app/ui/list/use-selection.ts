import { useEffect, useState } from "react";
import type { ListRows } from "./office-list";

/** Limit of one run of a bulk action, in rows. */
export const MAX_SELECTED = 500;

export interface Selection<Row> {
  chosen: readonly Row[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
  /** Also rows of pages that are not loaded yet, up to the limit. */
  selectAll: () => void;
  isSelectingAll: boolean;
}

export function useSelection<Row extends { id: string }>(
  { rows = [], pages, error, isPlaceholderData }: ListRows<Row>,
  isSelectable: (row: Row) => boolean,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isSelectingAll, setSelectingAll] = useState(false);
  const set = (ids: readonly string[]) => setIds(new Set(ids.slice(0, MAX_SELECTED)));
  const selectLoaded = () => set(rows.filter(isSelectable).map(({ id }) => id));
  const stepNow = nextStep({ rows, pages, error, isPlaceholderData }, isSelectable);
  const step = isSelectingAll ? stepNow : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each loaded page.
  useEffect(() => {
    if (step === "load") pages?.fetchNextPage();
    if (step === "stop") setSelectingAll(false);
    if (step === "select") {
      selectLoaded();
      setSelectingAll(false);
    }
  }, [step, rows.length]);

  return {
    chosen: rows.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    set,
    // Loaded rows are selected in the same event; a checkbox that React resets in between looks refused.
    selectAll: () => (stepNow === "select" ? selectLoaded() : setSelectingAll(true)),
    isSelectingAll,
  };
}

/** Null while a page is loading. "stop": the filter changed, or a page failed. */
export function nextStep<Row>(
  { rows = [], pages, error, isPlaceholderData }: Omit<ListRows<Row>, "refetch">,
  isSelectable: (row: Row) => boolean,
): "load" | "select" | "stop" | null {
  if (isPlaceholderData || error) return "stop";
  if (pages?.isFetchingNextPage) return null;
  const isFull = rows.filter(isSelectable).length >= MAX_SELECTED;
  return pages?.hasNextPage && !isFull ? "load" : "select";
}
