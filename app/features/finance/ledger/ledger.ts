import type { Silent } from "~/platform/events/events";
import { firstDayOfMonth } from "~/platform/months";
import { addDays } from "~/platform/time";
import { emirateCodes } from "~/platform/uae/emirates";

/**
 * Chart of accounts and kinds of journal entries (docs/domain.md, "Ledger"). Money is AED in fils, days are in
 * Asia/Dubai.
 */

type PostingDocuments =
  | "invoices"
  | "payments"
  | "deposits"
  | "cheques"
  | "contracts"
  | "write-offs"
  | "year-ends";

/**
 * In the order of the trial balance. The codes are for accounting programs. `documents`: only these documents post to
 * the account, so that it agrees with them; manual entries must not.
 */
export const accounts = {
  cash: { code: "1010", type: "asset" },
  bank: { code: "1020", type: "asset" },
  "card-clearing": { code: "1030", type: "asset" },
  "cheques-in-hand": { code: "1040", type: "asset", documents: "cheques" },
  receivables: { code: "1100", type: "asset", documents: "invoices" },
  "prepaid-expenses": { code: "1200", type: "asset" },
  equipment: { code: "1500", type: "asset" },
  /** Reduces the value of equipment. */
  "accumulated-depreciation": { code: "1590", type: "asset" },
  payables: { code: "2000", type: "liability" },
  "output-vat": { code: "2100", type: "liability", documents: "invoices" },
  /** VAT paid to the authority, and recoverable VAT of purchases, until the accountant has both in one return. */
  "vat-settlement": { code: "2110", type: "liability" },
  "customer-deposits": { code: "2200", type: "liability", documents: "deposits" },
  "customer-credit": { code: "2210", type: "liability", documents: "payments" },
  "uncleared-cheques": { code: "2220", type: "liability", documents: "cheques" },
  "deferred-contract-revenue": { code: "2300", type: "liability", documents: "contracts" },
  "bank-loan": { code: "2500", type: "liability" },
  opening: { code: "3000", type: "equity" },
  "owners-equity": { code: "3010", type: "equity" },
  "owners-drawings": { code: "3020", type: "equity" },
  "retained-earnings": { code: "3100", type: "equity" },
  /** Counterpart of retained earnings: income and expenses of closed financial years keep their balances. */
  "profit-carried-forward": { code: "3900", type: "equity", documents: "year-ends" },
  revenue: { code: "4000", type: "income", documents: "invoices" },
  "other-income": { code: "4800", type: "income" },
  "bad-debts-recovered": { code: "4900", type: "income", documents: "write-offs" },
  materials: { code: "5000", type: "expense" },
  fees: { code: "6000", type: "expense" },
  "dispute-fees": { code: "6010", type: "expense" },
  "bad-debts": { code: "6100", type: "expense", documents: "write-offs" },
  salaries: { code: "6200", type: "expense" },
  rent: { code: "6210", type: "expense" },
  utilities: { code: "6220", type: "expense" },
  fuel: { code: "6230", type: "expense" },
  "professional-fees": { code: "6240", type: "expense" },
  "bank-charges": { code: "6250", type: "expense" },
  depreciation: { code: "6260", type: "expense" },
  "other-expenses": { code: "6900", type: "expense" },
} as const satisfies Record<
  string,
  {
    code: string;
    type: "asset" | "liability" | "equity" | "income" | "expense";
    documents?: PostingDocuments;
  }
>;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];

/** Documents that alone post to an account; null for accounts of manual entries. */
export function documentsOf(account: Account): PostingDocuments | null {
  const properties = accounts[account];
  return "documents" in properties ? properties.documents : null;
}

/** Accounts of manual journal entries. */
export const manualAccounts = accountNames.filter((name) => documentsOf(name) === null);

/** Accounts of the profit and loss statement. */
export const incomeAndExpenseAccounts = accountNames.filter(
  (name) => accounts[name].type === "income" || accounts[name].type === "expense",
);

/** Days in Asia/Dubai, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

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
  /** Fee of the card provider that belongs to no payment. */
  "provider-fee",
  "dispute-fee",
  "payout",
  /** Returned by the bank to the card provider. */
  "payout-failed",
  /** Monthly revenue recognition of a contract. */
  "contract-revenue",
  /** Profit or loss of a closed financial year, on the first day of the next one. */
  "year-end",
  /** Cash in hand brought to the bank. */
  "bank-deposit",
  /** Entered by hand, or the counter entry of one. */
  "journal",
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
    "books.cash-banked": Silent<{ day: string; fils: number }>;
    /** `entry`: id of the journal entry. */
    "books.journal-posted": Silent<{ entry: number; fils: number }>;
    /** `entry`: id of the counter entry. */
    "books.journal-reversed": Silent<{ entry: number; reversed: number }>;
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
