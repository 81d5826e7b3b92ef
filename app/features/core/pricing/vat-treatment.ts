import { m } from "~/paraglide/messages";

/**
 * How VAT law treats a line: the standard rate, or the article of Federal Decree-Law 8 of 2017 by which no VAT is
 * charged. The codes of exempt supplies (article 46) are those of PINT AE.
 */
export const vatTreatments = [
  "standard",
  /** Export of goods or services (article 45(1)). */
  "DL8.45.1",
  /** Another zero-rated supply of article 45. */
  "DL8.45",
  "DL8.46.1",
  "DL8.46.2",
  "DL8.46.3",
  "DL8.46.4",
  /** Work on real estate outside the UAE (article 30(7)). */
  "DL8.30.7",
  /** Another supply whose place is outside the UAE (article 29). */
  "DL8.29",
] as const;
export type VatTreatment = (typeof vatTreatments)[number];

export type VatCategory = "standard" | "zero" | "exempt" | "out-of-scope";

export function vatCategoryOf(treatment: VatTreatment): VatCategory {
  if (treatment === "standard") return "standard";
  if (treatment.startsWith("DL8.45")) return "zero";
  return treatment.startsWith("DL8.46") ? "exempt" : "out-of-scope";
}

/** Neither exempt nor out of scope. */
export function isTaxable(treatment: VatTreatment): boolean {
  return ["standard", "zero"].includes(vatCategoryOf(treatment));
}

export function hasTaxableLine(lines: readonly { vatTreatment: VatTreatment }[]): boolean {
  return lines.some(({ vatTreatment }) => isTaxable(vatTreatment));
}

const treatmentLabels: Record<VatTreatment, () => string> = {
  standard: m.pricing_vat_standard,
  "DL8.45.1": m.pricing_vat_export,
  "DL8.45": m.pricing_vat_zero,
  "DL8.46.1": m.pricing_vat_exempt_financial,
  "DL8.46.2": m.pricing_vat_exempt_residential,
  "DL8.46.3": m.pricing_vat_exempt_land,
  "DL8.46.4": m.pricing_vat_exempt_transport,
  "DL8.30.7": m.pricing_vat_outside_property,
  "DL8.29": m.pricing_vat_outside,
};

export function labelForVatTreatment(treatment: VatTreatment): string {
  return treatmentLabels[treatment]();
}

/** Rate of lines with this treatment. `percent`: the standard rate. */
export function chargedVatPercent(percent: number, { vatTreatment }: { vatTreatment: VatTreatment }): number {
  return vatTreatment === "standard" ? percent : 0;
}

/** Why no VAT is charged; null at the standard rate. */
export function labelForNoVat({ vatTreatment }: { vatTreatment: VatTreatment }): string | null {
  return vatTreatment === "standard" ? null : labelForVatTreatment(vatTreatment);
}
