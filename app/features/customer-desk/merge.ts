import type { Silent } from "~/platform/events/events";
import { type Refusal, refuse } from "~/platform/http/refusal";

/** A customer with all that hangs on them: what the office sees, writes down and merges. Pure. */

/** The orders of the list of customers that are asked for by name; without one, the latest comes first. */
export const customerSorts = ["name", "-name"] as const;
export type CustomerSort = (typeof customerSorts)[number];

interface Mergeable {
  id: string;
  version: number;
  userId: string | null;
  mergedInto: string | null;
}

/** Whether one record may become a part of another. Two people who each sign in stay two. */
export function decideMerge(
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
    /** The subject is the record that is kept. */
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
