import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { vatPercentsOf } from "./draft/invoice-lines";
import type { InvoiceState, StatementEntry } from "./invoice";
import type { Age, Standing } from "./office-list/invoice-filter";
import type { InvoiceDetail } from "./views";

/** What the codes of invoices are called. */

/** "VAT 5%", or "VAT" where its lines were charged at several rates. */
export function labelForVat(lines: readonly { vatPercent: number; vatFils: number }[]): string {
  const [percent, ...others] = vatPercentsOf(lines);
  return percent === undefined || others.length > 0 ? m.invoices_vat() : m.invoices_vat_at({ percent });
}

const states: Record<InvoiceState, () => string> = {
  draft: m.invoices_state_draft,
  issued: m.invoices_state_issued,
  part_paid: m.invoices_state_part_paid,
  paid: m.invoices_state_paid,
};

export function labelForInvoiceState(state: InvoiceState): string {
  return states[state]();
}

const entries: Record<StatementEntry, () => string> = {
  "tax-invoice": m.invoices_title_tax,
  "simplified-tax-invoice": m.invoices_title_simplified,
  invoice: m.invoices_title_plain,
  opening: m.invoices_title_opening,
  "tax-credit-note": m.invoices_title_tax_credit_note,
  "credit-note": m.invoices_title_credit_note,
  payment: m.invoices_entry_payment,
  reversal: m.invoices_entry_reversal,
  refund: m.invoices_entry_refund,
  "write-off": m.invoices_entry_write_off,
};

/** The title of a document, or what else stands on a statement of account. */
export function labelForEntry(entry: StatementEntry): string {
  return entries[entry]();
}

const standings: Record<Standing, () => string> = {
  draft: m.invoices_state_draft,
  open: m.invoices_standing_open,
  overdue: m.invoices_standing_overdue,
  paid: m.invoices_state_paid,
};

export function labelForStanding(standing: string): string {
  return standings[standing as Standing]?.() ?? standing;
}

const ages: Record<Age, () => string> = {
  "not-due": m.invoices_ageing_not_due,
  to30: m.invoices_age_30,
  to60: m.invoices_age_60,
  to90: m.invoices_age_90,
  older: m.invoices_age_older,
};

export function labelForAge(age: Age): string {
  return ages[age]();
}

const settlements: Record<InvoiceDetail["settlements"][number]["kind"], () => string> = {
  payment: m.invoices_entry_payment,
  "credit-note": m.invoices_title_credit_note,
  credit: m.invoices_settled_by_credit,
  "write-off": m.invoices_entry_write_off,
};

/** What settled an invoice, or opened it again. */
export function labelForSettlement(kind: keyof typeof settlements, fils: number): string {
  return kind === "payment" && fils < 0 ? m.invoices_entry_reversal() : settlements[kind]();
}

const happenings: Partial<Record<string, () => string>> = {
  "invoice.drafted": m.invoices_did_draft,
  "invoice.issued": m.invoices_did_issue,
  "invoice.settled": m.invoices_did_settle,
  "invoice.credited": m.invoices_did_credit,
  "invoice.written-off": m.invoices_did_write_off,
  "invoice.reminders-started": m.invoices_did_start_reminders,
  "invoice.reminders-stopped": m.invoices_did_stop_reminders,
  "invoice.reminded": m.invoices_did_remind,
  "invoice.e-invoice-asked": m.invoices_did_ask_e_invoice,
};

/** What happened to an invoice. */
export function labelForHappening(type: string): string {
  return happenings[type]?.() ?? type;
}

/** "23 November 2026", or a dash where there is none. */
export function dayOrDash(day: string | null): string {
  return day ? formatDay(day, "fullDate") : "–";
}
