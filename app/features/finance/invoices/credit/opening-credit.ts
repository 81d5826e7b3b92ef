import { vatIncluded } from "~/platform/uae/vat";
import { chargedVatPercent, type VatTreatment } from "../../../core/pricing/vat-treatment";

/**
 * Credit of an opening balance (docs/domain.md, "Money"). The tax invoice is in the former books, so the office
 * states its value and how the credited amount was taxed. Money is AED in fils, VAT included.
 */
export interface OpeningCreditRequest {
  kind: "opening";
  fils: number;
  vatTreatment: VatTreatment;
  /** Value of the supply on the original invoice (Cabinet Decision 52 of 2017, article 60(1)). */
  originalFils: number;
}

/** VAT of the credited amount; `percent`: rate on the day of the original invoice. */
export function vatOfOpeningCredit(
  { fils, vatTreatment }: Pick<OpeningCreditRequest, "fils" | "vatTreatment">,
  percent: number,
): { vatPercent: number; vatFils: number } {
  const vatPercent = chargedVatPercent(percent, { vatTreatment });
  return { vatPercent, vatFils: vatIncluded(fils, vatPercent) };
}
