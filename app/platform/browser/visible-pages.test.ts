import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { topicClient } from "./topic-client";
import { hasStaleVisiblePage, trackVisiblePages, uniqueById } from "./visible-pages";

/**
 * Descending numbers that a server returns page by page; `cursor` is the last number of the previous page.
 */
let rows: number[] = [];
let asked: string[] = [];

function answer(url: string): Response {
  const { searchParams } = new URL(url, "http://localhost");
  const wish = (name: string) => searchParams.get(name) || null;
  asked.push(wish("cursor") ?? "first");
  const limit = Number(wish("limit"));
  const from = rows.filter((row) => !wish("cursor") || row < Number(wish("cursor")));
  const wanted = from.filter((row) => !wish("pageEnd") || row >= Number(wish("pageEnd")));
  const page = wanted.slice(0, limit);
  const more = wanted.length > limit ? String(page.at(-1)) : wish("pageEnd");
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
  asked = [];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const data = () => client.getQueryData(options.queryKey) as any;
  const shown = () => data().pages.flatMap(({ rows }: { rows: number[] }) => rows);
  return { refetch: () => observer.refetch(), data, shown, end };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("refetches the first page and visible pages without a gap", async () => {
  const list = await listOf(6);
  const unwatch = trackVisiblePages(options.queryKey, (page) => page === 0);
  rows = [1002, 1001, ...rows.filter((row) => row !== 990)];
  await list.refetch();
  expect(asked).toEqual(["first"]);
  expect(list.shown()).toEqual(rows.slice(0, 301));
  unwatch();
  list.end();
});

it("refetches a reused page once it becomes visible", async () => {
  const list = await listOf(4);
  let seen = 0;
  const unwatch = trackVisiblePages(options.queryKey, (page) => page === seen);
  rows = rows.filter((row) => row !== 880);
  await list.refetch();
  expect(list.shown()).toContain(880);
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(false);
  seen = 2;
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(true);
  asked = [];
  await list.refetch();
  expect(asked).toHaveLength(2);
  expect(list.shown()).not.toContain(880);
  expect(hasStaleVisiblePage(options.queryKey, list.data())).toBe(false);
  unwatch();
  list.end();
});

it("redistributes rows when a page has grown and refetches all pages without tracking", async () => {
  const list = await listOf(3);
  rows = [...Array.from({ length: 80 }, (_, n) => 1080 - n), ...rows];
  await list.refetch();
  expect(asked).toHaveLength(3);
  expect(list.shown()).toEqual(rows.slice(0, 200));
  list.end();
});

it("shows a moved row once, at its new position with its new state", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, state: "before" })) as [object, object, object];
  const moved = { id: "c", state: "now" };
  expect(uniqueById([moved, a, b, c] as { id: string }[])).toEqual([moved, a, b]);
});
