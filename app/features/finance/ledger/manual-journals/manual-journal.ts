import { type Account, manualAccounts } from "../ledger";

/** Manual journal entries (docs/domain.md, "Ledger"). AED in fils, days in Asia/Dubai. */

export interface ManualLine {
  account: Account;
  debitFils: number;
  creditFils: number;
}

export interface ManualJournal {
  day: string;
  /** Number of the receipt or document; may be empty. */
  reference: string;
  reason: string;
  lines: ManualLine[];
}

export const MAX_LINES = 50;
export const MAX_REFERENCE = 40;

/** Debit less credit; zero when balanced. */
export function differenceOf(lines: readonly Pick<ManualLine, "debitFils" | "creditFils">[]): number {
  return lines.reduce((sum, { debitFils, creditFils }) => sum + debitFils - creditFils, 0);
}

export function isManualAccount(account: Account): boolean {
  return manualAccounts.includes(account);
}

export function reversedLines(lines: readonly ManualLine[]): ManualLine[] {
  return lines.map(({ account, debitFils, creditFils }) => ({
    account,
    debitFils: creditFils,
    creditFils: debitFils,
  }));
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Only documents post to the account. `at`: position of the line. */
    "account-of-documents": { account: Account; at: number };
    "journal-unbalanced": unknown;
    "journal-reversed": unknown;
    /** The reversal is dated before its entry. */
    "reversal-early": unknown;
  }
}
