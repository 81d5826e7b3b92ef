import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { topicClient } from "../browser/topic-client";
import { trackVisiblePages } from "../browser/visible-pages";
import { subscribeToLiveUpdates } from "./live-client";

/** Counts refetches of an open office page after events. */

const [OPEN_ID, OTHER_ID] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
/** Fake EventSource controlled by the test. */
class Source extends EventTarget {
  static last: Source;
  constructor() {
    super();
    Source.last = this;
  }
  close() {}
  receive(data: string) {
    this.dispatchEvent(new MessageEvent("topic", { data }));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: paths of no existing feature.
const bookings = topicClient("booking") as any;
const list = bookings.pages("/admin/bookings", {});
let requests: string[] = [];
const ends: (() => void)[] = [];
let referencedId = "";

beforeEach(async () => {
  referencedId = "";
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    requests.push(pathname.replace("/api/admin/", "") + (searchParams.get("cursor") ?? ""));
    const page = Number(searchParams.get("cursor") || 0);
    if (pathname === "/api/admin/bookings") return Response.json({ nextCursor: String(page + 1) });
    return Response.json({ booking: { id: pathname.split("/").at(-1), of: referencedId } });
  });
  const client = new QueryClient();
  client.mount();
  const pages = new InfiniteQueryObserver(client, list);
  ends.push(pages.subscribe(() => {}));
  for (const options of [
    bookings.record("/admin/bookings/{id}", { id: OPEN_ID }),
    bookings.query("/admin/bookings/{id}/suggestions", { id: OPEN_ID }),
  ]) {
    ends.push(new QueryObserver(client, options).subscribe(() => {}));
  }
  ends.push(
    trackVisiblePages(list.queryKey, (page) => page < 2),
    subscribeToLiveUpdates(client, OPEN_ID, () => {}),
  );
  await idle(client);
  for (let page = 1; page < 5; page++) await pages.fetchNextPage();
  requests = [];
  receive = async (data) => {
    requests = [];
    Source.last.receive(data);
    await idle(client);
    return requests.toSorted();
  };
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});
let receive: (data: string) => Promise<string[]>;

/** Waits until no query is fetching. */
async function idle(client: QueryClient): Promise<void> {
  await expect.poll(() => client.isFetching()).toBe(0);
}

const visiblePages = ["bookings", "bookings1"];
const suggestions = `bookings/${OPEN_ID}/suggestions`;

it("refetches visible pages but not the open record after an event of another record", async () => {
  expect(await receive(`booking ${OTHER_ID}`)).toEqual([...visiblePages, suggestions].toSorted());
});

it("refetches the open record after an event of it or of any record", async () => {
  expect(await receive(`booking ${OPEN_ID}`)).toEqual(
    [...visiblePages, `bookings/${OPEN_ID}`, suggestions].toSorted(),
  );
  expect(await receive("booking")).toEqual([...visiblePages, `bookings/${OPEN_ID}`, suggestions].toSorted());
  expect(await receive("*")).toEqual([...visiblePages, `bookings/${OPEN_ID}`, suggestions].toSorted());
});

it("refetches the open record after an event of a record in its data", async () => {
  referencedId = OTHER_ID;
  await receive(`booking ${OPEN_ID}`);
  expect(await receive(`booking ${OTHER_ID}`)).toContain(`bookings/${OPEN_ID}`);
});

it("refetches nothing after an event of another topic", async () => {
  expect(await receive(`holiday ${OTHER_ID}`)).toEqual([]);
});
