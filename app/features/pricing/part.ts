import * as z from "zod/mini";

/** Parts under a contract: pure. Money in fils including VAT. */

/** Contract terms for parts. */
export const partTerms = z.object({
  contractId: z.uuid(),
  reference: z.string(),
  partsDiscount: z.int(),
  /** Included amount per part; null: none. */
  partsIncludedFils: z.nullable(z.int()),
});
export type PartTerms = z.output<typeof partTerms>;

/** Discount of a part under a contract: the included amount of each is free, the rest is discounted. */
export function partDiscountFils(
  { partsDiscount, partsIncludedFils }: Pick<PartTerms, "partsDiscount" | "partsIncludedFils">,
  part: { unitFils: number; quantityHundredths: number },
): number {
  const included = Math.min(part.unitFils, partsIncludedFils ?? 0);
  const off = included + Math.round(((part.unitFils - included) * partsDiscount) / 100);
  return Math.round((off * part.quantityHundredths) / 100);
}
