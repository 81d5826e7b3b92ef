import { hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type RefCallback, useCallback, useEffect, useRef } from "react";
import { hasStaleVisiblePage, trackVisiblePages } from "~/platform/browser/visible-pages";

/** Refetches stale pages once they become visible. `lengths`: rows per page. */
export function useVisiblePages(queryKey: QueryKey, lengths: readonly number[], refetch: () => unknown) {
  const queryClient = useQueryClient();
  const visibleRange = useRef({ first: 0, last: Number.POSITIVE_INFINITY });
  const pages = useRef(lengths);
  pages.current = lengths;
  const key = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryKey is a new array on each render.
  useEffect(
    () =>
      trackVisiblePages(queryKey, (page) => {
        const start = pages.current.slice(0, page).reduce((sum, length) => sum + length, 0);
        const end = start + (pages.current[page] ?? 0);
        return start <= visibleRange.current.last && end >= visibleRange.current.first;
      }),
    [key],
  );
  return (first: number, last: number) => {
    visibleRange.current = { first, last };
    if (hasStaleVisiblePage(queryKey, queryClient.getQueryData(queryKey))) refetch();
  };
}

/** Like `useVisiblePages`, for lists that render all rows as children of one element. */
export function useVisiblePagesRef(
  queryKey: QueryKey,
  lengths: readonly number[],
  refetch: () => unknown,
): RefCallback<HTMLElement> {
  const reportVisible = useRef<(first: number, last: number) => void>(() => {});
  reportVisible.current = useVisiblePages(queryKey, lengths, refetch);
  return useCallback((list: HTMLElement | null) => {
    if (!list) return;
    let frame = 0;
    const report = () => {
      frame = 0;
      const visibility = [...list.children].map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      reportVisible.current(Math.max(visibility.indexOf(true), 0), Math.max(visibility.lastIndexOf(true), 0));
    };
    const scheduleReport = () => {
      frame ||= requestAnimationFrame(report);
    };
    // Any ancestor may scroll, and new rows change the layout.
    addEventListener("scroll", scheduleReport, { capture: true, passive: true });
    const resizeObserver = new ResizeObserver(scheduleReport);
    resizeObserver.observe(list);
    return () => {
      removeEventListener("scroll", scheduleReport, { capture: true });
      resizeObserver.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
