import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../test/harness/company/booking-caller";
import { eventNames } from "./events";
import { forgetEvents } from "./purge-events.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
beforeEach(() => caller.db.deleteFrom("web_tracking_events").execute());
afterAll(() => caller.close());

const load = "0123456789abcdef0123456789abcdef";
const send = (body: unknown) => caller.call("POST", "/api/events", body);
const one = (event: Record<string, unknown>) => ({
  load,
  events: [{ name: "cta_click", path: "/", ...event }],
});
const kept = () => caller.db.selectFrom("web_tracking_events").selectAll().orderBy("id").execute();

describe("page event counting", () => {
  it("counts by day, page and kind without storing the visitor", async () => {
    const events = eventNames.map((name) => ({ name, path: "/services/hvac", details: { place: "main" } }));
    expect(await send({ load, events })).toMatchObject({ status: 202, body: { success: true } });
    const rows = await kept();
    expect(rows.map(({ name }) => name)).toEqual([...eventNames]);
    const { id, ...row } = rows[0]!;
    expect(row).toEqual({
      day: "2026-11-23",
      page_load: load,
      name: "page_view",
      path: "/services/hvac",
      details: { place: "main" },
    });
  });

  it("accepts events without details and strips references from paths", async () => {
    await send(one({ path: "/bookings/BK-2026-000001" }));
    expect(await kept()).toMatchObject([{ path: "/bookings/:id", details: {} }]);
  });

  it.each([
    ["a name of no kind", one({ name: "password" })],
    ["a path that is none", one({ path: "https://www.example.com/" })],
    ["an email among the details", one({ details: { who: "aisha@example.com" } })],
    ["a phone number among the details", one({ details: { who: "+971 50 123 4567" } })],
    ["a long text", one({ details: { text: "x".repeat(61) } })],
    ["an object among the details", one({ details: { who: { name: "Aisha" } } })],
    ["a detail that is no word", one({ details: { "a b": 1 } })],
    ["many details", one({ details: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 } })],
    ["no load", { events: [{ name: "cta_click", path: "/" }] }],
    ["a load that could be somebody's name", { ...one({}), load: "aisha" }],
    ["nothing", { load, events: [] }],
    ["a batch without end", { load, events: Array(51).fill({ name: "cta_click", path: "/" }) }],
  ])("refuses %s", async (_what, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  it("purges events after two years", async () => {
    await send(one({}));
    const ctx = caller.ctx();
    await forgetEvents({ ...ctx, now: new Date("2028-11-23T05:00:00Z") }, 760);
    expect(await kept()).toHaveLength(1);
    await forgetEvents({ ...ctx, now: new Date("2028-12-23T05:00:00Z") }, 760);
    expect(await kept()).toEqual([]);
  });

  it("limits batches per client", async () => {
    const statuses = new Set<number>();
    for (let batch = 0; batch < 121; batch++) statuses.add((await send(one({}))).status);
    expect([...statuses]).toEqual([202, 429]);
  });
});
