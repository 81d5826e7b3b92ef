import { describe, expect, it } from "vitest";
import { partDiscountFils } from "./part";
import { applyPartTerms, applyPropertyTerms, blankLine, parseRows, withDiscount } from "./typed-lines";

const plus = {
  contractId: "0190aaaa-0000-7000-8000-000000000001",
  reference: "AMC-2026-000012",
  partsDiscount: 10,
  partsIncludedFils: null,
};

describe("partDiscountFils", () => {
  it("covers the included amount of each part and discounts the rest", () => {
    const two = { unitFils: 300_00, quantityHundredths: 200 };
    expect(partDiscountFils({ partsDiscount: 10, partsIncludedFils: null }, two)).toBe(60_00);
    expect(partDiscountFils({ partsDiscount: 0, partsIncludedFils: 250_00 }, two)).toBe(500_00);
    expect(
      partDiscountFils({ partsDiscount: 10, partsIncludedFils: 250_00 }, { ...two, unitFils: 80_00 }),
    ).toBe(160_00);
    expect(partDiscountFils({ partsDiscount: 0, partsIncludedFils: null }, two)).toBe(0);
  });
});

describe("typed part", () => {
  const part = blankLine({
    description: "Capacitor",
    price: "300",
    quantity: "2",
    partContractId: plus.contractId,
  });
  const work = blankLine({ description: "Fitting", price: "440" });

  it("gets its contract discount, and none while its price is unreadable", () => {
    expect(applyPartTerms(part, plus).discount).toBe("60");
    expect(applyPartTerms({ ...part, price: "3x0", discount: "60" }, plus).discount).toBe("");
    expect(applyPartTerms(work, plus)).toEqual(work);
    expect(parseRows([applyPartTerms(part, plus)]).lines).toMatchObject([
      { discountFils: 60_00, partContractId: plus.contractId },
    ]);
  });

  it("follows the contract of the property", () => {
    const laid = applyPartTerms(part, plus);
    const premium = { ...plus, contractId: "another", partsDiscount: 0, partsIncludedFils: 250_00 };
    expect(applyPropertyTerms([laid, work], premium)).toMatchObject([
      { partContractId: "another", discount: "500" },
      { partContractId: null, discount: "" },
    ]);
    expect(applyPropertyTerms([laid], null)).toMatchObject([{ partContractId: null, discount: "" }]);
  });

  it("keeps its contract discount below a repeated total discount", () => {
    const whole = { kind: "amount" as const, fils: 98_00 };
    // 540 and 440 remain to be discounted by a tenth each.
    const once = withDiscount([applyPartTerms(part, plus), work], whole, plus);
    expect(once).toMatchObject([{ discount: "114" }, { discount: "44" }]);
    expect(withDiscount(once, whole, plus)).toEqual(once);
  });
});
