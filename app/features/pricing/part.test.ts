import { describe, expect, it } from "vitest";
import { partDiscountFils } from "./part";
import { blankLine, layPart, readRows, rowsAt, withDiscount } from "./typed-lines";

const plus = {
  contractId: "0190aaaa-0000-7000-8000-000000000001",
  reference: "AMC-2026-000012",
  partsDiscount: 10,
  partsIncludedFils: null,
};

describe("a part under a contract", () => {
  it("costs what is above the included part of each, less the discount", () => {
    const two = { unitFils: 300_00, quantityHundredths: 200 };
    expect(partDiscountFils({ partsDiscount: 10, partsIncludedFils: null }, two)).toBe(60_00);
    expect(partDiscountFils({ partsDiscount: 0, partsIncludedFils: 250_00 }, two)).toBe(500_00);
    expect(
      partDiscountFils({ partsDiscount: 10, partsIncludedFils: 250_00 }, { ...two, unitFils: 80_00 }),
    ).toBe(160_00);
    expect(partDiscountFils({ partsDiscount: 0, partsIncludedFils: null }, two)).toBe(0);
  });
});

describe("a part as it is typed", () => {
  const part = blankLine({
    description: "Capacitor",
    price: "300",
    quantity: "2",
    partContractId: plus.contractId,
  });
  const work = blankLine({ description: "Fitting", price: "440" });

  it("has its discount laid on it, and none while its price cannot be read", () => {
    expect(layPart(part, plus).discount).toBe("60");
    expect(layPart({ ...part, price: "3x0", discount: "60" }, plus).discount).toBe("");
    expect(layPart(work, plus)).toEqual(work);
    expect(readRows([layPart(part, plus)]).lines).toMatchObject([
      { discountFils: 60_00, partContractId: plus.contractId },
    ]);
  });

  it("goes by the contract of the home that the work is at", () => {
    const laid = layPart(part, plus);
    const premium = { ...plus, contractId: "another", partsDiscount: 0, partsIncludedFils: 250_00 };
    expect(rowsAt([laid, work], premium)).toMatchObject([
      { partContractId: "another", discount: "500" },
      { partContractId: null, discount: "" },
    ]);
    expect(rowsAt([laid], null)).toMatchObject([{ partContractId: null, discount: "" }]);
  });

  it("keeps it below a discount on the whole, however often that is laid", () => {
    const whole = { kind: "amount" as const, fils: 98_00 };
    // 540 and 440 are left to be discounted: a tenth of each.
    const once = withDiscount([layPart(part, plus), work], whole, plus);
    expect(once).toMatchObject([{ discount: "114" }, { discount: "44" }]);
    expect(withDiscount(once, whole, plus)).toEqual(once);
  });
});
