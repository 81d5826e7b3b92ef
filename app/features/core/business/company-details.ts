import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import type { Settings } from "./settings";

/**
 * Details of the supplier on every tax invoice: name, address and TRN (Cabinet Decision 52 of 2017, article 59).
 * Nothing is preset, so documents are refused until they are entered.
 */
export const companyDetails = ["name", "address", "trn"] as const;
export type CompanyDetail = (typeof companyDetails)[number];

type Identity = Pick<Settings["business"], "name" | "legalName" | "address" | "trn" | "vatRegistered">;

export function findMissingDetails(business: Identity): CompanyDetail[] {
  return [
    ...((business.legalName ?? business.name) ? [] : ["name" as const]),
    ...(business.address ? [] : ["address" as const]),
    ...(business.trn || business.vatRegistered === "no" ? [] : ["trn" as const]),
  ];
}

const labels: Record<CompanyDetail, () => string> = {
  name: m.settings_business_name,
  address: m.settings_business_address,
  trn: m.settings_business_trn,
};

export function missingDetailsMessage(missing: readonly CompanyDetail[]): string {
  return m.settings_error_details_missing({ details: formatList(missing.map((detail) => labels[detail]())) });
}

/** Settings page that has the first missing detail. */
export function pathOfMissingDetails(missing: readonly CompanyDetail[]): string {
  return missing.some((detail) => detail !== "trn") ? "/admin/settings/identity" : "/admin/settings/tax";
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "company-details-missing": { missing: CompanyDetail[] };
  }
}
