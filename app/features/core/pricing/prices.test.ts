import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import { office } from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { planPrice } from "./commands.server";
import { getPriceBook } from "./queries.server";

/** Price changes by the office and their effect for customers. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(() => caller.close());

const hourly = (fils: number, nextFils = fils) => ({ mode: "hourly", fils, nextFils });
const plan = (serviceId: string, terms: object, effectiveFrom: string, as = admin, item = "call-out") =>
  caller.call("POST", "/api/admin/prices", { serviceId, item, name: "Call-out", terms, effectiveFrom }, as);
const withdraw = (id: string, as = admin) => caller.call("POST", `/api/admin/prices/${id}/withdraw`, {}, as);
const book = async (serviceId: string) =>
  (await caller.call("GET", `/api/admin/prices?service=${serviceId}`, undefined, admin)).body;
/** Public price of a service. */
const shown = async (serviceId: string) =>
  (await caller.call("GET", "/api/services")).body.services.find(({ id }: { id: string }) => id === serviceId)
    .price;

describe("price", () => {
  it("applies from midnight in Dubai of its day; existing bookings keep theirs", async () => {
    const before = await caller.book({ service: "hvac" });
    const { status, body } = await plan("hvac", hourly(180_00, 160_50), TOMORROW);
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({
      item: "call-out",
      isHeadline: true,
      prices: [
        { period: "planned", fils: 180_00, nextFils: 160_50, effectiveFrom: TOMORROW, canWithdraw: true },
        { period: "in-force", fils: 150_00, effectiveFrom: "2025-01-01", canWithdraw: false },
      ],
    });
    expect(await shown("hvac")).toMatchObject({ fils: 150_00 });

    vi.setSystemTime(new Date(`${TOMORROW}T00:00:00+04:00`));
    expect(await shown("hvac")).toMatchObject({
      mode: "hourly",
      unit: "hour",
      fils: 180_00,
      nextFils: 160_50,
    });
    expect((await caller.book({ service: "hvac" })).booking.estimateFils).toBe(180_00);
    expect(before.booking.estimateFils).toBe(150_00);
    expect((await book("hvac")).items[0].prices).toMatchObject([
      { period: "in-force", fils: 180_00 },
      { period: "past", fils: 150_00 },
    ]);
  });

  it("of today applies at once, also with another mode, and is in the audit trail", async () => {
    expect((await plan("electrical", { mode: "fixed", unit: "visit", fils: 199_00 }, TODAY)).status).toBe(
      200,
    );
    expect(await shown("electrical")).toMatchObject({
      mode: "fixed",
      unit: "visit",
      fils: 199_00,
      nextFils: null,
    });
    const entry = (await readTrail(caller.db, { type: "service.price-planned" })).at(-1);
    expect(entry).toMatchObject({
      actor: "Test admin",
      data: { serviceId: "electrical", item: "call-out", effectiveFrom: TODAY },
      before: { mode: "hourly", unit: "hour", fils: 150_00, nextFils: 150_00 },
      after: { mode: "fixed", unit: "visit", fils: 199_00, nextFils: null },
    });
    await plan("electrical", { mode: "survey" }, TOMORROW);
    vi.setSystemTime(new Date(`${TOMORROW}T09:00:00+04:00`));
    expect(await shown("electrical")).toMatchObject({ mode: "survey", unit: "", fils: null, nextFils: null });
  });

  it("can be withdrawn while planned, and today until its first booking", async () => {
    const planned = await plan("plumbing", hourly(170_00), TOMORROW);
    const { id } = planned.body.items[0].prices[0];
    expect((await withdraw(id)).body.items[0].prices).toHaveLength(1);
    expect(await withdraw(id)).toMatchObject({ status: 404, body: { reason: "not-found" } });

    const mistyped = (await plan("plumbing", hourly(15_00), TODAY)).body.items[0].prices[0];
    expect((await withdraw(mistyped.id)).status).toBe(200);
    expect(await shown("plumbing")).toMatchObject({ fils: 150_00 });

    const booked = (await plan("plumbing", hourly(160_00), TODAY)).body.items[0].prices[0];
    await caller.book({ service: "plumbing" });
    expect(await withdraw(booked.id)).toMatchObject({ status: 409, body: { reason: "booked" } });
    vi.setSystemTime(new Date(`${TOMORROW}T09:00:00+04:00`));
    expect(await withdraw(booked.id)).toMatchObject({ status: 409, body: { reason: "in-force" } });
  });

  it("becomes the first price of a service without one", async () => {
    const added = await caller.call(
      "POST",
      "/api/admin/services",
      {
        name: "Pest control",
        summary: "Ants and more",
        icon: "bug",
        durationMin: 60,
        bufferMin: 0,
        outdoor: false,
      },
      admin,
    );
    const { serviceId } = added.body;
    expect(await book(serviceId)).toEqual({ items: [] });
    const fixed = { mode: "fixed", unit: "home", fils: 300_00 };
    expect((await plan(serviceId, fixed, TODAY, admin, "standard")).body.items).toMatchObject([
      { item: "standard", name: "Call-out", isHeadline: true, prices: [{ fils: 300_00 }] },
    ]);
    expect(await shown(serviceId)).toMatchObject({ mode: "fixed", unit: "home", fils: 300_00 });
  });
});

