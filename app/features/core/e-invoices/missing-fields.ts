import * as z from "zod/mini";
import type { Emirate } from "~/platform/uae/emirates";
import { isVatTrn, tinFromTrn } from "~/platform/uae/trn";
import type { Party } from "../documents/document-data";
import { hasTaxableLine, type VatTreatment } from "../pricing/vat-treatment";
import { NON_NETWORK_ADDRESS } from "./e-invoice";

export interface SellerDetails {
  trn: string | null;
  licence: string | null;
  licenceAuthority: string | null;
  street: string | null;
  city: string | null;
  emirate: Emirate;
}

export interface BuyerDetails {
  trn: string | null;
  /** Network address; null if it is derived from the TRN. */
  address: string | null;
  street: string | null;
  city: string | null;
  emirate: Emirate | null;
  /** ISO 3166-1; null for the UAE. */
  country: string | null;
  /** State or region abroad. */
  region: string | null;
  /** Number of registration for tax abroad. */
  taxNumber: string | null;
  licence: string | null;
  licenceAuthority: string | null;
}

/** Buyer as stored with an issued document. */
export interface IssuedBuyer extends Party {
  /** For the e-invoice; null for a household. Absent on documents issued before it was stored. */
  business?: BusinessDetails | null;
}

export type BusinessDetails = Omit<BuyerDetails, "trn" | "address">;

/** Details at issue, completed from those of today. An address is taken as a whole. */
export function completeBusinessDetails(issued: BusinessDetails, today: BusinessDetails): BusinessDetails {
  const { street, city, emirate, country, region } = hasPlace(issued) ? issued : today;
  return {
    ...{ street, city, emirate, country, region },
    taxNumber: issued.taxNumber ?? today.taxNumber,
    licence: issued.licence ?? today.licence,
    licenceAuthority: issued.licenceAuthority ?? today.licenceAuthority,
  };
}

function hasPlace({ street, city, emirate, country, region }: BusinessDetails): boolean {
  return street !== null && city !== null && (country === null ? emirate : region) !== null;
}

export interface LineDetails {
  service: { id: string; name: string } | null;
  code: string | null;
  vatPercent: number;
  vatTreatment: VatTreatment;
}

/**
 * Standard rate that PINT AE 1.0.4 accepts (rule ibr-190-ae). After a change of the rate, documents at
 * another rate wait for the release of the rules that accepts it.
 */
const NETWORK_VAT_PERCENT = 5;

/** Named by the place of the field: settings, customer or service. */
export const missingFields = [
  "seller-trn",
  "seller-licence",
  "seller-authority",
  "seller-street",
  "seller-city",
  "buyer-trn",
  "buyer-address",
  "buyer-licence",
  "buyer-street",
  "buyer-city",
  "buyer-emirate",
  "buyer-region",
  "buyer-tax-number",
  "buyer-authority",
  "line-code",
  "vat-rate",
] as const;

export const missingField = z.object({
  field: z.enum(missingFields),
  /** Null if the default code for lines without a service is missing. */
  service: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type MissingField = z.output<typeof missingField>;

export function findMissingFields(
  seller: SellerDetails,
  buyer: BuyerDetails,
  lines: readonly LineDetails[],
): MissingField[] {
  const checks: [(typeof missingFields)[number], boolean][] = [
    ["seller-trn", seller.trn !== null && isVatTrn(seller.trn)],
    ["seller-licence", seller.licence !== null],
    ["seller-authority", seller.licenceAuthority !== null],
    ["seller-street", seller.street !== null],
    ["seller-city", seller.city !== null],
    ["buyer-trn", buyer.trn === null || isVatTrn(buyer.trn)],
    ["buyer-address", networkAddress(buyer) !== null],
    [buyer.country === null ? "buyer-licence" : "buyer-tax-number", isIdentified(buyer)],
    ["buyer-street", buyer.street !== null],
    ["buyer-city", buyer.city !== null],
    buyer.country === null
      ? ["buyer-emirate", buyer.emirate !== null]
      : ["buyer-region", buyer.region !== null],
    // Rule ibr-136-ae.
    ["buyer-authority", hasTaxableLine(lines) || (buyer.licence !== null && buyer.licenceAuthority !== null)],
    ["vat-rate", lines.every(({ vatPercent }) => vatPercent === 0 || vatPercent === NETWORK_VAT_PERCENT)],
  ];
  const codeless = new Map(
    lines.flatMap(({ service, code }) => (code === null ? [[service?.id ?? "", service] as const] : [])),
  );
  return [
    ...checks.flatMap(([field, isPresent]) => (isPresent ? [] : [{ field, service: null }])),
    ...[...codeless.values()].map((service) => ({ field: "line-code" as const, service })),
  ];
}

/** Without a network address, a buyer is identified by a tax number or the licence (rule ibr-135-ae). */
function isIdentified(buyer: BuyerDetails): boolean {
  const { trn, taxNumber, licence } = buyer;
  return networkAddress(buyer) !== NON_NETWORK_ADDRESS || (trn ?? taxNumber ?? licence) !== null;
}

/** A buyer abroad without a TRN is outside the network. */
export function networkAddress({ trn, address, country }: BuyerDetails): string | null {
  return address ?? (trn ? tinFromTrn(trn) : country === null ? null : NON_NETWORK_ADDRESS);
}
