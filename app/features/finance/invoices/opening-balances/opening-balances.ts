import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";
import { csvDay } from "~/platform/lists/csv-day";
import { parseMoney } from "~/platform/money-input";
import { EMAIL_PATTERN, normalizeEmail } from "~/platform/text/email";
import { codeLine, plainLine, trimmedText } from "~/platform/text/sanitize-text";
import { addDays, isDay } from "~/platform/time";
import {
  isPastDay,
  LATEST_DUE_DAYS,
  MAX_AMOUNT_FILS,
  OLDEST_OPENING_DAYS,
} from "../../../core/business/money-limits";
import { amountTooLarge } from "../../../core/pricing/line-limits";

/** Rules: docs/domain.md, "Money". Money is AED in fils. */

/** A row is an unpaid invoice or, with only `credit` filled in, credit of the customer. */
export const openingBalanceColumns = [
  "customer",
  "email",
  "phone",
  "reference",
  "issued",
  "due",
  "total",
  "paid",
  "credit",
] as const;

export const openingBalanceDateColumns = ["issued", "due"] as const;

/** Exports of other programs also list invoices that are not open. Empty: open. */
export const openingBalanceOptionalColumns = ["status"] as const;

/**
 * Invoice states of Jobber, Housecall Pro, QuickBooks, Zoho Books and Odoo, as their words begin: "Overdue 5 days",
 * "PartiallyPaid", "Not Paid". "In Payment": paid in Odoo, and not yet found on the bank statement.
 */
const OPEN_STATUS =
  /^(open|sent|unsent|emailed|viewed|approved|posted|awaiting|overdue|past ?due|due|unpaid|not ?paid|partial)/;
const CLOSED_STATUS =
  /^(paid|in ?payment|deposited|draft|void|closed|cancel|revers|bad ?debt|writ(e|ten) ?off)/;

type InvoiceStatus = "open" | "closed" | "unknown";

export function readInvoiceStatus(cell: string): InvoiceStatus {
  const word = cell
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  if (word === "" || OPEN_STATUS.test(word)) return "open";
  return CLOSED_STATUS.test(word) ? "closed" : "unknown";
}

const text = (max: number) => z.string().check(trimmedText(max), z.maxLength(max));

/** `today`: day in Asia/Dubai, the latest valid issue date. */
export function openingBalanceRow(today: string) {
  return z.pipe(
    z
      .object({
        customer: text(100).check(
          plainLine(),
          z.minLength(1, { error: () => m.opening_balances_error_customer() }),
        ),
        email: text(200).check(
          z.overwrite(normalizeEmail),
          z.refine((typed) => typed === "" || EMAIL_PATTERN.test(typed), {
            error: () => m.opening_balances_error_email(),
          }),
        ),
        phone: text(40),
        reference: text(40).check(codeLine()),
        issued: csvDay(),
        due: csvDay(),
        total: text(20),
        paid: text(20),
        credit: text(20),
        status: z._default(text(60), ""),
      })
      .check(
        z.overwrite(withCreditOfNegativeBalance),
        z.superRefine((row, issues) => {
          const addIssue = (path: keyof typeof row, message: string) =>
            issues.addIssue({ code: "custom", path: [path], message, input: row[path] });
          if (isClosed(row)) return;
          if (readInvoiceStatus(row.status) === "unknown")
            addIssue("status", m.opening_balances_error_status());
          const amounts = {
            total: parseMoney(row.total),
            paid: parseMoney(row.paid || "0"),
            credit: parseMoney(row.credit || "0"),
          };
          for (const [column, fils] of Object.entries(amounts) as [keyof typeof amounts, number | null][]) {
            const isTooLarge = fils !== null && fils > MAX_AMOUNT_FILS;
            if (isTooLarge) addIssue(column, amountTooLarge());
            if (fils === null && (column !== "total" || row.credit === "" || row.total !== "")) {
              addIssue(column, m.opening_balances_error_amount());
            }
          }
          if (row.credit !== "") {
            if (amounts.credit === 0) addIssue("credit", m.opening_balances_error_amount());
            if (row.total !== "" || row.paid !== "") addIssue("credit", m.opening_balances_error_both());
            return;
          }
          if (row.reference === "") addIssue("reference", m.opening_balances_error_reference());
          const isIssueDay = isDay(row.issued);
          if (row.issued === "" || (isIssueDay && !isPastDay(row.issued, today, OLDEST_OPENING_DAYS))) {
            addIssue("issued", m.opening_balances_error_issued());
          }
          if (row.due === "" || (isIssueDay && isDay(row.due) && !isDueDay(row))) {
            addIssue("due", m.opening_balances_error_due());
          }
          if (amounts.total !== null && amounts.paid !== null && amounts.paid >= amounts.total) {
            addIssue("paid", m.opening_balances_error_paid());
          }
        }),
      ),
    z.transform(({ customer, email, phone, ...row }): OpeningBalance => {
      const who = { name: customer, email: email || null, phone: phone || null };
      if (isClosed(row)) return { kind: "closed", who, reference: row.reference };
      if (row.credit !== "") return { kind: "credit", who, fils: parseMoney(row.credit)! };
      const paidFils = parseMoney(row.paid || "0")!;
      const { reference, issued, due } = row;
      return { kind: "invoice", who, reference, issued, due, totalFils: parseMoney(row.total)!, paidFils };
    }),
  );
}

/** QuickBooks and Odoo list credit notes and unused payments among invoices, with a negative balance. */
function withCreditOfNegativeBalance<Row extends Record<"total" | "paid" | "credit", string>>(row: Row): Row {
  const [, amount] = /^[-−]\s*(.+)$/.exec(row.total) ?? [];
  if (amount === undefined || row.paid !== "" || row.credit !== "" || parseMoney(amount) === null) return row;
  return { ...row, total: "", credit: amount };
}

function isDueDay({ issued, due }: { issued: string; due: string }): boolean {
  return due >= issued && due <= addDays(issued, LATEST_DUE_DAYS);
}

/** True for an invoice of which nothing is open. */
function isClosed({
  status,
  total,
  paid,
  credit,
}: Record<"status" | "total" | "paid" | "credit", string>): boolean {
  return readInvoiceStatus(status) === "closed" || (parseMoney(total) === 0 && paid === "" && credit === "");
}

export interface OpeningBalanceCustomer {
  name: string;
  email: string | null;
  phone: string | null;
}

export type OpeningBalance =
  | { kind: "credit"; who: OpeningBalanceCustomer; fils: number }
  /** Paid, a draft or void: not imported. */
  | { kind: "closed"; who: OpeningBalanceCustomer; reference: string }
  | {
      kind: "invoice";
      who: OpeningBalanceCustomer;
      reference: string;
      issued: string;
      due: string;
      totalFils: number;
      paidFils: number;
    };

/** Number series that continue those of the former books. */
export const series = ["invoice", "creditNote", "receipt", "quote"] as const;
export type Series = (typeof series)[number];

declare module "~/platform/events/events" {
  interface Events {
    "books.opening-balances-imported": Silent<{ invoices: number; credits: number; fils: number }>;
    "books.numbers-set": Silent<Record<Series, number>>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** An own invoice has been issued, which closes the import. */
    "opening-balances-locked": unknown;
    /** Numbers up to `last` are already used in this series. */
    "number-taken": { series: Series; last: number };
  }
}
