import type { Silent } from "~/platform/events/events";

export const propertyTypes = ["apartment-1br", "apartment-3br", "villa-3br", "villa-4br"] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** An agreed contract stays requested until it is paid or an admin activates it. */
export const contractStates = ["requested", "active", "expired", "cancelled"] as const;
export type ContractState = (typeof contractStates)[number];

export const contractTransitions = {
  agree: { from: ["requested"], to: "requested" },
  activate: { from: ["requested"], to: "active" },
  cancel: { from: ["requested", "active"], to: "cancelled" },
  expire: { from: ["active"], to: "expired" },
} as const satisfies Record<string, { from: readonly ContractState[]; to: ContractState }>;
export type ContractTransition = keyof typeof contractTransitions;

export function canTransition(move: ContractTransition, state: ContractState): boolean {
  return (contractTransitions[move].from as readonly ContractState[]).includes(state);
}

export const paymentPlans = ["upfront", "cheques"] as const;
export type PaymentPlan = (typeof paymentPlans)[number];

/** In display order. */
export const entitlementKinds = ["ac-visit", "check", "call-out", "handyman-hour"] as const;
export type EntitlementKind = (typeof entitlementKinds)[number];

/** Entitlements planned at activation; the others are used on request. */
export const plannedKinds = ["ac-visit", "check"] as const satisfies EntitlementKind[];
export type PlannedKind = (typeof plannedKinds)[number];

export const plannedVisitServices: Record<PlannedKind, string> = {
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
  /** Null if unlimited. */
  total: number | null;
}

/** Leaves out kinds that the package does not include. */
export function entitlementsOf(terms: PackageTerms): Entitlement[] {
  const totals: Record<EntitlementKind, number | null> = {
    "ac-visit": terms.acVisits,
    check: terms.checks,
    "call-out": terms.callOuts,
    "handyman-hour": terms.handymanHours,
  };
  return entitlementKinds.map((kind) => ({ kind, total: totals[kind] })).filter(({ total }) => total !== 0);
}

export interface EntitlementBalance extends Entitlement {
  used: number;
  planned: number;
}

export function remainingAmount({ total, used, planned }: EntitlementBalance): number | null {
  return total === null ? null : total - used - planned;
}

declare module "~/platform/events/events" {
  interface Events {
    "contract.requested": { packageId: string; propertyType: PropertyType };
    "contract.agreed": Silent<{ packageId: string; propertyType: PropertyType; fils: number }>;
    "contract.accepted": { agreementVersion: number; method: "online" | "paper" };
    /** The document is emailed, or the office shares its link. */
    "contract.link-requested": { channel: "email" | "link" };
    /** The office replaced the link, because it had gone to the wrong person. */
    "contract.link-replaced": Silent;
    "contract.activated": { by: "payment" | "office"; visits: number };
    "contract.visit-planned": Silent<{ bookingId: string; kind: PlannedKind }>;
    "contract.expiring": { days: number };
    "contract.expired": Silent;
    /** `unusedFils`: credited part of its price. */
    "contract.cancelled": { unusedFils: number };
    /** `contractId`: the new contract. */
    "contract.renewed": Silent<{ contractId: string }>;
    "contract.renewal-drafted": { quoteId: string };
    "contract.revenue-recognised": Silent<{ fils: number; through: string }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "unknown-package": unknown;
    "not-agreed": unknown;
    "not-accepted": unknown;
    /** The customer read an earlier version of the terms. */
    "terms-changed": unknown;
    /** Another contract covers this property on some of these days. */
    "property-covered": { reference: string };
    "entitlement-used-up": unknown;
    "day-outside-contract": unknown;
    "renewed-already": { reference: string };
    "renewal-offered": { reference: string };
  }
}
