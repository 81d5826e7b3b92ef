import * as z from "zod/mini";
import { emirateCodes } from "../e-invoices/e-invoice";
import { accountNames, entryKinds, vatBoxes } from "./ledger";

/** What the office sees of the books. AED in fils; days are of Dubai. */

const day = z.string();
const service = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const trialBalance = z.object({
  day,
  /** Accounts that were ever posted to by then; what is left of each stands on one side. Of revenue a row a service. */
  rows: z.array(
    z.object({ account: z.enum(accountNames), service, debitFils: z.int(), creditFils: z.int() }),
  ),
  /** The same on both sides. */
  totalFils: z.int(),
});
export type TrialBalance = z.infer<typeof trialBalance>;

export const revenueByMonth = z.object({
  /** The first days of twelve months, the last one the month that was asked for. */
  months: z.array(day),
  /** Net of VAT, month by month. */
  services: z.array(z.object({ service, fils: z.array(z.int()) })),
  totalFils: z.array(z.int()),
});
export type RevenueByMonth = z.infer<typeof revenueByMonth>;

export const vatReturn = z.object({
  from: day,
  to: day,
  /** Boxes 1a to 1g: supplies at the standard rate less what was credited of them. */
  standard: z.array(z.object({ emirate: z.enum(emirateCodes), netFils: z.int(), vatFils: z.int() })),
  /** Of box 1, for bad debts: nothing, as the VAT of what was written off stays as it was declared. */
  adjustmentFils: z.int(),
  /** Box 4, box 5. */
  zeroFils: z.int(),
  exemptFils: z.int(),
  netFils: z.int(),
  vatFils: z.int(),
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

export const entryLine = z.object({
  account: z.enum(accountNames),
  service,
  debitFils: z.int(),
  creditFils: z.int(),
});

export const entryRow = z.object({
  /** Its number in the journal. */
  id: z.string(),
  kind: z.enum(entryKinds),
  reference: z.string(),
  /** Where it stands in the books, and the day of what it is about: earlier, where that was closed. */
  day,
  documentDay: day,
  fils: z.int(),
  /** What it did to the account and service that were asked for: below zero where it took from it. Null: none was. */
  accountFils: z.nullable(z.int()),
  /** Where what it is about is shown. */
  about: z.nullable(
    z.object({ record: z.enum(["invoice", "payment", "cheque", "customer", "payout"]), id: z.uuid() }),
  ),
  /** Whom it is about, as on their documents. */
  customer: z.nullable(z.string()),
  lines: z.array(entryLine),
});
export type EntryRow = z.infer<typeof entryRow>;

export const accountTotal = z.object({ fils: z.int() });

export const closings = z.object({
  /** The last closed day; null: nothing is closed. */
  through: z.nullable(day),
  /** Ends of months that can be closed, the latest first. */
  open: z.array(day),
  closed: z.array(z.object({ through: day, by: z.nullable(z.string()), at: z.string() })),
});
export type Closings = z.infer<typeof closings>;
