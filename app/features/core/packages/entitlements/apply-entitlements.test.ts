import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PriceBookItem, priceBooking, surchargeKinds } from "../../pricing/booking-price";
import { applyEntitlements, type EntitlementTerms, withoutEntitlements } from "./apply-entitlements";

const item = (serviceId: string, changes: Partial<PriceBookItem> = {}): PriceBookItem => ({
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
    isHeadline: true,
    emergency: false,
    emergencySurcharge: 50,
    outOfHoursSurcharge: 25,
  },
  ...{ durationMin: 60, durationKnown: true, bufferMin: 30 },
  ...changes,
});
const unit = item("hvac", { mode: "fixed", item: "service", fils: 250_00, nextFils: null });
const terms: EntitlementTerms = {
  ...{ contractId: "c", reference: "AMC-2026-000001", callOutHours: 1, emergencyFee: true },
  remaining: { "call-out": 5, "handyman-hour": 0 },
};
const covered = (lines: readonly { coveredFils: number }[]) => lines.map(({ coveredFils }) => coveredFils);

describe("applyEntitlements", () => {
  it("covers the first hours of one call-out per visit", () => {
    const chosen = [
      { item: unit, quantity: 2 },
      { item: item("plumbing"), quantity: 3 },
      { item: item("electrical"), quantity: 1 },
    ];
    const price = applyEntitlements(priceBooking(chosen, null), { ...terms, callOutHours: 2 });
    expect(covered(price.lines)).toEqual([0, 280_00, 0]);
    expect(price.uses).toEqual([{ kind: "call-out", quantity: 1 }]);
    expect(price.totalFils).toBe(500_00 + 130_00 + 150_00);
  });

  it("covers nothing once call-outs are used up, and always if they are unlimited", () => {
    const price = priceBooking([{ item: item("plumbing"), quantity: 1 }], null);
    expect(
      applyEntitlements(price, { ...terms, remaining: { ...terms.remaining, "call-out": 0 } }),
    ).toMatchObject({
      ...{ totalFils: 150_00, uses: [] },
    });
    expect(
      applyEntitlements(price, { ...terms, remaining: { ...terms.remaining, "call-out": null } }).totalFils,
    ).toBe(0);
  });

  it("covers handyman hours from their balance without using a call-out", () => {
    const price = priceBooking(
      [{ item: item("handyman", { fils: 120_00, nextFils: null }), quantity: 4 }],
      null,
    );
    expect(applyEntitlements(price, terms).totalFils).toBe(480_00);
    expect(
      applyEntitlements(price, { ...terms, remaining: { "call-out": 1, "handyman-hour": 3 } }),
    ).toMatchObject({
      ...{ totalFils: 120_00, uses: [{ kind: "handyman-hour", quantity: 3 }] },
    });
  });

  it("covers the emergency surcharge if the package has no emergency fee, never the out-of-hours surcharge", () => {
    const chosen = [{ item: item("plumbing"), quantity: 1 }];
    const emergency = priceBooking(chosen, "emergency-uplift");
    expect(applyEntitlements(emergency, terms).totalFils).toBe(75_00);
    expect(applyEntitlements(emergency, { ...terms, emergencyFee: false }).totalFils).toBe(0);
    const outOfHours = priceBooking(chosen, "out-of-hours-uplift");
    expect(applyEntitlements(outOfHours, { ...terms, emergencyFee: false }).totalFils).toBe(37_50);
  });

  it("property: cover never exceeds line or balance and is removed with the contract", () => {
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
          const result = applyEntitlements(price, {
            ...terms,
            callOutHours: upTo,
            emergencyFee,
            remaining: left,
          });
          for (const { coveredFils, grossFils, contractId } of result.lines) {
            expect(coveredFils).toBeLessThanOrEqual(grossFils ?? 0);
            expect(contractId === null).toBe(coveredFils === 0);
          }
          for (const { kind, quantity } of result.uses) {
            expect(quantity).toBeGreaterThan(0);
            expect(quantity).toBeLessThanOrEqual(left[kind] ?? Number.POSITIVE_INFINITY);
          }
          const sum = covered(result.lines).reduce((all, fils) => all + fils, 0);
          expect((price.totalFils ?? 0) - sum).toBe(result.totalFils ?? 0);
          expect(withoutEntitlements(result).totalFils).toBe(price.totalFils);
        },
      ),
    );
  });
});
