import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import type { ReliefObstacle } from "./bad-debt-relief";
import { distinctVatPercents } from "./draft/invoice-lines";
import type { InvoiceState, SettlementStatus, StatementEntry, WriteOffReversal } from "./invoice";
import type { AgeingBucket, InvoiceFilterState } from "./office/invoice-filter";
import type { InvoiceDetail } from "./views";

/** "VAT 5%", or "VAT" if the lines have several rates. */
export function labelForVat(lines: readonly { vatPercent: number; vatFils: number }[]): string {
  const [percent, ...others] = distinctVatPercents(lines);
  return percent === undefined || others.length > 0 ? m.invoices_vat() : m.invoices_vat_at({ percent });
}

const stateLabels: Record<InvoiceState, () => string> = {
  draft: m.invoices_state_draft,
  issued: m.invoices_state_issued,
  part_paid: m.invoices_state_part_paid,
  paid: m.invoices_settled_paid,
};

const settlementStatusLabels: Record<SettlementStatus, () => string> = {
  paid: m.invoices_settled_paid,
  "part-paid": m.invoices_state_part_paid,
  "part-credited": m.invoices_part_credited,
  "written-off": m.invoices_entry_write_off,
  "settled-by-credit": m.invoices_settled_by_credit_note,
};

/** Used by lists, drawers, customer pages and exports. */
export function labelForInvoiceStatus(state: InvoiceState, settlement: SettlementStatus | null): string {
  return settlement ? settlementStatusLabels[settlement]() : stateLabels[state]();
}

const entryLabels: Record<StatementEntry, () => string> = {
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
  "write-off-reversed": m.invoices_entry_write_off_reversed,
};

/** Document title or statement entry. */
export function labelForEntry(entry: StatementEntry): string {
  return entryLabels[entry]();
}

const filterStateLabels: Record<InvoiceFilterState, () => string> = {
  draft: m.invoices_state_draft,
  open: m.invoices_state_open,
  overdue: m.invoices_state_overdue,
  paid: m.invoices_state_paid,
};

export function labelForFilterState(state: string): string {
  return filterStateLabels[state as InvoiceFilterState]?.() ?? state;
}

const ageLabels: Record<AgeingBucket, () => string> = {
  "not-due": m.invoices_ageing_not_due,
  to30: m.invoices_age_30,
  to60: m.invoices_age_60,
  to90: m.invoices_age_90,
  older: m.invoices_age_older,
};

export function labelForAgeingBucket(age: AgeingBucket): string {
  return ageLabels[age]();
}

const settlementLabels: Record<InvoiceDetail["settlements"][number]["kind"], () => string> = {
  payment: m.invoices_entry_payment,
  "credit-note": m.invoices_title_credit_note,
  credit: m.invoices_settled_by_credit,
  "write-off": m.invoices_entry_write_off,
};

export function labelForSettlement(
  kind: keyof typeof settlementLabels,
  fils: number,
  reversal: WriteOffReversal | null,
): string {
  if (reversal === "recovered") return m.invoices_bad_debt_recovered();
  if (reversal) return m.invoices_entry_write_off_reversed();
  return kind === "payment" && fils < 0 ? m.invoices_entry_reversal() : settlementLabels[kind]();
}

const eventLabels: Partial<Record<string, () => string>> = {
  "invoice.drafted": m.invoices_did_draft,
  "invoice.issued": m.invoices_did_issue,
  "invoice.settled": m.invoices_did_settle,
  "invoice.credited": m.invoices_did_credit,
  "invoice.written-off": m.invoices_did_write_off,
  "invoice.write-off-reversed": m.invoices_entry_write_off_reversed,
  "invoice.write-off-notified": m.invoices_did_notify_of_write_off,
  "invoice.bad-debt-relieved": m.invoices_relief_done,
  "invoice.reminders-started": m.invoices_did_start_reminders,
  "invoice.reminders-stopped": m.invoices_did_stop_reminders,
  "invoice.reminded": m.invoices_did_remind,
  "invoice.resent": m.invoices_did_resend,
  "invoice.link-shared": m.invoices_did_share_link,
  "invoice.link-replaced": m.invoices_did_replace_link,
  "invoice.link-requested": m.invoices_did_request_link,
  "invoice.e-invoice-requested": m.invoices_did_request_e_invoice,
};

export function labelForInvoiceEvent(type: string): string {
  return eventLabels[type]?.() ?? type;
}

/** Such as "23 November 2026"; a dash for null. */
export function dayOrDash(day: string | null): string {
  return day ? formatDay(day, "fullDate") : "–";
}

/** Why VAT of a bad debt cannot be taken back yet. */
export function labelForReliefObstacle(obstacle: ReliefObstacle, from: string): string {
  if (obstacle === "not-notified") return m.invoices_relief_not_notified();
  if (obstacle === "too-early") return m.invoices_relief_too_early({ day: formatDay(from, "date") });
  return m.invoices_relief_tax_not_paid();
}
