import type { Silent } from "~/platform/events/events";
import { monthsFirst } from "~/platform/months";
import { addDays } from "~/platform/time";
import { emirateCodes } from "../e-invoices/e-invoice";

/** The accounts of the books, and what is posted to them: pure (docs/domain.md, "Books"). Money is AED in fils, days are Dubai's. */

/** By which an accountant's own program knows them, in the order of a trial balance. */
export const accounts = {
  cash: { code: "1010", type: "asset" },
  bank: { code: "1020", type: "asset" },
  "card-clearing": { code: "1030", type: "asset" },
  "cheques-in-hand": { code: "1040", type: "asset" },
  receivables: { code: "1100", type: "asset" },
  "output-vat": { code: "2100", type: "liability" },
  "customer-deposits": { code: "2200", type: "liability" },
  "customer-credit": { code: "2210", type: "liability" },
  "uncleared-cheques": { code: "2220", type: "liability" },
  "contracts-ahead": { code: "2300", type: "liability" },
  opening: { code: "3000", type: "equity" },
  revenue: { code: "4000", type: "income" },
  fees: { code: "6000", type: "expense" },
  "bad-debts": { code: "6100", type: "expense" },
} as const satisfies Record<
  string,
  { code: string; type: "asset" | "liability" | "equity" | "income" | "expense" }
>;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];

/** Of what has no service. */
export const NO_SERVICE = "none";

/** What an entry is about. */
export const entryKinds = [
  "invoice",
  "deposit",
  "opening",
  "opening-credit",
  "credit-note",
  /** A deposit whose work was called off: income. */
  "deposit-kept",
  "payment",
  "payment-reversed",
  "payment-restored",
  /** What it had settled is the customer's credit. */
  "payment-moved",
  "credit-used",
  "write-off",
  "refund",
  "refund-failed",
  "cheque-in",
  "cheque-out",
  "fee",
  "payout",
  /** What of a contract's price a month's end made revenue. */
  "contract-earned",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Where a supply stands in the VAT return: at the standard rate in an emirate, or without VAT. */
export const vatBoxes = [...emirateCodes, "zero", "exempt"] as const;
export type VatBox = (typeof vatBoxes)[number];

/** The ends of the months that are over and not closed yet, the latest first, a year of them at most. */
export function monthsToClose(today: string, closedThrough: string | null): string[] {
  const ends: string[] = [];
  let end = addDays(monthsFirst(today), -1);
  while (ends.length < 12 && (closedThrough === null || end > closedThrough)) {
    ends.push(end);
    end = addDays(monthsFirst(end), -1);
  }
  return ends;
}

declare module "~/platform/events/events" {
  interface Events {
    /** `through`: the last day that nothing is posted to any more. */
    "books.closed": Silent<{ through: string }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The books are closed on that day already: `through` their last closed day. */
    "period-closed": { through: string };
    /** The month is not over yet. */
    "period-running": unknown;
  }
}
