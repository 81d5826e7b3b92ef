import * as z from "zod/mini";
import { type Emirate, isTrn, OUTSIDE_THE_NETWORK, tinOf } from "./e-invoice";

/** What an electronic invoice needs, and what of it is not there yet: pure. */

/** The business, as the settings have it. */
export interface KnownSeller {
  trn: string | null;
  licence: string | null;
  licenceAuthority: string | null;
  street: string | null;
  city: string | null;
  emirate: Emirate;
}

/** The customer, as the office has written it down. */
export interface KnownBuyer {
  trn: string | null;
  /** On the network; null: by the TRN. */
  address: string | null;
  street: string | null;
  city: string | null;
  emirate: Emirate | null;
  licence: string | null;
}

/** A line's service and its accounting code. */
export interface KnownLine {
  service: { id: string; name: string } | null;
  code: string | null;
}

/** What is missing, by where it is filled in: the settings, the customer's billing, a service. */
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
  "line-code",
] as const;

export const missingField = z.object({
  field: z.enum(missingFields),
  /** Whose code is missing; null: the one for lines without a service. */
  service: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type MissingField = z.output<typeof missingField>;

export function missingOf(
  seller: KnownSeller,
  buyer: KnownBuyer,
  lines: readonly KnownLine[],
): MissingField[] {
  const wanted: [(typeof missingFields)[number], boolean][] = [
    ["seller-trn", seller.trn !== null && isTrn(seller.trn)],
    ["seller-licence", seller.licence !== null],
    ["seller-authority", seller.licenceAuthority !== null],
    ["seller-street", seller.street !== null],
    ["seller-city", seller.city !== null],
    ["buyer-trn", buyer.trn === null || isTrn(buyer.trn)],
    ["buyer-address", addressOf(buyer) !== null],
    // Who is neither on the network nor registered has nothing else to be known by.
    [
      "buyer-licence",
      addressOf(buyer) !== OUTSIDE_THE_NETWORK || buyer.trn !== null || buyer.licence !== null,
    ],
    ["buyer-street", buyer.street !== null],
    ["buyer-city", buyer.city !== null],
    ["buyer-emirate", buyer.emirate !== null],
  ];
  const codeless = new Map(
    lines.flatMap(({ service, code }) => (code === null ? [[service?.id ?? "", service] as const] : [])),
  );
  return [
    ...wanted.flatMap(([field, there]) => (there ? [] : [{ field, service: null }])),
    ...[...codeless.values()].map((service) => ({ field: "line-code" as const, service })),
  ];
}

/** On the network: as written down, else the TIN in the TRN. Null: there is none. */
export function addressOf({ trn, address }: KnownBuyer): string | null {
  return address ?? (trn ? tinOf(trn) : null);
}
