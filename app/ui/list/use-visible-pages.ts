import { hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type RefCallback, useCallback, useEffect, useRef } from "react";
import { hasStaleVisiblePage, trackVisiblePages } from "~/platform/browser/visible-pages";

/** Refetches stale pages once they become visible. `lengths`: rows per page. */
export function useVisiblePages(queryKey: QueryKey, lengths: readonly number[], refetch: () => unknown) {
  const queryClient = useQueryClient();
  const sight = useRef({ first: 0, last: Number.POSITIVE_INFINITY });
  const pages = useRef(lengths);
  pages.current = lengths;
  const key = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryKey is a new array on each render.
  useEffect(
    () =>
      trackVisiblePages(queryKey, (page) => {
        const begin = pages.current.slice(0, page).reduce((sum, length) => sum + length, 0);
        const end = begin + (pages.current[page] ?? 0);
        return begin <= sight.current.last && end >= sight.current.first;
      }),
    [key],
  );
  return (first: number, last: number) => {
    sight.current = { first, last };
    if (hasStaleVisiblePage(queryKey, queryClient.getQueryData(queryKey))) refetch();
  };
}

/** For lists that render all rows as children of one element. */
export function useVisiblePagesRef(
  queryKey: QueryKey,
  lengths: readonly number[],
  refetch: () => unknown,
): RefCallback<HTMLElement> {
  const see = useRef<(first: number, last: number) => void>(() => {});
  see.current = useVisiblePages(queryKey, lengths, refetch);
  return useCallback((list: HTMLElement | null) => {
    if (!list) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const inSight = [...list.children].map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      see.current(Math.max(inSight.indexOf(true), 0), Math.max(inSight.lastIndexOf(true), 0));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    // Any ancestor may scroll, and new rows change the layout.
    addEventListener("scroll", lookSoon, { capture: true, passive: true });
    const resized = new ResizeObserver(lookSoon);
    resized.observe(list);
    return () => {
      removeEventListener("scroll", lookSoon, { capture: true });
      resized.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
