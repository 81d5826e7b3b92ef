import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterAll(() => caller.close());

async function services() {
  const { status, body } = await caller.call("GET", "/api/services");
  expect(status).toBe(200);
  return body.services as { id: string; price: unknown }[];
}
const priceOf = async (id: string) => (await services()).find((service) => service.id === id)!.price;

describe("public services", () => {
  it("lists the specification's services and the handyman in the office's order", async () => {
    expect((await services()).map(({ id }) => id)).toEqual([
      "free-survey",
      "hvac",
      "electrical",
      "plumbing",
      "painting",
      "tiling",
      "carpentry",
      "general-maintenance",
      "handyman",
      "emergency",
    ]);
  });

  it("contains the fields of form and pages", async () => {
    expect((await services()).find(({ id }) => id === "plumbing")).toEqual({
      id: "plumbing",
      name: "Plumbing",
      summary: expect.any(String),
      icon: "droplets",
      page: true,
      emergency: false,
      outdoor: false,
      durationMin: 60,
      price: { name: "Plumbing call-out", mode: "hourly", fils: 150_00, nextFils: 150_00, unit: "hour" },
    });
    expect((await services()).find(({ id }) => id === "emergency")).toMatchObject({ emergency: true });
    expect(await priceOf("free-survey")).toMatchObject({ mode: "fixed", fils: 0 });
    expect(await priceOf("tiling")).toMatchObject({ mode: "survey", fils: null });
  });

  it("follows order, name and availability set by the office", async () => {
    await caller.db.updateTable("services").set({ active: false }).where("id", "=", "carpentry").execute();
    await caller.db
      .updateTable("services")
      .set({ position: -1, name: "Handyman & more" })
      .where("id", "=", "handyman")
      .execute();
    const now = await services();
    expect(now[0]).toMatchObject({ id: "handyman", name: "Handyman & more" });
    expect(now.map(({ id }) => id)).not.toContain("carpentry");
  });

  it("applies a new price from midnight in Dubai; existing bookings keep theirs", async () => {
    await caller.db
      .insertInto("prices")
      .values({
        serviceId: "plumbing",
        item: "call-out",
        name: "Plumbing call-out",
        mode: "hourly",
        unit: "hour",
        priceFils: 180_00,
        nextHourFils: 160_00,
        isHeadline: true,
        effectiveFrom: "2026-12-01",
      })
      .execute();
    const { booking, reference, key } = await caller.book();
    expect(booking.estimateFils).toBe(150_00);
    vi.setSystemTime(new Date("2026-11-30T19:59:59Z"));
    expect(await priceOf("plumbing")).toMatchObject({ fils: 150_00 });
    vi.setSystemTime(new Date("2026-11-30T20:00:00Z"));
    expect(await priceOf("plumbing")).toMatchObject({ fils: 180_00, nextFils: 160_00 });
    expect((await caller.book()).booking.estimateFils).toBe(180_00);
    const kept = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(kept.body.booking.estimateFils).toBe(150_00);
    vi.setSystemTime(NOW);
  });
});