describe("Arabic texts of a price item", () => {
  const read = (serviceId: string, item: string) =>
    caller.db
      .selectFrom("prices")
      .select(["nameAr", "unitAr"])
      .where("serviceId", "=", serviceId)
      .where("item", "=", item)
      .orderBy("effectiveFrom", "desc")
      .executeTakeFirstOrThrow();

  it("stay when the price changes, the unit only if it is known", async () => {
    await caller.db
      .updateTable("prices")
      .set({ nameAr: "السباكة", unitAr: "ساعة" })
      .where("serviceId", "=", "plumbing")
      .where("item", "=", "call-out")
      .execute();
    await plan("plumbing", hourly(190_00), TOMORROW);
    expect(await read("plumbing", "call-out")).toEqual({ nameAr: "السباكة", unitAr: "ساعة" });
    await plan("plumbing", { mode: "fixed", unit: "siphon", fils: 100_00 }, "2026-11-30");
    expect(await read("plumbing", "call-out")).toEqual({ nameAr: "السباكة", unitAr: null });
  });

  it("can be changed without a new price, for all prices of the item and of the unit", async () => {
    const terms = { mode: "fixed", unit: "wall", fils: 70_00 };
    const send = (item: string, texts: object) =>
      caller.call(
        "POST",
        "/api/admin/prices",
        { serviceId: "tiling", item, name: "Wall", terms, effectiveFrom: TOMORROW, ...texts },
        admin,
      );
    await send("wall", {});
    await send("other-wall", {});
    const { status, body } = await send("wall", { nameAr: " حائط ", unitAr: "حائط" });
    expect(status).toBe(200);
    expect(body.items.find(({ item }: { item: string }) => item === "wall")).toMatchObject({
      nameAr: "حائط",
      unitAr: "حائط",
      prices: [{ fils: 70_00 }],
    });
    expect(await read("tiling", "other-wall")).toEqual({ nameAr: null, unitAr: "حائط" });
    expect((await readTrail(caller.db, { type: "service.price-translated" })).at(-1)).toMatchObject({
      after: { nameAr: "حائط", unitAr: "حائط" },
    });
    expect(await send("wall", { nameAr: "حائط" })).toMatchObject({ status: 409 });
  });

  it("refuse a change of another version than the stored one, also of two concurrent changes", async () => {
    const terms = { mode: "fixed", unit: "gate", fils: 80_00 };
    const send = (texts: object) =>
      caller.call(
        "POST",
        "/api/admin/prices",
        { serviceId: "carpentry", item: "gate", name: "Gate", terms, effectiveFrom: TOMORROW, ...texts },
        admin,
      );
    const versionOf = ({ body }: { body: { items: { item: string; version: number }[] } }) =>
      body.items.find(({ item }) => item === "gate")!.version;
    const seen = versionOf(await send({}));
    const changed = await send({ nameAr: "بوابة", version: seen });
    expect(changed.status).toBe(200);
    expect(await send({ nameAr: "باب", version: seen })).toMatchObject({
      status: 409,
      body: { reason: "stale", message: expect.stringContaining("Arabic texts") },
    });
    expect(await read("carpentry", "gate")).toEqual({ nameAr: "بوابة", unitAr: null });

    const version = versionOf(changed);
    const answers = await Promise.all([
      send({ nameAr: "بوابة", unitAr: "بوابة", version }),
      send({ nameAr: "باب", version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = versionOf(answers.find(({ status }) => status === 200)!);
    terms.fils = 90_00;
    expect((await send({ version: kept })).body).toMatchObject({ reason: "day-taken" });
  });

  it("of a known unit are used for new items", async () => {
    await plan("tiling", hourly(90_00), TOMORROW, admin, "grouting");
    expect(await read("tiling", "grouting")).toEqual({ nameAr: null, unitAr: "ساعة" });
  });
});

describe("refused price changes", () => {
  it("past, taken and distant days, an unchanged price, invalid amounts, other roles", async () => {
    await plan("handyman", hourly(130_00), TOMORROW, admin, "hour");
    const before = await caller.contents();
    const refused = async (terms: object, day: string, answer: object) =>
      expect(await plan("handyman", terms, day, admin, "hour")).toMatchObject(answer);
    const invalid = (field: string) => ({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    await refused(hourly(140_00), "2026-11-22", invalid("effectiveFrom"));
    await refused(hourly(140_00), "2029-01-01", invalid("effectiveFrom"));
    await refused(hourly(140_00), TOMORROW, { status: 409, body: { reason: "day-taken" } });
    await refused(hourly(120_00), TODAY, { status: 409, body: { reason: "unchanged" } });
    await refused(hourly(130_00), "2026-11-30", { status: 409, body: { reason: "unchanged" } });
    await refused(hourly(-1), "2026-11-30", invalid("terms.fils"));
    await refused(hourly(100.5), "2026-11-30", invalid("terms.fils"));
    await refused({ mode: "fixed", unit: "", fils: 1 }, "2026-11-30", invalid("terms.unit"));
    await refused({ mode: "hourly", fils: null, nextFils: null }, "2026-11-30", invalid("terms.nextFils"));
    expect((await plan("magic", hourly(1), TODAY)).status).toBe(404);
    expect((await plan("handyman", hourly(1), TODAY, {})).status).toBe(401);
    expect((await withdraw("nothing")).status).toBe(404);
    expect(await caller.contents()).toEqual(before);
  });

  it("changes by office roles with read access only", async () => {
    for (const role of ["dispatcher", "accountant"] as const) {
      const ctx = { ...caller.ctx(), actor: { ...office, role } };
      const price = { item: "call-out", name: "Call-out", terms: { mode: "survey" as const } };
      expect((await getPriceBook(ctx, "hvac")).items[0]).toMatchObject({ item: "call-out" });
      expect(await planPrice(ctx, { ...price, serviceId: "hvac", effectiveFrom: TODAY })).toEqual({
        ok: false,
        reason: "not-allowed",
      });
    }
    const technician = { ...caller.ctx(), actor: { ...office, role: "technician" as const } };
    await expect(getPriceBook(technician, "hvac")).rejects.toMatchObject({ status: 403 });
  });

  it("one of two concurrent prices for a day", async () => {
    const answers = await Promise.all([
      plan("general-maintenance", hourly(140_00), TOMORROW, admin, "hour"),
      plan("general-maintenance", hourly(145_00), TOMORROW, admin, "hour"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("database: updates, two prices for a day, invalid terms", async () => {
    const change = caller.db.updateTable("prices").set({ priceFils: 1 }).where("item", "=", "call-out");
    await expect(change.execute()).rejects.toThrow("immutable");
    const row = {
      serviceId: "tiling",
      item: "other",
      name: "Other",
      mode: "fixed" as const,
      unit: "visit",
      priceFils: 1,
      nextHourFils: null,
      isHeadline: true,
      effectiveFrom: "2025-01-01",
    };
    const insert = (changes: Partial<typeof row>) =>
      caller.db
        .insertInto("prices")
        .values({ ...row, ...changes })
        .execute();
    await expect(insert({})).rejects.toThrow("prices_single_headline_key");
    await expect(insert({ isHeadline: false, item: "survey" })).rejects.toThrow("duplicate key");
    await expect(insert({ isHeadline: false, priceFils: -1 })).rejects.toThrow("check constraint");
    await expect(insert({ isHeadline: false, unit: "" })).rejects.toThrow("prices_unit_mode_check");
  });
});
