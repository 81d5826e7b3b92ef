import fc from "fast-check";
import { expect, it } from "vitest";
import { type ChargedInvoice, creditLines } from "./credit-lines";
import { type InvoiceLine, sumsOfInvoice } from "./invoice-lines";

const free = { section: "", unit: "h", serviceId: null, priceId: null, deductsId: null };
const line = fc
  .record({
    quantityHundredths: fc.integer({ min: 1, max: 2_000 }),
    unitFils: fc.integer({ min: 1, max: 300_000 }),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ quantityHundredths, unitFils, discount }): InvoiceLine => {
    const gross = Math.round((quantityHundredths * unitFils) / 100);
    return {
      ...free,
      description: "Work",
      quantityHundredths,
      unitFils,
      discountFils: Math.floor(discount * discount * gross),
    };
  });

interface Made {
  totalFils: number;
  vatFils: number;
  deposits: boolean;
  lines: Omit<ChargedInvoice["lines"][number], "creditedFils">[];
}

/** An invoice of some lines, of which perhaps a deposit was deducted. */
const invoice = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([lines, share]): Made => {
    const { total } = sumsOfInvoice(lines, 5, []);
    const fils = Math.floor(total.grossFils * (share > 0.5 ? share - 0.5 : 0));
    const deposit = { id: "d", totalFils: fils + 1, vatFils: Math.round((fils + 1) / 21), takenFils: 0 };
    const taken = {
      ...free,
      description: "Deposit",
      quantityHundredths: -100,
      unitFils: fils,
      discountFils: 0,
      deductsId: "d",
    };
    const sums = sumsOfInvoice(fils ? [...lines, taken] : lines, 5, [deposit]);
    return {
      totalFils: sums.total.grossFils,
      vatFils: sums.total.vatFils,
      deposits: fils > 0,
      lines: lines.map((line, at) => ({ ...line, position: at + 1, vatPercent: 5, ...sums.lines[at]! })),
    };
  })
  .filter(({ totalFils, vatFils }) => totalFils > 0 && vatFils >= 0);

const step = fc.oneof(
  fc.record({ kind: fc.constant("amount" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("lines" as const),
    at: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("quantity" as const),
    at: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

it("crediting everything in any number of steps gives back exactly the invoice's total and VAT", () => {
  fc.assert(
    fc.property(invoice, fc.array(step, { maxLength: 10 }), (made, steps) => {
      const credited = made.lines.map(() => 0);
      let total = 0;
      let vat = 0;
      const now = (): ChargedInvoice => ({
        ...made,
        takenFils: total,
        lines: made.lines.map((line, at) => ({ ...line, creditedFils: credited[at]! })),
      });
      const take = (wish: Parameters<typeof creditLines>[1]) => {
        const result = creditLines(now(), wish);
        if (!result.ok) return;
        expect(result.totalFils).toBe(result.lines.reduce((sum, { grossFils }) => sum + grossFils, 0));
        for (const line of result.lines) {
          // What the database asks of each line.
          expect(line.grossFils).toBe(
            Math.round((line.quantityHundredths * line.unitFils) / 100) - line.discountFils,
          );
          expect(line.grossFils).toBeGreaterThan(0);
          expect(line.discountFils).toBeGreaterThanOrEqual(0);
          expect(line.vatFils).toBeGreaterThanOrEqual(0);
          expect(line.vatFils).toBeLessThanOrEqual(line.grossFils);
          credited[line.position - 1]! += line.grossFils;
        }
        total += result.totalFils;
        vat += result.vatFils;
        expect(total).toBeLessThanOrEqual(made.totalFils);
      };
      for (const one of steps) {
        const left = made.totalFils - total;
        if (one.kind === "amount") take({ kind: "amount", fils: Math.ceil(one.share * left) });
        else {
          const { position, grossFils, quantityHundredths } = made.lines[one.at % made.lines.length]!;
          const share = (of: number) => Math.max(1, Math.floor(one.share * of));
          take({
            kind: "lines",
            lines: [
              one.kind === "lines"
                ? { position, fils: share(grossFils) }
                : { position, quantityHundredths: share(quantityHundredths) },
            ],
          });
        }
      }
      take({ kind: "whole" });
      expect([total, vat]).toEqual([made.totalFils, made.vatFils]);
      expect(creditLines(now(), { kind: "whole" })).toMatchObject({ ok: false, fils: 0 });
    }),
    { numRuns: 500 },
  );
});

it("a line that is credited as a whole gives back its own VAT; more than is left is refused by what is left", () => {
  const lines = [1, 2].map((position) => ({
    position,
    description: "Work",
    unit: "h",
    quantityHundredths: 300,
    unitFils: 250_00,
    grossFils: 750_00,
    vatFils: 35_71,
    vatPercent: 5,
    creditedFils: position === 2 ? 700_00 : 0,
  }));
  const charged = { totalFils: 1500_00, vatFils: 71_42, takenFils: 700_00, deposits: false, lines };
  expect(
    creditLines(charged, { kind: "lines", lines: [{ position: 1, quantityHundredths: 300 }] }),
  ).toMatchObject({
    lines: [{ grossFils: 750_00, vatFils: 35_71, quantityHundredths: 300, unit: "h" }],
  });
  expect(
    creditLines(charged, { kind: "lines", lines: [{ position: 1, quantityHundredths: 100 }] }),
  ).toMatchObject({
    lines: [{ grossFils: 250_00, vatFils: 11_90 }],
  });
  expect(creditLines(charged, { kind: "lines", lines: [{ position: 2, fils: 50_01 }] })).toEqual({
    ok: false,
    position: 2,
    fils: 50_00,
  });
  expect(creditLines(charged, { kind: "amount", fils: 800_01 })).toEqual({
    ok: false,
    position: null,
    fils: 800_00,
  });
});
