import { type Refusal, refuse } from "~/platform/http/refusal";

/** A customer with all that hangs on them: what the office sees, writes down and merges. Pure. */

/** The orders of the list of customers that are asked for by name; without one, the latest comes first. */
export const customerSorts = ["name", "-name"] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** By what two records look like one person. */
export const likenesses = ["phone", "email"] as const;
export type Likeness = (typeof likenesses)[number];

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

/** Who a customer is and how to reach them. Phone + and digits, email in lower case; null: nobody knows. */
export interface CustomerContact {
  name: string;
  phone: string | null;
  email: string | null;
}

/** What of a customer changes, before and after. */
export function differenceOf(before: CustomerContact, after: CustomerContact) {
  const fields = (["name", "phone", "email"] as const).filter((field) => before[field] !== after[field]);
  const only = (contact: CustomerContact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field]])) as Partial<CustomerContact>;
  return { before: only(before), after: only(after) };
}

declare module "~/platform/events" {
  interface Events {
    "customer.noted": Record<string, never>;
    /** The subject is the record that is kept. */
    "customer.merged": { mergedId: string; [moved: string]: string | number };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    merged: unknown;
    same: unknown;
    "two-accounts": unknown;
  }
}
