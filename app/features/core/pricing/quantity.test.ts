import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isQuantity,
  multiplyFraction,
  priceOfQuantity,
  quantityOf,
  toQuantityColumns,
  unitsOf,
} from "./quantity";
import { parseQuantity } from "./typed";

describe("quantities", () => {
  it("accepts up to three decimals of a unit and refuses zero", () => {
    expect([100, 12.5, 0.1, -100, 10_000_000].every(isQuantity)).toBe(true);
    expect([0, 0.01, 12.55, Number.NaN].some(isQuantity)).toBe(false);
    expect(["0.125", "1.5", "٢٫٧٥٠", "0.0001", "0.000"].map(parseQuantity)).toEqual([
      ...[12.5, 150, 275, null, null],
    ]);
    expect(unitsOf(12.3)).toBe(0.123);
  });

  it("prices a quantity to the nearest fil, halves away from zero", () => {
    expect(priceOfQuantity(12.5, 100_04)).toBe(12_51);
    expect(priceOfQuantity(12.5, 100_03)).toBe(12_50);
    expect(priceOfQuantity(-12.5, 100_04)).toBe(-12_51);
    expect(priceOfQuantity(9_999_999.9, 10_000_000_000)).toBe(999_999_990_000_000);
    expect(multiplyFraction(10_01, 33.3, 66.6)).toBe(5_01);
  });

  it("property: database columns keep every quantity", () => {
    const thousandths = fc.integer({ min: -100_000_000, max: 100_000_000 }).filter((each) => each !== 0);
    fc.assert(
      fc.property(thousandths, (each) => {
        const columns = toQuantityColumns(each / 10);
        expect(columns.quantityHundredths * 10 + columns.quantityThousandths).toBe(each);
        expect(quantityOf(columns)).toBe(each / 10);
        expect(isQuantity(each / 10)).toBe(true);
      }),
    );
  });
});
