import * as z from "zod/mini";
import { priceOfQuantity } from "./quantity";

/** Money in fils including VAT. */

export const partTerms = z.object({
  contractId: z.uuid(),
  reference: z.string(),
  partsDiscount: z.int(),
  /** Per part; null if there is none. */
  partsIncludedFils: z.nullable(z.int()),
});
export type PartTerms = z.output<typeof partTerms>;

/** The included amount of each part is free, and the rest is discounted. */
export function partDiscountFils(
  { partsDiscount, partsIncludedFils }: Pick<PartTerms, "partsDiscount" | "partsIncludedFils">,
  part: { unitFils: number; quantityHundredths: number },
): number {
  const included = Math.min(part.unitFils, partsIncludedFils ?? 0);
  const discountPerPart = included + Math.round(((part.unitFils - included) * partsDiscount) / 100);
  return priceOfQuantity(part.quantityHundredths, discountPerPart);
}
