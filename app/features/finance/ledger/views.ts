import * as z from "zod/mini";
import { emirateCodes } from "~/platform/uae/emirates";
import { accountNames, entryKinds, vatBoxes } from "./ledger";

/** API responses of the ledger. AED in fils, days in Asia/Dubai. */

const day = z.string();
const service = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const trialBalance = z.object({
  day,
  /** Accounts with postings up to the day; each balance is on one side. Revenue has a row per service. */
  rows: z.array(
    z.object({ account: z.enum(accountNames), service, debitFils: z.int(), creditFils: z.int() }),
  ),
  /** Equal for debit and credit. */
  totalFils: z.int(),
});
export type TrialBalance = z.infer<typeof trialBalance>;

export const revenueByMonth = z.object({
  /** First days of twelve months, the requested month last. */
  months: z.array(day),
  /** Net of VAT, per month. */
  services: z.array(z.object({ service, fils: z.array(z.int()) })),
  totalFils: z.array(z.int()),
});
export type RevenueByMonth = z.infer<typeof revenueByMonth>;

/** An amount beside that of the period or day before. */
const comparedAmounts = z.object({ fils: z.int(), beforeFils: z.int() });
export type ComparedAmounts = z.infer<typeof comparedAmounts>;

const statementRow = z.extend(comparedAmounts, { account: z.enum(accountNames), service });
export type StatementRow = z.infer<typeof statementRow>;

const accountRows = z.extend(comparedAmounts, {
  /** Revenue has a row per service. */
  rows: z.array(statementRow),
});

export const profitAndLoss = z.object({
  from: day,
  to: day,
  /** Period of the figures beside them: the same days of the year before. */
  before: z.object({ from: day, to: day }),
  income: accountRows,
  expenses: accountRows,
  /** Negative for a loss. */
  profitFils: z.int(),
  profitBeforeFils: z.int(),
});
export type ProfitAndLoss = z.infer<typeof profitAndLoss>;

export const balanceSheet = z.object({
  day,
  /** Day of the figures beside them: the end of the financial year before. */
  dayBefore: day,
  assets: accountRows,
  liabilities: accountRows,
  /** The total includes both profits. Assets equal liabilities and equity. */
  equity: accountRows,
  /** Profit of earlier financial years that are not closed. */
  earlierProfit: comparedAmounts,
  /** Profit of the financial year up to the day. */
  profit: comparedAmounts,
});
export type BalanceSheet = z.infer<typeof balanceSheet>;

export const financialYears = z.object({
  /** Month in which financial years end; 1 is January. */
  lastMonth: z.int(),
  /** Year to close next; null without postings. */
  next: z.nullable(
    z.object({ from: day, to: day, corporateTaxDueOn: day, ended: z.boolean(), monthsClosed: z.boolean() }),
  ),
  /** Latest first. */
  closed: z.array(
    z.object({
      from: day,
      to: day,
      /** Negative for a loss. */
      profitFils: z.int(),
      closedBy: z.nullable(z.string()),
      closedAt: z.string(),
    }),
  ),
});
export type FinancialYears = z.infer<typeof financialYears>;

export const vatReturn = z.object({
  from: day,
  to: day,
  /** Boxes 1a to 1g: standard-rated supplies less credit notes. */
  standard: z.array(
    z.object({
      emirate: z.enum(emirateCodes),
      netFils: z.int(),
      vatFils: z.int(),
      /** VAT taken back for bad debts, negative, less what was declared again. */
      adjustmentFils: z.int(),
    }),
  ),
  adjustmentFils: z.int(),
  /** Boxes 4 and 5. */
  zeroFils: z.int(),
  exemptFils: z.int(),
  netFils: z.int(),
  /** Without adjustments. */
  vatFils: z.int(),
  /** With adjustments. */
  dueFils: z.int(),
});
export type VatReturn = z.infer<typeof vatReturn>;

export const vatDocument = z.object({
  entryId: z.int(),
  kind: z.enum(entryKinds),
  reference: z.string(),
  invoiceId: z.uuid(),
  box: z.enum(vatBoxes),
  day,
  netFils: z.int(),
  vatFils: z.int(),
});
export type VatDocument = z.infer<typeof vatDocument>;

export const vatReturns = z.object({
  /** Tax period of today; null without tax periods. */
  current: z.nullable(z.object({ from: day, to: day })),
  /** Return to file next; null without tax periods. */
  next: z.nullable(z.object({ from: day, to: day, dueOn: day, ended: z.boolean() })),
  /** Latest first. */
  filed: z.array(
    z.object({
      from: day,
      to: day,
      filedOn: day,
      paidOn: z.nullable(day),
      /** Figures as filed. */
      netFils: z.int(),
      vatFils: z.int(),
      filedBy: z.nullable(z.string()),
    }),
  ),
  /** Posted after the return of their tax period, by period. They count in the next return. */
  late: z.array(
    z.object({
      from: day,
      to: day,
      documents: z.int(),
      netFils: z.int(),
      vatFils: z.int(),
      /** Last day for the voluntary disclosure that they require; null if the next return corrects them. */
      discloseBy: z.nullable(day),
    }),
  ),
});
export type VatReturns = z.infer<typeof vatReturns>;

export const entryLine = z.object({
  account: z.enum(accountNames),
  service,
  debitFils: z.int(),
  creditFils: z.int(),
});

export const entryRow = z.object({
  /** Entry ID, in the order of posting. IDs of transactions that were rolled back are missing. */
  id: z.string(),
  kind: z.enum(entryKinds),
  reference: z.string(),
  /** Posting day, and the document's day, which is earlier if its period was already closed. */
  day,
  documentDay: day,
  fils: z.int(),
  /** Effect on the filtered account and service, negative for a decrease. Null without an account filter. */
  accountFils: z.nullable(z.int()),
  /** Record that the entry is about. */
  source: z.nullable(
    z.object({ record: z.enum(["invoice", "payment", "cheque", "customer", "payout"]), id: z.uuid() }),
  ),
  /** Customer name as on the documents. */
  customer: z.nullable(z.string()),
  lines: z.array(entryLine),
});
/** A journal entry on its own page. */
export const entryDetail = z.extend(entryRow, {
  /** Null for entries of documents. */
  manual: z.nullable(
    z.object({
      reason: z.string(),
      postedBy: z.nullable(z.string()),
      postedAt: z.string(),
      /** Entry IDs of the entry that it reverses, and of the one that reverses it. */
      reverses: z.nullable(z.int()),
      reversedBy: z.nullable(z.int()),
    }),
  ),
});
export type EntryDetail = z.infer<typeof entryDetail>;
export type EntryRow = z.infer<typeof entryRow>;

export const accountTotal = z.object({ fils: z.int() });

export const closings = z.object({
  /** Last closed day; null if nothing is closed. */
  through: z.nullable(day),
  /** Month ends that can be closed, latest first. */
  closableDays: z.array(day),
  closed: z.array(z.object({ through: day, closedBy: z.nullable(z.string()), closedAt: z.string() })),
});
export type Closings = z.infer<typeof closings>;
