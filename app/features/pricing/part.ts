import * as z from "zod/mini";

/** Parts under a contract: pure. Money is AED including VAT, in fils. */

/** What the contract of a home says of parts. */
export const partTerms = z.object({
  contractId: z.uuid(),
  reference: z.string(),
  partsDiscount: z.int(),
  /** So much of each part is included; null: nothing. */
  partsIncludedFils: z.nullable(z.int()),
});
export type PartTerms = z.output<typeof partTerms>;

/** What a part costs less under a contract: nothing is paid up to what is included of each, and the rest less the discount. */
export function partDiscountFils(
  { partsDiscount, partsIncludedFils }: Pick<PartTerms, "partsDiscount" | "partsIncludedFils">,
  part: { unitFils: number; quantityHundredths: number },
): number {
  const included = Math.min(part.unitFils, partsIncludedFils ?? 0);
  const off = included + Math.round(((part.unitFils - included) * partsDiscount) / 100);
  return Math.round((off * part.quantityHundredths) / 100);
}
