import { hashKey, type InfiniteData, type QueryKey } from "@tanstack/react-query";

type Pages = InfiniteData<unknown, string>;

const visibility = new Map<string, (page: number) => boolean>();
const staleCursors = new Map<string, Set<string>>();

/** Registers which pages of a list are visible; returns the unsubscribe function. */
export function trackVisiblePages(queryKey: QueryKey, isVisible: (page: number) => boolean): () => void {
  const key = hashKey(queryKey);
  visibility.set(key, isVisible);
  return () => {
    if (visibility.get(key) === isVisible) visibility.delete(key);
  };
}

/** Cached content of an invisible page, which stays stale instead of being refetched; undefined for visible pages. */
export function reuseCachedPage(queryKey: QueryKey, known: Pages | undefined, cursor: string): unknown {
  const key = hashKey(queryKey);
  const page = known?.pageParams.indexOf(cursor) ?? -1;
  if (page > 0 && visibility.get(key)?.(page) === false) {
    const cursors = staleCursors.get(key) ?? new Set();
    staleCursors.set(key, cursors.add(cursor));
    return known!.pages[page];
  }
  staleCursors.get(key)?.delete(cursor);
  return undefined;
}

/** Start of the next cached page, which a refetch passes so that the page ends at the same row. */
export function nextCursorOf(known: Pages | undefined, cursor: string): string | undefined {
  const page = known?.pageParams.indexOf(cursor) ?? -1;
  return page < 0 ? undefined : known!.pageParams[page + 1];
}

/** True if a page that was reused while invisible is visible now. */
export function hasStaleVisiblePage(queryKey: QueryKey, known: Pages | undefined): boolean {
  const key = hashKey(queryKey);
  const cursors = staleCursors.get(key);
  return Boolean(
    cursors &&
      known?.pageParams.some((cursor, page) => cursors.has(cursor) && visibility.get(key)?.(page) !== false),
  );
}

/** Removes duplicate rows, because a moved row may occur in two cached pages. */
export function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
