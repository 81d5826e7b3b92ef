import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller, TODAY } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";

/** Administration of the catalogue and its immediate effect on the public site. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary JSON.
type Body = Record<string, any>;

const post = (path: string, body: Body) => caller.call("POST", `/api/admin/services${path}`, body, admin);
const catalogue = async (): Promise<Body[]> =>
  (await caller.call("GET", "/api/admin/services", undefined, admin)).body.services;
const get = async (id: string) => (await catalogue()).find((service) => service.id === id)!;
const offered = async (): Promise<Body[]> => (await caller.call("GET", "/api/services")).body.services;
const outcome = ({ status, body }: { status: number; body: Body }) => ({ status, reason: body.reason });
const lastEvent = async () => {
  const { type, subjectId, data, before, after } = (await readTrail(caller.db)).at(-1)!;
  return { type, subjectId, data, before, after };
};
/** Number of content change notifications. */
const changes = async () =>
  (
    await caller.db
      .selectFrom("contentChanges")
      .select("version")
      .where("tableName", "=", "services")
      .executeTakeFirstOrThrow()
  ).version;

const text = {
  name: "Pest control",
  summary: "Gone, and they stay gone.",
  icon: "bug",
  durationMin: 45,
  bufferMin: 15,
  outdoor: false,
};
const textOf = ({ name, summary, icon, durationMin, bufferMin, outdoor }: Body) => ({
  name,
  summary,
  icon,
  durationMin,
  bufferMin,
  outdoor,
});

