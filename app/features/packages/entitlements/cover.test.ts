import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BookItem, priceBooking, surchargeKinds } from "../../pricing/booking-price";
import { type CoverTerms, coverPrice, withoutCover } from "./cover";

const item = (serviceId: string, over: Partial<BookItem> = {}): BookItem => ({
  ...{
    priceId: `${serviceId}-price`,
    serviceId,
    item: "call-out",
    name: serviceId,
    mode: "hourly",
    unit: "hour",
  },
  ...{
    fils: 150_00,
    nextFils: 130_00,
    lead: true,
    emergency: false,
    emergencySurcharge: 50,
    outOfHoursSurcharge: 25,
  },
  ...{ durationMin: 60, durationKnown: true, bufferMin: 30 },
  ...over,
});
const unit = item("hvac", { mode: "fixed", item: "service", fils: 250_00, nextFils: null });
const terms: CoverTerms = {
  ...{ contractId: "c", reference: "AMC-2026-000001", callOutHours: 1, emergencyFee: true },
  left: { "call-out": 5, "handyman-hour": 0 },
};
const covered = (lines: readonly { coveredFils: number }[]) => lines.map(({ coveredFils }) => coveredFils);

describe("what a contract pays of a booking", () => {
  it("is one call-out's first hours, whatever else is done in the same visit", () => {
    const chosen = [
      { item: unit, quantity: 2 },
      { item: item("plumbing"), quantity: 3 },
      { item: item("electrical"), quantity: 1 },
    ];
    const price = coverPrice(priceBooking(chosen, null), { ...terms, callOutHours: 2 });
    expect(covered(price.lines)).toEqual([0, 280_00, 0]);
    expect(price.takes).toEqual([{ kind: "call-out", quantity: 1 }]);
    expect(price.totalFils).toBe(500_00 + 130_00 + 150_00);
  });

  it("is nothing of a call-out once they are used up, and always one where there is no limit", () => {
    const price = priceBooking([{ item: item("plumbing"), quantity: 1 }], null);
    expect(coverPrice(price, { ...terms, left: { ...terms.left, "call-out": 0 } })).toMatchObject({
      ...{ totalFils: 150_00, takes: [] },
    });
    expect(coverPrice(price, { ...terms, left: { ...terms.left, "call-out": null } }).totalFils).toBe(0);
  });

  it("is a handyman's hours as far as they go, and no call-out for them", () => {
    const price = priceBooking(
      [{ item: item("handyman", { fils: 120_00, nextFils: null }), quantity: 4 }],
      null,
    );
    expect(coverPrice(price, terms).totalFils).toBe(480_00);
    expect(coverPrice(price, { ...terms, left: { "call-out": 1, "handyman-hour": 3 } })).toMatchObject({
      ...{ totalFils: 120_00, takes: [{ kind: "handyman-hour", quantity: 3 }] },
    });
  });

  it("is the uplift of an emergency where the contract knows no emergency fee, never that of the hour", () => {
    const chosen = [{ item: item("plumbing"), quantity: 1 }];
    const emergency = priceBooking(chosen, "emergency-uplift");
    expect(coverPrice(emergency, terms).totalFils).toBe(75_00);
    expect(coverPrice(emergency, { ...terms, emergencyFee: false }).totalFils).toBe(0);
    const late = priceBooking(chosen, "out-of-hours-uplift");
    expect(coverPrice(late, { ...terms, emergencyFee: false }).totalFils).toBe(37_50);
  });

  it("never is more than a line costs or the contract has, and is all gone without the contract", () => {
    const items = [
      unit,
      item("plumbing"),
      item("handyman"),
      item("carpentry", { mode: "survey", fils: null }),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(3), quantity: fc.integer({ min: 1, max: 6 }) }), { maxLength: 5 }),
        fc.option(fc.constantFrom(...surchargeKinds)),
        fc.record({
          calls: fc.option(fc.nat(3)),
          hours: fc.option(fc.nat(9)),
          upTo: fc.integer({ min: 1, max: 3 }),
        }),
        fc.boolean(),
        (chosen, surcharge, { calls, hours, upTo }, emergencyFee) => {
          const price = priceBooking(
            chosen.map(({ at, quantity }) => ({ item: items[at]!, quantity })),
            surcharge,
          );
          const left = { "call-out": calls, "handyman-hour": hours };
          const made = coverPrice(price, { ...terms, callOutHours: upTo, emergencyFee, left });
          for (const { coveredFils, grossFils, contractId } of made.lines) {
            expect(coveredFils).toBeLessThanOrEqual(grossFils ?? 0);
            expect(contractId === null).toBe(coveredFils === 0);
          }
          for (const { kind, quantity } of made.takes) {
            expect(quantity).toBeGreaterThan(0);
            expect(quantity).toBeLessThanOrEqual(left[kind] ?? Number.POSITIVE_INFINITY);
          }
          const sum = covered(made.lines).reduce((all, fils) => all + fils, 0);
          expect((price.totalFils ?? 0) - sum).toBe(made.totalFils ?? 0);
          expect(withoutCover(made).totalFils).toBe(price.totalFils);
        },
      ),
    );
  });
});
