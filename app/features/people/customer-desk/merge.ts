import type { Silent } from "~/platform/events/events";
import { type Refusal, refuse } from "~/platform/http/refusal";

/** Rules of the customer desk. Pure. */

/** Sort orders of the customer list; by default newest first. */
export const customerSorts = ["name", "-name"] as const;
export type CustomerSort = (typeof customerSorts)[number];

interface Mergeable {
  id: string;
  version: number;
  userId: string | null;
  mergedInto: string | null;
}

/** Decides whether two records may be merged. Two accounts always stay apart. */
export function validateMerge(
  kept: Mergeable,
  merged: Mergeable,
  seen: { kept: number; merged: number },
): { ok: true } | Refusal<"same" | "merged" | "stale" | "two-accounts"> {
  if (kept.id === merged.id) return refuse("same");
  if (kept.mergedInto || merged.mergedInto) return refuse("merged");
  if (kept.version !== seen.kept || merged.version !== seen.merged) return refuse("stale");
  if (kept.userId && merged.userId) return refuse("two-accounts");
  return { ok: true };
}

declare module "~/platform/events/events" {
  interface Events {
    "customer.noted": Silent;
    "customer.billing-changed": Silent;
    "customer.language-changed": Silent;
    /** The subject is the kept record. */
    "customer.merged": Silent<{ mergedId: string; [moved: string]: string | number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    merged: unknown;
    same: unknown;
    "two-accounts": unknown;
  }
}
