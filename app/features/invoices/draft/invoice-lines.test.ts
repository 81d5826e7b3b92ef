import fc from "fast-check";
import { expect, it } from "vitest";
import { titleOf } from "../invoice";
import { vatOfNext } from "./invoice-lines";

it("what is taken of something in any number of steps has taken exactly its VAT in the end, and no step more than itself", () => {
  const whole = fc
    .integer({ min: 1, max: 10_000_000_000_00 })
    .map((totalFils) => ({ totalFils, vatFils: Math.round((totalFils * 5) / 105) }));
  fc.assert(
    fc.property(
      whole,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (whole, cuts) => {
        const ends = [...cuts.map((cut) => Math.floor(cut * whole.totalFils)), whole.totalFils].sort(
          (a, b) => a - b,
        );
        let taken = 0;
        let vat = 0;
        for (const end of ends) {
          const fils = end - taken;
          const step = vatOfNext(whole, { fils: taken, vatFils: vat }, fils);
          expect(step).toBeGreaterThanOrEqual(0);
          expect(step).toBeLessThanOrEqual(fils);
          vat += step;
          taken = end;
        }
        expect(vat).toBe(whole.vatFils);
      },
    ),
  );
});

it("a full tax invoice is for whoever is registered and for what is above AED 10,000; without a TRN none says tax", () => {
  const ours = "100000000000003";
  expect(titleOf(ours, null, 10_000_00)).toBe("simplified-tax-invoice");
  expect(titleOf(ours, null, 10_000_01)).toBe("tax-invoice");
  expect(titleOf(ours, "100000000000099", 1)).toBe("tax-invoice");
  expect(titleOf(null, "100000000000099", 20_000_00)).toBe("invoice");
});
