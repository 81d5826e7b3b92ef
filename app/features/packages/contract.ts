import type { Silent } from "~/platform/events/events";

/** Contract states and entitlements: pure (docs/domain.md, "Packages and contracts"). */

export const propertyTypes = ["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/**
 * requested → active → expired | cancelled. An agreed contract stays requested until it is paid, or an admin
 * activates it.
 */
export const contractStates = ["requested", "active", "expired", "cancelled"] as const;
export type ContractState = (typeof contractStates)[number];

export const contractMoves = {
  /** Records package, property, first day and price. */
  agree: { from: ["requested"], to: "requested" },
  activate: { from: ["requested"], to: "active" },
  cancel: { from: ["requested", "active"], to: "cancelled" },
  expire: { from: ["active"], to: "expired" },
} as const satisfies Record<string, { from: readonly ContractState[]; to: ContractState }>;
export type ContractMove = keyof typeof contractMoves;

export function isOpenTo(move: ContractMove, state: ContractState): boolean {
  return (contractMoves[move].from as readonly ContractState[]).includes(state);
}

/** Payment at once, or by post-dated cheques. */
export const paymentPlans = ["at-once", "cheques"] as const;
export type PaymentPlan = (typeof paymentPlans)[number];

/** Entitlements in display order. */
export const entitlementKinds = ["ac-visit", "check", "call-out", "handyman-hour"] as const;
export type EntitlementKind = (typeof entitlementKinds)[number];

/** Entitlements planned at activation; the others are used on request. */
export const plannedKinds = ["ac-visit", "check"] as const satisfies EntitlementKind[];
export type PlannedKind = (typeof plannedKinds)[number];

/** Service booked for a planned visit. */
export const servicesOfVisits: Record<PlannedKind, string> = {
  "ac-visit": "hvac",
  check: "general-maintenance",
};

export interface PackageTerms {
  acVisits: number;
  checks: number;
  callOuts: number | null;
  handymanHours: number;
}

export interface Entitlement {
  kind: EntitlementKind;
  /** Null: unlimited. */
  total: number | null;
}

/** Entitlements of a package, without empty ones. */
export function entitlementsOf(terms: PackageTerms): Entitlement[] {
  const totals: Record<EntitlementKind, number | null> = {
    "ac-visit": terms.acVisits,
    check: terms.checks,
    "call-out": terms.callOuts,
    "handyman-hour": terms.handymanHours,
  };
  return entitlementKinds.map((kind) => ({ kind, total: totals[kind] })).filter(({ total }) => total !== 0);
}

/** Entitlement with used and planned amounts. */
export interface Balance extends Entitlement {
  used: number;
  planned: number;
}

/** Remaining amount; null: unlimited. */
export function leftOf({ total, used, planned }: Balance): number | null {
  return total === null ? null : total - used - planned;
}

declare module "~/platform/events/events" {
  interface Events {
    "contract.requested": { packageId: string; propertyType: PropertyType };
    "contract.agreed": Silent<{ packageId: string; propertyType: PropertyType; fils: number }>;
    /** `visits`: number of planned visits. `by`: cause of the activation. */
    "contract.activated": { by: "payment" | "office"; visits: number };
    "contract.visit-planned": Silent<{ bookingId: string; kind: PlannedKind }>;
    /** Ends within `days`. */
    "contract.ending": { days: number };
    "contract.expired": Silent;
    /** `unusedFils`: credited part of its price. */
    "contract.cancelled": { unusedFils: number };
    /** A new contract continues the subject. */
    "contract.renewed": Silent<{ contractId: string }>;
    /** A renewal quote for the subject was drafted. */
    "contract.renewal-drafted": { quoteId: string };
    /** Part of its price recognised as revenue. */
    "contract.revenue-recognised": Silent<{ fils: number; through: string }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "unknown-package": unknown;
    /** Package, property and first day are not agreed yet. */
    "not-agreed": unknown;
    /** Another contract covers this property on some of these days. */
    "property-covered": { reference: string };
    /** Nothing is left of the entitlement. */
    "none-left": unknown;
    /** The day is outside the contract year. */
    "day-outside": unknown;
    "renewed-already": { reference: string };
    /** A renewal quote is open. */
    "renewal-offered": { reference: string };
  }
}
