/** What an AMC contract is made for (docs/domain.md, "Packages and contracts"). */
export const propertyTypes = ["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** requested → active → expired | cancelled (docs/domain.md, "Packages and contracts"). */
export type ContractState = "requested" | "active" | "expired" | "cancelled";

declare module "~/platform/events/events" {
  interface Events {
    "contract.requested": { packageId: string; propertyType: PropertyType };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "unknown-package": unknown;
  }
}
