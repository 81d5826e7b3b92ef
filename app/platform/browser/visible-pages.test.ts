import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { topicClient } from "./topic-client";
import { hasStaleVisiblePage, trackVisiblePages, uniqueById } from "./visible-pages";

/**
 * Descending numbers that a server returns page by page; `cursor` is the last number of the previous page.
 */
let rows: number[] = [];
let requestedPages: string[] = [];

function answer(url: string): Response {
  const { searchParams } = new URL(url, "http://localhost");
  const param = (name: string) => searchParams.get(name) || null;
  requestedPages.push(param("cursor") ?? "first");
  const limit = Number(param("limit"));
  const from = rows.filter((row) => !param("cursor") || row < Number(param("cursor")));
  const remaining = from.filter((row) => !param("pageEnd") || row >= Number(param("pageEnd")));
  const page = remaining.slice(0, limit);
  const more = remaining.length > limit ? String(page.at(-1)) : param("pageEnd");
  const nextCursor = more ?? (from.length > page.length ? String(page.at(-1)) : null);
  return Response.json({ rows: page, nextCursor });
}

// biome-ignore lint/suspicious/noExplicitAny: paths of no existing feature.
const options = topicClient<any>("booking").pages("/numbers", {}) as any;

async function listOf(pages: number) {
  rows = Array.from({ length: 400 }, (_, n) => 1000 - n);
  vi.stubGlobal("fetch", async (url: string) => answer(String(url)));
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, options);
  const end = observer.subscribe(() => {});
  await observer.refetch();
  for (let page = 1; page < pages; page++) await observer.fetchNextPage();
  requestedPages = [];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const data = () => client.getQueryData(options.queryKey) as any;
  const visibleRows = () => data().pages.flatMap(({ rows }: { rows: number[] }) => rows);
  return { refetch: () => observer.refetch(), data, visibleRows, end };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("refetches the first page and visible pages without a gap", async () => {
  const list = await listOf(6);
  const unwatch = trackVisiblePages(options.queryKey, (page) => page === 0);
  rows = [1002, 1001, ...rows.filter((row) => row !== 990)];
  await list.refetch();
  expect(requestedPages).toEqual(["first"]);
  expect(list.visibleRows()).toEqual(rows.slice(0, 301));
  unwatch();
  list.end();
});

it("refetches a reused page once it becomes visible", async () => {
  const list = await listOf(4);
  let topPage = 0;
  const unwatch = trackVisiblePages(options.queryKey, (page) => page === topPage);
  rows = rows.filter((row) => row !== 880);
  await list.refetch();
  expect(list.visibleRows()).toContain(880);
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(false);
  topPage = 2;
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(true);
  requestedPages = [];
  await list.refetch();
  expect(requestedPages).toHaveLength(2);
  expect(list.visibleRows()).not.toContain(880);
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(false);
  unwatch();
  list.end();
});

it("redistributes rows when a page has grown and refetches all pages without tracking", async () => {
  const list = await listOf(3);
  rows = [...Array.from({ length: 80 }, (_, n) => 1080 - n), ...rows];
  await list.refetch();
  expect(requestedPages).toHaveLength(3);
  expect(list.visibleRows()).toEqual(rows.slice(0, 200));
  list.end();
});

it("shows a moved row once, at its new position with its new state", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, state: "before" })) as [object, object, object];
  const moved = { id: "c", state: "now" };
  expect(uniqueById([moved, a, b, c] as { id: string }[])).toEqual([moved, a, b]);
});
