import type { Silent } from "~/platform/events/events";
import { firstDayOfMonth } from "~/platform/months";
import { addDays } from "~/platform/time";
import { emirateCodes } from "~/platform/uae/emirates";

/**
 * Chart of accounts and kinds of journal entries (docs/domain.md, "Ledger"). Money is AED in fils, days are in
 * Asia/Dubai.
 */

/** In the order of the trial balance. The codes are for accounting programs. */
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
  "deferred-contract-revenue": { code: "2300", type: "liability" },
  opening: { code: "3000", type: "equity" },
  "retained-earnings": { code: "3100", type: "equity" },
  /** Counterpart of retained earnings: income and expenses of closed financial years keep their balances. */
  "profit-carried-forward": { code: "3900", type: "equity" },
  revenue: { code: "4000", type: "income" },
  "bad-debts-recovered": { code: "4900", type: "income" },
  fees: { code: "6000", type: "expense" },
  "bad-debts": { code: "6100", type: "expense" },
} as const satisfies Record<
  string,
  { code: string; type: "asset" | "liability" | "equity" | "income" | "expense" }
>;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];

/** Accounts of the profit and loss statement. */
export const incomeAndExpenseAccounts = accountNames.filter(
  (name) => accounts[name].type === "income" || accounts[name].type === "expense",
);

/** Filter value for entries without a service. */
export const NO_SERVICE = "none";

export const entryKinds = [
  "invoice",
  "deposit",
  "opening",
  "opening-credit",
  "credit-note",
  /** Deposit forfeited on cancellation, booked as income. */
  "deposit-forfeited",
  "payment",
  "payment-reversed",
  "payment-restored",
  /** The settled amount becomes customer credit. */
  "payment-reallocated",
  /** A payment received before the tax point of its invoice is taxed on its day, like a deposit. */
  "advance",
  /** The advance ends at the tax point. */
  "advance-settled",
  "credit-used",
  "write-off",
  "write-off-reversed",
  "bad-debt-recovered",
  /** Output VAT of what is written off is taken back. */
  "bad-debt-relief",
  "bad-debt-relief-reversed",
  "refund",
  "refund-failed",
  "cheque-in",
  "cheque-out",
  "fee",
  "payout",
  /** Monthly revenue recognition of a contract. */
  "contract-revenue",
  /** Profit or loss of a closed financial year, on the first day of the next one. */
  "year-end",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Boxes of the VAT return: standard-rated by emirate, zero-rated, exempt. */
export const vatBoxes = [...emirateCodes, "zero", "exempt"] as const;
export type VatBox = (typeof vatBoxes)[number];

/**
 * Past month ends that are not closed yet, latest first, at most twelve. `before`: end of the next tax period, which its
 * return closes.
 */
export function monthsToClose(
  today: string,
  closedThrough: string | null,
  before: string | null = null,
): string[] {
  const ends: string[] = [];
  let end = addDays(firstDayOfMonth(today), -1);
  while (ends.length < 12 && (closedThrough === null || end > closedThrough)) {
    if (before === null || end < before) ends.push(end);
    end = addDays(firstDayOfMonth(end), -1);
  }
  return ends;
}

declare module "~/platform/events/events" {
  interface Events {
    /** `through`: last closed day. */
    "books.closed": Silent<{ through: string }>;
    /** `through`: last day of the tax period. */
    "books.vat-return-filed": Silent<{ through: string }>;
    /** `through`: last day of the financial year. */
    "books.year-closed": Silent<{ through: string }>;
    "books.vat-paid": Silent<{ through: string }>;
    "books.vat-disclosed": Silent<{ through: string; fils: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** `through`: last closed day. */
    "period-closed": { through: string };
    "period-running": unknown;
  }
}
