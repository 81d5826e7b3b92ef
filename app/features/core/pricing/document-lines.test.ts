import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calculateLineSums,
  discountOf,
  distributeDiscount,
  type LineTerms,
  lineGross,
  sumDocument,
  totalOf,
} from "./document-lines";

const line = (unitFils: number, quantityHundredths = 100, discountFils = 0): LineTerms => ({
  quantityHundredths,
  unitFils,
  discountFils,
});
const sums = (...lines: LineTerms[]) => calculateLineSums(lines, 5);

/** Arbitrary valid invoice line. */
const anyLine = fc
  .record({
    unitFils: fc.integer({ min: 0, max: 5_000_000 }),
    quantityHundredths: fc.integer({ min: 1, max: 50_00 }),
    off: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ unitFils, quantityHundredths, off }) => {
    const gross = lineGross(line(unitFils, quantityHundredths));
    return line(unitFils, quantityHundredths, Math.floor((gross * off) / 100));
  });

describe("calculateLineSums", () => {
  it("takes VAT out of a gross price exactly for whole dirhams", () => {
    expect(sums(line(250_00))).toEqual([{ grossFils: 250_00, vatFils: 11_90, netFils: 238_10 }]);
    for (let dirhams = 1; dirhams <= 3000; dirhams++) {
      const [{ grossFils, vatFils, netFils }] = sums(line(dirhams * 100)) as [
        { grossFils: number; vatFils: number; netFils: number },
      ];
      expect(grossFils).toBe(dirhams * 100);
      expect(vatFils).toBe(Math.round((grossFils * 5) / 105));
      expect(vatFils + netFils).toBe(grossFils);
    }
  });

  it("meets the document tolerance where rounding each line would not: five of 250.00", () => {
    const lines = sums(...Array.from({ length: 5 }, () => line(250_00)));
    expect(totalOf(lines)).toEqual({ grossFils: 1250_00, vatFils: 59_52, netFils: 1190_48 });
    expect(lines.map(({ vatFils }) => vatFils)).toEqual([11_91, 11_91, 11_90, 11_90, 11_90]);
  });

  it("charges no VAT for an unregistered business", () => {
    expect(calculateLineSums([line(250_00), line(99)], 0)).toEqual([
      { grossFils: 250_00, vatFils: 0, netFils: 250_00 },
      { grossFils: 99, vatFils: 0, netFils: 99 },
    ]);
  });

  it("property: lines add up, stay within one fils of their VAT and two of 5% of the net total", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 60 }), (terms) => {
        const lines = sums(...terms);
        lines.forEach(({ grossFils, vatFils, netFils }, at) => {
          expect(grossFils).toBe(lineGross(terms[at]!));
          expect(vatFils + netFils).toBe(grossFils);
          expect(Math.abs(vatFils - grossFils / 21)).toBeLessThan(1);
        });
        const total = totalOf(lines);
        expect(Math.abs(total.vatFils - Math.round(total.netFils * 0.05))).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("property: deductions repeat the VAT charged and the document stays within tolerance", () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 100 }),
        (terms, percent) => {
          const work = totalOf(sums(...terms)).grossFils;
          const deposit = Math.floor((work * percent) / 100);
          fc.pre(deposit > 0);
          const charged = totalOf(sums(line(deposit)));
          const lines = sums(...terms, {
            ...line(deposit, -100),
            fixedVat: { fils: -charged.vatFils, percent: 5 },
          });
          expect(lines.at(-1)).toEqual({
            grossFils: -deposit,
            vatFils: -charged.vatFils,
            netFils: charged.vatFils - deposit,
          });
          const total = totalOf(lines);
          expect(total.grossFils).toBe(work - deposit);
          expect(Math.abs(total.vatFils - Math.round(total.netFils * 0.05))).toBeLessThanOrEqual(2);
        },
      ),
    );
  });

  it("rounds halves away from zero, so that deductions mirror charges", () => {
    expect(lineGross(line(1, 50))).toBe(1);
    expect(lineGross(line(1, -50))).toBe(-1);
    expect(lineGross(line(33_33, 150))).toBe(50_00);
  });
});

describe("distributeDiscount", () => {
  it("distributes a discount by line amount to the last fils", () => {
    expect(distributeDiscount([100_00, 100_00, 100_00], 100)).toEqual([34, 33, 33]);
    expect(distributeDiscount([0, 0], 0)).toEqual([0, 0]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 1, maxLength: 30 }),
        fc.nat(100),
        (gross, percent) => {
          const whole = gross.reduce((all, fils) => all + fils, 0);
          const discount = discountOf(whole, { kind: "percent", hundredths: percent * 100 });
          const parts = distributeDiscount(gross, discount);
          expect(parts.reduce((all, fils) => all + fils, 0)).toBe(discount);
          parts.forEach((part, at) => {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(gross[at]!);
          });
        },
      ),
    );
  });

  it("never exceeds the total", () => {
    expect(discountOf(100_00, { kind: "amount", fils: 500_00 })).toBe(100_00);
    expect(discountOf(99_99, { kind: "percent", hundredths: 33_33 })).toBe(33_33);
    expect(discountOf(99_99, { kind: "none" })).toBe(0);
  });
});

it("sums charges before the deposits that are deducted from them", () => {
  const lines = [
    { grossFils: 950_00, vatFils: 45_24, discountFils: 50_00 },
    { grossFils: -300_00, vatFils: -14_29, discountFils: 0 },
  ];
  expect(sumDocument(lines)).toEqual({
    subtotalFils: 1_000_00,
    discountFils: 50_00,
    chargedFils: 950_00,
    chargedVatFils: 45_24,
    depositFils: 300_00,
    balanceFils: 650_00,
  });
});