describe("service administration", () => {
  it("stores texts in both languages and keeps the Arabic ones that an edit leaves out", async () => {
    const before = await get("tiling");
    const arabic = { nameAr: "الأرضيات", summaryAr: "بلاط ورخام وباركيه." };
    const url = "/tiling/edit";
    expect((await post(url, { ...textOf(before), ...arabic, version: before.version })).status).toBe(200);
    const edited = await get("tiling");
    expect(edited).toMatchObject({ name: before.name, texts: { name: before.name, ...arabic } });
    expect((await lastEvent()).after).toEqual(arabic);
    expect((await post(url, { ...textOf(before), durationMin: 90, version: edited.version })).status).toBe(
      200,
    );
    const kept = await get("tiling");
    expect(kept.texts).toMatchObject(arabic);
    const emptied = { ...textOf(before), nameAr: " ", summaryAr: null, version: kept.version };
    expect((await post(url, emptied)).status).toBe(200);
    expect((await get("tiling")).texts).toMatchObject({ nameAr: null, summaryAr: null });
  });

  it("edits the public text at once and records before and after", async () => {
    const before = await get("plumbing");
    const version = await changes();
    const edit = { ...textOf(before), summary: "Pipes, by people who care.", durationMin: 75 };
    expect((await post("/plumbing/edit", { ...edit, version: before.version })).status).toBe(200);
    expect((await offered()).find(({ id }) => id === "plumbing")).toMatchObject({
      summary: "Pipes, by people who care.",
      durationMin: 75,
    });
    expect(await changes()).toBeGreaterThan(version);
    expect(await lastEvent()).toEqual({
      type: "service.edited",
      subjectId: "plumbing",
      data: {},
      before: { summary: before.summary, durationMin: 60 },
      after: { summary: edit.summary, durationMin: 75 },
    });
    expect(outcome(await post("/plumbing/edit", { ...edit, version: before.version }))).toEqual({
      status: 409,
      reason: "stale",
    });
    expect(outcome(await post("/magic/edit", { ...edit, version: 1 }))).toEqual({
      status: 404,
      reason: "not-found",
    });
  });

  it("refuses invalid fields with a message beside each", async () => {
    const { body } = await post("", {
      name: " ",
      summary: "",
      icon: "skull",
      durationMin: 10,
      bufferMin: -1,
    });
    expect(Object.keys(body.errors)).toEqual([
      "name",
      "summary",
      "icon",
      "durationMin",
      "bufferMin",
      "outdoor",
    ]);
  });

  it("adds a service last, priced by survey, and deletes it while unused", async () => {
    const added = await post("", text);
    expect(added.body.serviceId).toBe("pest-control");
    expect((await offered()).at(-1)).toMatchObject({
      id: "pest-control",
      page: false,
      price: { mode: "survey", fils: null },
    });
    expect(outcome(await post("", { ...text, name: "PEST, Control!" }))).toEqual({
      status: 409,
      reason: "service-exists",
    });
    const { version } = await get("pest-control");
    expect((await post("/pest-control/delete", { version })).status).toBe(200);
    expect(await get("pest-control")).toBeUndefined();
    expect(await lastEvent()).toEqual({
      type: "service.deleted",
      subjectId: "pest-control",
      data: { name: "Pest control" },
      before: null,
      after: null,
    });
  });

  it("reports a service as in use by any reference, so that no deletion is offered", async () => {
    await post("", { ...text, name: "Pool cleaning" });
    expect((await get("pool-cleaning")).inUse).toBe(false);
    await sql`WITH somebody AS (INSERT INTO customers (name, created_at) VALUES ('Rania Aziz', now()) RETURNING id)
      INSERT INTO quotes (id, reference, state, customer_id, service_id, created_at)
      SELECT gen_random_uuid(), 'QT-2026-999999', 'draft', id, 'pool-cleaning', now() FROM somebody`.execute(
      caller.db,
    );
    const { version, inUse } = await get("pool-cleaning");
    expect(inUse).toBe(true);
    expect(outcome(await post("/pool-cleaning/delete", { version }))).toEqual({
      status: 409,
      reason: "in-use",
    });
    await sql`DELETE FROM quotes WHERE service_id = 'pool-cleaning'`.execute(caller.db);
    expect((await post("/pool-cleaning/delete", { version })).status).toBe(200);
  });

  it("archives a service in use; existing bookings keep its name", async () => {
    await caller.addTechnician("Omar Saleh");
    const { bookingId } = await caller.book({ service: "tiling" });
    const seen = await get("tiling");
    expect(seen.inUse).toBe(true);
    expect(outcome(await post("/tiling/delete", { version: seen.version }))).toEqual({
      status: 409,
      reason: "in-use",
    });
    expect((await post("/tiling/archive", { version: seen.version })).status).toBe(200);
    expect((await offered()).map(({ id }) => id)).not.toContain("tiling");
    const free = await caller.call("GET", `/api/availability?service=tiling&from=${TODAY}&to=${TODAY}`);
    expect(free.status).toBe(400);
    const { body } = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
    expect(body.booking.serviceName).toBe("Tiling & Flooring");
    expect((await post("/tiling/restore", { version: (await get("tiling")).version })).status).toBe(200);
    expect((await offered()).map(({ id }) => id)).toContain("tiling");
  });
});

describe("service order", () => {
  it("applies the office's order to the public site", async () => {
    const before = (await offered()).map(({ id }) => id);
    const after = [...before.slice(1), before[0]];
    expect((await post("/order", { serviceIds: after })).status).toBe(200);
    expect((await offered()).map(({ id }) => id)).toEqual(after);
    expect(await lastEvent()).toMatchObject({
      type: "service.reordered",
      before: { order: before },
      after: { order: after },
    });
  });

  it("refuses an order with other services than those offered", async () => {
    const now = (await offered()).map(({ id }) => id);
    for (const serviceIds of [now.slice(1), [...now, "magic"], [...now.slice(1), now[1]]]) {
      expect(outcome(await post("/order", { serviceIds }))).toEqual({ status: 409, reason: "order-stale" });
    }
    expect((await offered()).map(({ id }) => id)).toEqual(now);
  });
});

it("refuses every change by other roles, also in the commands", async () => {
  const { editService, reorderServices } = await import("./commands.server");
  const ctx = { ...caller.ctx(), actor: { role: "visitor" } as const };
  const refused = { ok: false, reason: "not-allowed" };
  expect(await reorderServices(ctx, [])).toEqual(refused);
  expect(
    await editService(
      ctx,
      { serviceId: "hvac", version: 1 },
      { ...text, icon: "bug" as const, accountingCode: null },
    ),
  ).toEqual(refused);
});
