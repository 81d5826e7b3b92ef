import type { Silent } from "~/platform/events/events";
import { isReasonRequired } from "../../core/business/money-limits";
import type { ReliefObstacle } from "./bad-debt-relief";

/** Rules: docs/domain.md, "VAT and invoices" and "Money". */

export const invoiceKinds = ["invoice", "deposit", "opening"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Overdue is derived from the due date and is not a state. */
export const invoiceStates = ["draft", "issued", "part_paid", "paid"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** How an issued invoice is settled, in part or in full. */
export const settlementStatuses = [
  "paid",
  "part-paid",
  "part-credited",
  "written-off",
  "settled-by-credit",
] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

export interface SettledAmounts {
  state: InvoiceState;
  /** Payments, credit notes and write-offs, at most the total. */
  settledFils: number;
  /** Sum of all credit notes, also those after the payment. */
  creditedFils: number;
  writtenOffFils: number;
}

/**
 * Null while nothing is settled. Of a closed invoice a write-off outweighs the rest, and payments outweigh credit
 * notes unless those cover all that was settled. Of an open one payments outweigh the rest.
 */
export function settlementStatus(invoice: SettledAmounts): SettlementStatus | null {
  const { state, settledFils, creditedFils, writtenOffFils } = invoice;
  if (state === "paid") {
    if (writtenOffFils > 0) return "written-off";
    return creditedFils > 0 && creditedFils >= settledFils ? "settled-by-credit" : "paid";
  }
  if (state !== "part_paid") return null;
  if (settledFils > creditedFils + writtenOffFils) return "part-paid";
  return creditedFils > 0 ? "part-credited" : "written-off";
}

/** Why a write-off was reversed: by a credit note, by a later payment, or by the office after a mistake. */
export const writeOffReversals = ["credited", "recovered", "undone"] as const;
export type WriteOffReversal = (typeof writeOffReversals)[number];

export const invoiceTitles = ["tax-invoice", "simplified-tax-invoice", "invoice"] as const;
export type InvoiceTitle = (typeof invoiceTitles)[number];
export const creditNoteTitles = ["tax-credit-note", "credit-note"] as const;
export type CreditNoteTitle = (typeof creditNoteTitles)[number];

/** Entry types of a statement of account. `reversal`: a payment was voided. */
export const statementEntries = [
  ...invoiceTitles,
  "opening",
  ...creditNoteTitles,
  "payment",
  "reversal",
  "refund",
  "write-off",
  "write-off-reversed",
] as const;
export type StatementEntry = (typeof statementEntries)[number];

/** Largest total of a simplified tax invoice to an unregistered buyer (executive regulation, article 59). */
const SIMPLIFIED_UP_TO_FILS = 10_000_00;

/**
 * Full tax invoice for registered buyers and large totals. Without a seller TRN or a taxable line the title must not
 * contain "tax" (Federal Decree-Law 8 of 2017, article 65: tax invoices are for taxable supplies).
 */
export function invoiceTitle({
  sellerTrn,
  buyerTrn,
  totalFils,
  taxable,
}: {
  sellerTrn: string | null;
  buyerTrn: string | null;
  totalFils: number;
  /** Some line is neither exempt nor out of scope. */
  taxable: boolean;
}): InvoiceTitle {
  if (!sellerTrn || !taxable) return "invoice";
  return buyerTrn || totalFils > SIMPLIFIED_UP_TO_FILS ? "tax-invoice" : "simplified-tax-invoice";
}

/**
 * Legal period between supply and tax invoice (Federal Decree-Law 8 of 2017, article 67), or between an event
 * and its credit note.
 */
export const ISSUE_WITHIN_DAYS = 14;

/**
 * The date of supply of an instalment follows from its contract (Federal Decree-Law 8 of 2017, article 26(1)), and the
 * date of a deposit from its payment, so an old date of these is no typo. Days of Dubai.
 */
export function needsSupplyReason(
  { kind, instalment }: { kind: InvoiceKind; instalment: number | null },
  { supplyDate, today }: { supplyDate: string; today: string },
): boolean {
  return kind === "invoice" && instalment === null && isReasonRequired(supplyDate, today);
}

/**
 * Date of supply for VAT, which decides the period of the VAT return and of the journal: the earliest of supply and
 * invoice (Federal Decree-Law 8 of 2017, articles 25 and 26). The supply date of a deposit is that of its payment.
 * Payments before the tax point are posted by the database (docs/domain.md, "Ledger"). Days in Asia/Dubai.
 */
export function taxPointOf({ issueDate, supplyDate }: { issueDate: string; supplyDate: string }): string {
  return supplyDate < issueDate ? supplyDate : issueDate;
}

/** Never while cheques in hand cover what is open (docs/domain.md, "Money"). Days of Dubai. */
export function isInvoiceOverdue(
  { openFils, heldFils, dueDate }: { openFils: number; heldFils: number; dueDate: string | null },
  today: string,
): boolean {
  return openFils > heldFils && dueDate !== null && dueDate < today;
}

/** Why the invoice of a due instalment was not issued; `error` is a technical one. */
export const instalmentObstacles = ["address-required", "company-details-missing", "error"] as const;
export type InstalmentObstacle = (typeof instalmentObstacles)[number];

declare module "~/platform/events/events" {
  interface Events {
    "invoice.drafted": Silent<{ from: "customer" | "booking" | "quote" | "contract" }>;
    "invoice.draft-deleted": Silent;
    "invoice.issued": { kind: InvoiceKind };
    /** Negative for reversals. `paid`: nothing is open anymore. */
    "invoice.settled": {
      by: "payment" | "credit-note" | "credit" | "write-off";
      fils: number;
      paid: boolean;
    };
    /** Negative before the due date. */
    "invoice.reminded": { daysAfterDue: number };
    /** By the office. */
    "invoice.resent": { channel?: "whatsapp" };
    /** The office opened the link to share it. */
    "invoice.link-shared": Silent;
    /** The office replaced the link, because it had gone to the wrong person. */
    "invoice.link-replaced": Silent;
    /** The customer requested the link again. */
    "invoice.link-requested": Record<never, never>;
    "invoice.reminders-started": Silent;
    "invoice.reminders-stopped": Silent;
    "invoice.written-off": Silent<{ fils: number }>;
    "invoice.write-off-reversed": Silent<{ kind: WriteOffReversal; fils: number }>;
    "invoice.write-off-notified": { by: "email" | "letter"; fils: number };
    /** `fils`: VAT. */
    "invoice.bad-debt-relieved": Silent<{ fils: number }>;
    "invoice.credited": { creditNoteId: string; fils: number };
    /** Null if the e-invoice is for the invoice itself. */
    "invoice.e-invoice-requested": { creditNoteId: string | null };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The work has an uncredited invoice. */
    "already-invoiced": { reference: string };
    /** `day`: due date of the next instalment; null if all are invoiced. */
    "instalment-not-due": { day: string | null };
    /** An instalment is due, and its invoice was refused. */
    "instalment-not-invoiced": unknown;
    "not-approved": unknown;
    "customer-unknown": unknown;
    "nothing-to-charge": unknown;
    "negative-total": unknown;
    /** The credit note of a paid deposit was refused; `reference` of its invoice. */
    "deposit-not-credited": { reference: string };
    /** `fils`: what remains of the deposit. */
    "deposit-used": { reference: string; fils: number };
    "supply-in-future": unknown;
    "supply-too-old": unknown;
    /** The supply is long ago; a reason is required (`needsSupplyReason`). */
    "supply-reason-required": unknown;
    "due-before-issue": unknown;
    "due-too-late": unknown;
    /** A full tax invoice must name the buyer's address. */
    "address-required": unknown;
    /** An export needs a buyer abroad. */
    "export-within-uae": unknown;
    /** The PDF would show boxes instead of these letters. */
    "missing-letters": { letters: string[] };
    "nothing-open": unknown;
    /** `fils`: the open amount. */
    "write-off-too-much": { fils: number };
    "not-written-off": unknown;
    "notice-in-future": unknown;
    /** Before the invoice, or longer ago than any notice. */
    "notice-too-old": unknown;
    "nothing-to-relieve": unknown;
    /** `from`: first day on which the claim is possible by its age. */
    "relief-not-possible": { obstacle: ReliefObstacle; from: string };
    /** Refusals of manual reminders. */
    "covered-by-cheques": unknown;
    "not-reminded": unknown;
    "no-address": unknown;
    /** The customer has no email address, and no text channel reaches the phone. */
    "no-channel": unknown;
    "reminded-today": unknown;
    /** `fils`: the largest amount that can be credited on the invoice or the line at `position`. */
    "credit-too-much": { position: number | null; fils: number };
    /** The invoice has no lines at these positions. */
    "credit-lines-unknown": { positions: readonly number[] };
    /** An opening balance is credited by amount and VAT treatment, and no other invoice is. */
    "opening-credit-kind": unknown;
    /** `fils`: the imported balance, which the original invoice exceeds or equals. */
    "original-too-small": { fils: number };
    "event-in-future": unknown;
    "event-too-old": unknown;
    "e-invoice-incomplete": unknown;
  }
}
