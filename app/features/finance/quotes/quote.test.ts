import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isDiscountTooLarge,
  type QuoteState,
  type QuoteTransition,
  quoteStates,
  quoteTotals,
  quoteTransitions,
  validateQuoteTransition,
} from "./quote";

const today = "2026-11-22";
const byOf: Record<QuoteTransition, "office" | "customer" | "clock"> = {
  send: "office",
  withdraw: "office",
  view: "customer",
  approve: "customer",
  requestChanges: "customer",
  decline: "customer",
  expire: "clock",
  convert: "office",
  cancel: "office",
};
const from = (transition: QuoteTransition, validUntil: string | null = today) =>
  quoteStates.filter(
    (state) =>
      validateQuoteTransition({
        transition,
        by: byOf[transition],
        state,
        validUntil,
        today,
        comment: "Why not",
      }).ok,
  );

describe("validateQuoteTransition", () => {
  it("allows each transition only from its states", () => {
    expect(from("view")).toEqual(["sent"]);
    for (const transition of ["approve", "requestChanges", "decline"] as const) {
      expect(from(transition)).toEqual(["sent", "viewed"]);
    }
    expect(from("withdraw")).toEqual(["draft", "sent", "viewed", "changes_requested"]);
    expect(from("convert")).toEqual(["approved"]);
    expect(from("cancel")).toEqual(["approved", "converted"]);
    expect(from("send")).not.toContain("approved");
    expect(from("send")).not.toContain("converted");
  });

  it("accepts answers on the last valid day and rejects them afterwards", () => {
    const answer = (state: QuoteState, validUntil: string) =>
      validateQuoteTransition({ transition: "approve", by: "customer", state, validUntil, today });
    expect(answer("viewed", today)).toEqual({ ok: true, to: "approved" });
    expect(answer("viewed", "2026-11-21")).toEqual({ ok: false, reason: "quote-expired" });
    expect(answer("expired", "2026-11-21")).toEqual({ ok: false, reason: "quote-expired" });
    expect(from("expire")).toEqual([]);
    expect(from("expire", "2026-11-21")).toEqual(["sent", "viewed"]);
  });

  it("requires a comment for declines and changes, and the right party", () => {
    for (const transition of ["decline", "requestChanges"] as const) {
      const request = { transition, by: "customer", state: "viewed", validUntil: today, today } as const;
      expect(validateQuoteTransition({ ...request, comment: "  " })).toEqual({
        ok: false,
        reason: "text-required",
      });
    }
    for (const transition of quoteTransitions) {
      const others = (["office", "customer", "clock"] as const).filter((by) => by !== byOf[transition]);
      for (const by of others) {
        const decision = validateQuoteTransition({
          transition,
          by,
          state: "viewed",
          validUntil: today,
          today,
        });
        expect(decision).toEqual({ ok: false, reason: "not-allowed" });
      }
    }
  });
});

const line = fc
  .record({
    quantityHundredths: fc.integer({ min: 1, max: 1_000_000 }),
    unitFils: fc.integer({ min: 0, max: 100_000_000 }),
    optional: fc.boolean(),
    /** Contract discount on a part, in percent. */
    discountPercent: fc.constantFrom(0, 10, 100),
  })
  .map(({ discountPercent, ...line }) => ({
    ...line,
    discountFils: Math.floor(
      (Math.round((line.quantityHundredths * line.unitFils) / 100) * discountPercent) / 100,
    ),
  }));
const discount = fc.oneof(
  fc.constant({ kind: "none" as const }),
  fc.record({ kind: fc.constant("amount" as const), fils: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant("percent" as const), hundredths: fc.integer({ min: 0, max: 10_000 }) }),
);

describe("quoteTotals", () => {
  it("property: adds up the included lines and takes the deposit as a share of them", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.nat(11)),
        discount,
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(0 as const, 5 as const),
        (lines, indexes, discount, depositPercent, vatPercent) => {
          const ticked = new Set(indexes);
          const totals = quoteTotals({ lines, discount, depositPercent }, ticked, vatPercent);
          const included = totals.lines.filter((_, at) => !lines[at]!.optional || ticked.has(at));
          const sum = (amount: (one: (typeof included)[number]) => number) =>
            included.reduce((all, one) => all + amount(one), 0);
          expect(sum(({ grossFils }) => grossFils)).toBe(totals.totalFils);
          expect(sum(({ vatFils }) => vatFils)).toBe(totals.vatFils);
          expect(totals.netFils + totals.vatFils).toBe(totals.totalFils);
          const partDiscounts = lines.reduce(
            (all, { optional, discountFils }, at) => all + (!optional || ticked.has(at) ? discountFils : 0),
            0,
          );
          expect(sum(({ discountFils }) => discountFils)).toBe(totals.discountFils + partDiscounts);
          expect(totals.linesFils - totals.discountFils).toBe(totals.totalFils);
          expect(totals.discountFils).toBeLessThanOrEqual(totals.linesFils);
          expect(totals.depositFils).toBe(Math.round((totals.totalFils * depositPercent) / 100));
          if (vatPercent === 0) expect(totals.vatFils).toBe(0);
          for (const { grossFils, netFils, vatFils } of totals.lines)
            expect(netFils + vatFils).toBe(grossFils);
        },
      ),
    );
  });

  it("includes ticked options and leaves the others out", () => {
    const terms = {
      lines: [
        { quantityHundredths: 300, unitFils: 250_00, discountFils: 0, optional: false },
        { quantityHundredths: 100, unitFils: 420_00, discountFils: 0, optional: true },
      ],
      discount: { kind: "percent", hundredths: 1000 },
      depositPercent: 30,
    } as const;
    expect(quoteTotals(terms, new Set(), 5)).toMatchObject({ totalFils: 675_00, depositFils: 202_50 });
    expect(quoteTotals(terms, new Set([1]), 5)).toMatchObject({
      linesFils: 1170_00,
      discountFils: 117_00,
      totalFils: 1053_00,
      vatFils: 50_14,
      depositFils: 315_90,
    });
    expect(quoteTotals(terms, new Set(), 5).lines[1]).toMatchObject({ grossFils: 420_00, discountFils: 0 });
  });
});

describe("isDiscountTooLarge", () => {
  const of = (unitFils: number, optional = false) => ({
    ...{ quantityHundredths: 100, discountFils: 0 },
    ...{ unitFils, optional },
  });
  it.each([
    ["lower than the required lines", [of(100_00), of(50_00, true)], 99_99, false],
    ["equal to the required lines", [of(100_00), of(50_00, true)], 100_00, true],
    ["lower than the cheapest of options only", [of(100_00, true), of(50_00, true)], 49_99, false],
    ["equal to the cheapest of options only", [of(100_00, true), of(50_00, true)], 50_00, true],
    ["above free required lines", [of(0), of(50_00, true)], 1, true],
    ["of zero on free lines", [of(0)], 0, false],
    ["without lines yet", [], 100_00, false],
  ] as const)("judges a fixed discount %s", (_, lines, fils, expected) => {
    expect(isDiscountTooLarge({ lines, discount: { kind: "amount", fils } })).toBe(expected);
  });

  it("refuses percentages only if nothing remains", () => {
    const percent = (hundredths: number) => ({ kind: "percent", hundredths }) as const;
    expect(isDiscountTooLarge({ lines: [of(100_00)], discount: percent(10_000) })).toBe(true);
    expect(isDiscountTooLarge({ lines: [of(100_00)], discount: percent(9_999) })).toBe(false);
    expect(isDiscountTooLarge({ lines: [of(0)], discount: percent(10_000) })).toBe(false);
  });
});
