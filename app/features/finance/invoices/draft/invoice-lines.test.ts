import fc from "fast-check";
import { expect, it } from "vitest";
import { invoiceTitle } from "../invoice";
import { invoiceSums, vatOfPortion } from "./invoice-lines";

it("property: any sequence of portions contains exactly the VAT of the whole", () => {
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
        let used = 0;
        let vat = 0;
        for (const end of ends) {
          const fils = end - used;
          const step = vatOfPortion(whole, { fils: used, vatFils: vat }, fils);
          expect(step).toBeGreaterThanOrEqual(0);
          expect(step).toBeLessThanOrEqual(fils);
          vat += step;
          used = end;
        }
        expect(vat).toBe(whole.vatFils);
      },
    ),
  );
});

it("deducts a deposit at the VAT rate charged on it", () => {
  const line = {
    ...{ section: "", description: "Deposit", quantityHundredths: -100, unit: "", unitFils: 105_00 },
    ...{
      discountFils: 0,
      serviceId: null,
      priceId: null,
      deductsId: "deposit",
      partContractId: null,
      vatTreatment: "standard" as const,
    },
  };
  const used = { fils: 0, vatFils: 0 };
  const deposit = { id: "deposit", totalFils: 105_00, vatFils: 5_00, vatPercent: 5, used };
  const { lines } = invoiceSums([line], 10, [deposit]);
  expect(lines).toEqual([{ grossFils: -105_00, vatFils: -5_00, netFils: -100_00 }]);
});

it("invoiceTitle returns a full tax invoice for registered buyers and above AED 10,000, and no tax title without a TRN or a taxable line", () => {
  const titleOf = (more: Partial<Parameters<typeof invoiceTitle>[0]>) =>
    invoiceTitle({ sellerTrn: "100000000000003", buyerTrn: null, totalFils: 0, taxable: true, ...more });
  expect(titleOf({ totalFils: 10_000_00 })).toBe("simplified-tax-invoice");
  expect(titleOf({ totalFils: 10_000_01 })).toBe("tax-invoice");
  expect(titleOf({ buyerTrn: "100000000000099", totalFils: 1 })).toBe("tax-invoice");
  expect(titleOf({ sellerTrn: null, buyerTrn: "100000000000099", totalFils: 20_000_00 })).toBe("invoice");
  expect(titleOf({ taxable: false, totalFils: 20_000_00 })).toBe("invoice");
});
