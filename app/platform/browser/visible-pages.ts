import { hashKey, type InfiniteData, type QueryKey } from "@tanstack/react-query";

/*
 * Paged lists refetch only their first page and the pages in view after an event. Other pages stay cached
 * until they come into view.
 */

type Pages = InfiniteData<unknown, string>;

/** Visibility of a list's pages by index. Lists without an entry count as fully visible. */
const visibility = new Map<string, (page: number) => boolean>();
/** Cursors of cached pages that may be outdated. */
const staleCursors = new Map<string, Set<string>>();

/** Returns the function to stop tracking. */
export function trackVisiblePages(queryKey: QueryKey, isSeen: (page: number) => boolean): () => void {
  const key = hashKey(queryKey);
  visibility.set(key, isSeen);
  return () => {
    if (visibility.get(key) === isSeen) visibility.delete(key);
  };
}

/** Cached page to reuse instead of a refetch because it is not visible; undefined otherwise. */
export function reuseCachedPage(queryKey: QueryKey, known: Pages | undefined, cursor: string): unknown {
  const key = hashKey(queryKey);
  const page = known?.pageParams.indexOf(cursor) ?? -1;
  if (page > 0 && visibility.get(key)?.(page) === false) {
    const kept = staleCursors.get(key) ?? new Set();
    staleCursors.set(key, kept.add(cursor));
    return known!.pages[page];
  }
  staleCursors.get(key)?.delete(cursor);
  return undefined;
}

/** Cursor of the following page. Passed on a refetch, so that the page ends where it did before. */
export function nextCursorOf(known: Pages | undefined, cursor: string): string | undefined {
  const page = known?.pageParams.indexOf(cursor) ?? -1;
  return page < 0 ? undefined : known!.pageParams[page + 1];
}

export function hasStaleVisiblePage(queryKey: QueryKey, known: Pages | undefined): boolean {
  const key = hashKey(queryKey);
  const kept = staleCursors.get(key);
  return Boolean(
    kept &&
      known?.pageParams.some((cursor, page) => kept.has(cursor) && visibility.get(key)?.(page) !== false),
  );
}

/** A row that moved up also remains in a cached page. Keeps its first position. */
export function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
