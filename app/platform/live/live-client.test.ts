import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { topicClient } from "../browser/topic-client";
import { trackVisiblePages } from "../browser/visible-pages";
import { followLive } from "./live-client";

/** What an open page of the office asks for again when something happens: calls are counted, as the server would get them. */

const [MINE, OTHER] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
/** Stands in for the browser's connection: the test says what the server tells. */
class Source extends EventTarget {
  static last: Source;
  constructor() {
    super();
    Source.last = this;
  }
  close() {}
  tell(data: string) {
    this.dispatchEvent(new MessageEvent("topic", { data }));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the paths of no feature.
const bookings = topicClient("booking") as any;
const list = bookings.pages("/admin/bookings", {});
let asked: string[] = [];
const ends: (() => void)[] = [];
let told = "";

beforeEach(async () => {
  told = "";
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    asked.push(pathname.replace("/api/admin/", "") + (searchParams.get("cursor") ?? ""));
    const page = Number(searchParams.get("cursor") || 0);
    if (pathname === "/api/admin/bookings") return Response.json({ nextCursor: String(page + 1) });
    return Response.json({ booking: { id: pathname.split("/").at(-1), of: told } });
  });
  const client = new QueryClient();
  client.mount();
  const pages = new InfiniteQueryObserver(client, list);
  ends.push(pages.subscribe(() => {}));
  for (const options of [
    bookings.record("/admin/bookings/{id}", { id: MINE }),
    bookings.query("/admin/bookings/{id}/suggestions", { id: MINE }),
  ]) {
    ends.push(new QueryObserver(client, options).subscribe(() => {}));
  }
  ends.push(
    trackVisiblePages(list.queryKey, (page) => page < 2),
    followLive(client, MINE, () => {}),
  );
  await idle(client);
  for (let page = 1; page < 5; page++) await pages.fetchNextPage();
  asked = [];
  hear = async (data) => {
    asked = [];
    Source.last.tell(data);
    await idle(client);
    return asked.toSorted();
  };
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});
let hear: (data: string) => Promise<string[]>;

/** Until nothing is on its way any more. */
async function idle(client: QueryClient): Promise<void> {
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
}

const inSight = ["bookings", "bookings1"];
const suggestions = `bookings/${MINE}/suggestions`;

it("asks for the pages in sight when something happens to another record, and leaves the open one alone", async () => {
  expect(await hear(`booking ${OTHER}`)).toEqual([...inSight, suggestions].toSorted());
});

it("asks for the open record when something happens to it, or to any", async () => {
  expect(await hear(`booking ${MINE}`)).toEqual([...inSight, `bookings/${MINE}`, suggestions].toSorted());
  expect(await hear("booking")).toEqual([...inSight, `bookings/${MINE}`, suggestions].toSorted());
  expect(await hear("*")).toEqual([...inSight, `bookings/${MINE}`, suggestions].toSorted());
});

it("asks for the open record when something happens to one that it names", async () => {
  told = OTHER;
  await hear(`booking ${MINE}`);
  expect(await hear(`booking ${OTHER}`)).toContain(`bookings/${MINE}`);
});

it("asks for nothing when something of another kind happens", async () => {
  expect(await hear(`holiday ${OTHER}`)).toEqual([]);
});
