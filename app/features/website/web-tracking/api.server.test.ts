import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { eventNames } from "./events";
import { purgeEvents } from "./purge-events.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
beforeEach(() => caller.db.deleteFrom("webTrackingEvents").execute());
afterAll(() => caller.close());

const load = "0123456789abcdef0123456789abcdef";
const send = (body: unknown) => caller.call("POST", "/api/events", body);
const batchOf = (event: Record<string, unknown>) => ({
  load,
  events: [{ name: "cta_click", path: "/", ...event }],
});
const storedEvents = () => caller.db.selectFrom("webTrackingEvents").selectAll().orderBy("id").execute();

describe("page event counting", () => {
  it("counts by day, page and kind without storing the visitor", async () => {
    const events = eventNames.map((name) => ({ name, path: "/services/hvac", details: { place: "main" } }));
    expect(await send({ load, events })).toMatchObject({ status: 202, body: { success: true } });
    const rows = await storedEvents();
    expect(rows.map(({ name }) => name)).toEqual([...eventNames]);
    const { id, ...row } = rows[0]!;
    expect(row).toEqual({
      day: "2026-11-23",
      pageLoad: load,
      name: "page_view",
      path: "/services/hvac",
      details: { place: "main" },
    });
  });

  it("accepts events without details and strips references from paths", async () => {
    await send(batchOf({ path: "/bookings/BK-2026-000001" }));
    expect(await storedEvents()).toMatchObject([{ path: "/bookings/:id", details: {} }]);
  });

  it.each([
    ["an unknown event name", batchOf({ name: "password" })],
    ["an absolute URL as path", batchOf({ path: "https://www.example.com/" })],
    ["an email among the details", batchOf({ details: { who: "aisha@example.com" } })],
    ["a phone number among the details", batchOf({ details: { who: "+971 50 123 4567" } })],
    ["a long text", batchOf({ details: { text: "x".repeat(61) } })],
    ["an object among the details", batchOf({ details: { who: { name: "Aisha" } } })],
    ["a detail key with a space", batchOf({ details: { "a b": 1 } })],
    ["too many details", batchOf({ details: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 } })],
    ["a missing page load", { events: [{ name: "cta_click", path: "/" }] }],
    ["a page load that looks like a name", { ...batchOf({}), load: "aisha" }],
    ["an empty batch", { load, events: [] }],
    ["a batch above the limit", { load, events: Array(51).fill({ name: "cta_click", path: "/" }) }],
  ])("refuses a tracking event with %s", async (_what, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await storedEvents()).toEqual([]);
  });

  it("purges events after two years", async () => {
    await send(batchOf({}));
    const ctx = caller.ctx();
    await purgeEvents({ ...ctx, now: new Date("2028-11-23T05:00:00Z") }, 760);
    expect(await storedEvents()).toHaveLength(1);
    await purgeEvents({ ...ctx, now: new Date("2028-12-23T05:00:00Z") }, 760);
    expect(await storedEvents()).toEqual([]);
  });

  it("limits batches per client", async () => {
    const statuses = new Set<number>();
    for (let batch = 0; batch < 121; batch++) statuses.add((await send(batchOf({}))).status);
    expect([...statuses]).toEqual([202, 429]);
  });
});
