/**
 * Quantities are hundredths of a unit with at most one decimal, because the API had integers at first: 12.5 is
 * 0.125 units. Calculations use thousandths, which are exact.
 */

const toThousandths = (quantityHundredths: number) => Math.round(quantityHundredths * 10);

export function isQuantity(quantityHundredths: number): boolean {
  const thousandths = toThousandths(quantityHundredths);
  return thousandths !== 0 && thousandths / 10 === quantityHundredths;
}

/** 12.5 is 0.125. */
export function unitsOf(quantityHundredths: number): number {
  return toThousandths(quantityHundredths) / 1000;
}

/** Price of a quantity in fils. Rounds halves away from zero, as PostgreSQL does. */
export function priceOfQuantity(quantityHundredths: number, unitFils: number): number {
  return multiplyFraction(unitFils, quantityHundredths, 100);
}

/** `fils` × quantity / whole, rounded halves away from zero. Both quantities are in hundredths. */
export function multiplyFraction(fils: number, quantity: number, whole: number): number {
  // BigInt, because fils times thousandths exceed the exact range of numbers. Rounded, because a check of two
  // fields runs although one of them is invalid.
  const dividend = BigInt(Math.round(fils)) * BigInt(toThousandths(quantity));
  const divisor = BigInt(toThousandths(whole));
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor));
  return dividend < 0n ? -rounded : rounded;
}

/** Columns of a line: hundredths, and the third decimal with the sign of the quantity. */
export interface QuantityColumns {
  quantityHundredths: number;
  quantityThousandths: number;
}

export function toQuantityColumns(quantityHundredths: number): QuantityColumns {
  const thousandths = toThousandths(quantityHundredths);
  return { quantityHundredths: Math.trunc(thousandths / 10), quantityThousandths: thousandths % 10 };
}

export function quantityOf({ quantityHundredths, quantityThousandths }: QuantityColumns): number {
  return (quantityHundredths * 10 + quantityThousandths) / 10;
}
