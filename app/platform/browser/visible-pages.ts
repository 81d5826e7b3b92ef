import { hashKey, type InfiniteData, type QueryKey } from "@tanstack/react-query";

/*
 * A list that came page by page is asked for again as often as something happens: its first page, and those that somebody sees. The
 * others are kept as they were until they come into sight.
 */

type Pages = InfiniteData<unknown, string>;

/** Whether a page of a list is seen, by its place; of lists that nobody tells of, every one is. */
const visibility = new Map<string, (page: number) => boolean>();
/** Pages that were kept though something may have happened in them, by the cursors that they begin at. */
const staleCursors = new Map<string, Set<string>>();

/** Tells which pages of a list are seen. Returns the way to end it. */
export function trackVisiblePages(queryKey: QueryKey, isSeen: (page: number) => boolean): () => void {
  const key = hashKey(queryKey);
  visibility.set(key, isSeen);
  return () => {
    if (visibility.get(key) === isSeen) visibility.delete(key);
  };
}

/** What is shown of a page that nobody sees, instead of asking again; undefined: it is asked for. */
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

/** Where the page after this one begins, so that a page which is asked for again ends where it did. */
export function nextCursorOf(known: Pages | undefined, cursor: string): string | undefined {
  const page = known?.pageParams.indexOf(cursor) ?? -1;
  return page < 0 ? undefined : known!.pageParams[page + 1];
}

/** Whether a page that is seen was kept as it was: time to ask for it. */
export function hasStaleVisiblePage(queryKey: QueryKey, known: Pages | undefined): boolean {
  const key = hashKey(queryKey);
  const kept = staleCursors.get(key);
  return Boolean(
    kept &&
      known?.pageParams.some((cursor, page) => kept.has(cursor) && visibility.get(key)?.(page) !== false),
  );
}

/** Whatever has moved up since stands in a page that was kept as well: it is shown where it is first. */
export function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
