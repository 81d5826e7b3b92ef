import type { Silent } from "~/platform/events/events";

/** What an AMC contract is made for, and where it stands: pure (docs/domain.md, "Packages and contracts"). */

export const propertyTypes = ["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** requested → active → expired | cancelled. One that was agreed stays requested until it is paid, or an admin makes it active. */
export const contractStates = ["requested", "active", "expired", "cancelled"] as const;
export type ContractState = (typeof contractStates)[number];

export const contractMoves = {
  /** Package, home, first day and price are written down. */
  agree: { from: ["requested"], to: "requested" },
  activate: { from: ["requested"], to: "active" },
  cancel: { from: ["requested", "active"], to: "cancelled" },
  expire: { from: ["active"], to: "expired" },
} as const satisfies Record<string, { from: readonly ContractState[]; to: ContractState }>;
export type ContractMove = keyof typeof contractMoves;

export function isOpenTo(move: ContractMove, state: ContractState): boolean {
  return (contractMoves[move].from as readonly ContractState[]).includes(state);
}

/** How it is paid: at once, or by cheques that are dated ahead. */
export const paymentPlans = ["at-once", "cheques"] as const;
export type PaymentPlan = (typeof paymentPlans)[number];

/** What a contract entitles to, in the order in which it is told. */
export const entitlementKinds = ["ac-visit", "check", "call-out", "handyman-hour"] as const;
export type EntitlementKind = (typeof entitlementKinds)[number];

/** Those that are planned when the contract becomes active; the others are asked for. */
export const plannedKinds = ["ac-visit", "check"] as const satisfies EntitlementKind[];
export type PlannedKind = (typeof plannedKinds)[number];

/** The service that is booked for a visit of the contract. */
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
  /** Null: no limit. */
  total: number | null;
}

/** What a package entitles to; what it has none of is left out. */
export function entitlementsOf(terms: PackageTerms): Entitlement[] {
  const totals: Record<EntitlementKind, number | null> = {
    "ac-visit": terms.acVisits,
    check: terms.checks,
    "call-out": terms.callOuts,
    "handyman-hour": terms.handymanHours,
  };
  return entitlementKinds.map((kind) => ({ kind, total: totals[kind] })).filter(({ total }) => total !== 0);
}

/** How much of it stands where. */
export interface Balance extends Entitlement {
  used: number;
  planned: number;
}

/** What can still be asked for or planned; null: as much as is needed. */
export function leftOf({ total, used, planned }: Balance): number | null {
  return total === null ? null : total - used - planned;
}

declare module "~/platform/events/events" {
  interface Events {
    "contract.requested": { packageId: string; propertyType: PropertyType };
    "contract.agreed": Silent<{ packageId: string; propertyType: PropertyType; fils: number }>;
    /** `visits`: how many were planned. `by`: what made it active. */
    "contract.activated": { by: "payment" | "office"; visits: number };
    "contract.visit-planned": Silent<{ bookingId: string; kind: PlannedKind }>;
    /** It ends within `days`. */
    "contract.ending": { days: number };
    "contract.expired": Silent;
    /** `unusedFils`: what was given back of its price. */
    "contract.cancelled": { unusedFils: number };
    /** A new contract goes on from the subject. */
    "contract.renewed": Silent<{ contractId: string }>;
    /** A quote that offers to renew the subject was drafted. */
    "contract.renewal-drafted": { quoteId: string };
    /** So much of its price became revenue. */
    "contract.earned": Silent<{ fils: number; through: string }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "unknown-package": unknown;
    /** Package, home and first day have to be written down first. */
    "not-agreed": unknown;
    /** Another contract is in force for this property on some of these days. */
    "property-covered": { reference: string };
    /** The contract has none of it left. */
    "none-left": unknown;
    /** The day is none of the contract's. */
    "day-outside": unknown;
    "renewed-already": { reference: string };
    /** A quote offers to renew it. */
    "renewal-offered": { reference: string };
  }
}
