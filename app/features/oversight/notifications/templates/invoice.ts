import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import type { PaymentInstructions } from "../../../core/documents/document-data";
import type { DocumentSums } from "../../../core/pricing/document-lines";
import { toFacts } from "./context";

export interface InvoiceMailContext {
  business: Business;
  name: string;
  reference: string;
  dueDate: string;
  totalFils: number;
  openFils: number;
  /** True if part of the invoice was credited or written off instead of paid. */
  isReduced: boolean;
  /** Null if no deposit is deducted. */
  deposit: DocumentSums | null;
  url: string;
  ways: PaymentInstructions;
  /** True if the invoice can be paid by card on its page. */
  cards: boolean;
}

export function invoiceIssued(context: InvoiceMailContext): Message {
  const { business, name, reference, openFils } = context;
  const paid = openFils === 0;
  const settled = context.isReduced ? m.mail_invoice_settled() : m.mail_invoice_paid();
  return {
    subject: m.mail_invoice_subject({ reference, business: bidiIsolate(business.name) }),
    content: {
      tone: "normal",
      preview: paid ? settled : duePreview(context),
      heading: m.mail_invoice_heading({ reference }),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(name) }),
        paid ? settled : m.mail_invoice({ business: bidiIsolate(business.name) }),
      ],
      facts: factsOfInvoice(context),
      button: buttonOf(context),
      after: [
        ...(paid ? [] : [paymentSentence({ ...context, bank: context.ways.bank })]),
        m.mail_questions({ phone: formatPhone(business.phone) }),
      ],
    },
  };
}

export function invoiceLink(context: InvoiceMailContext): Message {
  const { business, name, reference } = context;
  return {
    subject: m.invoices_mail_link_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.invoices_mail_link(),
      heading: m.invoices_mail_link_heading(),
      paragraphs: [m.mail_dear({ name: bidiIsolate(name) }), m.invoices_mail_link()],
      facts: factsOfInvoice(context),
      button: buttonOf(context),
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

export function creditNoteIssued(
  context: InvoiceMailContext & { creditNote: { reference: string; totalFils: number; reason: string } },
): Message {
  const { business, name, reference, creditNote } = context;
  return {
    subject: m.mail_credit_note_subject({
      reference: creditNote.reference,
      business: bidiIsolate(business.name),
    }),
    content: {
      tone: "normal",
      preview: m.mail_credit_note({ reference, amount: formatMoney(creditNote.totalFils) }),
      heading: m.mail_credit_note_heading({ reference: creditNote.reference }),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(name) }),
        m.mail_credit_note({ reference, amount: formatMoney(creditNote.totalFils) }),
      ],
      facts: toFacts([
        [m.mail_invoice_fact_reason(), bidiIsolate(creditNote.reason)],
        [m.mail_invoice_fact_open(), context.openFils > 0 ? formatMoney(context.openFils) : null],
      ]),
      button: { label: m.mail_invoice_see(), href: context.url },
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

/** Reminder of an unpaid invoice. `daysAfterDue` is negative before the due date. */
export function invoiceReminder(context: InvoiceMailContext, daysAfterDue: number): Message {
  const { business, name, reference, dueDate } = context;
  const due = formatDay(dueDate, "fullDate");
  const lead =
    daysAfterDue < 0
      ? m.mail_reminder_before({ reference, due })
      : daysAfterDue === 0
        ? m.mail_reminder_today({ reference })
        : m.mail_reminder_after({ reference, due, amount: formatMoney(context.openFils) });
  return {
    subject: m.mail_reminder_subject({ reference, business: bidiIsolate(business.name) }),
    content: {
      tone: "normal",
      preview: lead,
      heading: m.mail_reminder_heading({ reference }),
      paragraphs: [m.mail_dear({ name: bidiIsolate(name) }), lead],
      facts: factsOfInvoice(context, true),
      button: buttonOf(context),
      after: [
        paymentSentence({ ...context, bank: context.ways.bank }),
        m.mail_reminder_crossed(),
        m.mail_questions({ phone: formatPhone(business.phone) }),
      ],
    },
  };
}

/** Notice of a bad debt: number and date of the invoice, and the amount (tax authority, clarification VATP024 of 2021). */
export function invoiceWrittenOff(
  context: InvoiceMailContext & { issueDate: string; writtenOffFils: number },
): Message {
  const { business, name, reference } = context;
  const amount = formatMoney(context.writtenOffFils);
  const day = formatDay(context.issueDate, "fullDate");
  return {
    subject: m.mail_write_off_subject({ reference, business: bidiIsolate(business.name) }),
    content: {
      tone: "normal",
      preview: m.mail_write_off_preview({ amount }),
      heading: m.mail_write_off_heading({ reference }),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(name) }),
        m.mail_write_off({ reference, day, amount }),
        m.mail_write_off_tax(),
      ],
      facts: toFacts([
        [m.mail_invoice_fact_total(), formatMoney(context.totalFils)],
        [m.mail_write_off_fact(), amount],
      ]),
      button: { label: m.mail_invoice_see(), href: context.url },
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

function buttonOf({ openFils, cards, url }: InvoiceMailContext) {
  return { label: openFils > 0 && cards ? m.mail_invoice_pay() : m.mail_invoice_see(), href: url };
}

/** Explains how to pay; names only the configured ways. */
export function paymentSentence({
  reference,
  bank,
  cards,
}: {
  reference: string;
  bank: PaymentInstructions["bank"];
  cards: boolean;
}): string {
  if (bank) {
    const transfer = { iban: bank.iban, reference };
    return cards ? m.mail_pay_card_transfer(transfer) : m.mail_pay_transfer(transfer);
  }
  return cards ? m.mail_pay_card() : m.mail_pay_cash();
}

/** `showOpen`: names the outstanding amount even if it equals the total. */
function factsOfInvoice(
  { totalFils, openFils, dueDate, reference, ways, deposit }: InvoiceMailContext,
  showOpen = openFils !== totalFils,
) {
  return toFacts([
    ...(deposit ? factsOfDeposit(deposit) : []),
    [deposit ? m.mail_invoice_fact_balance() : m.mail_invoice_fact_total(), formatMoney(totalFils)],
    [m.mail_invoice_fact_open(), showOpen && openFils > 0 ? formatMoney(openFils) : ""],
    [m.mail_invoice_fact_due(), openFils > 0 ? formatDay(dueDate, "fullDate") : ""],
    [m.mail_invoice_fact_iban(), openFils > 0 ? (ways.bank?.iban ?? "") : ""],
    [m.mail_invoice_fact_account(), openFils > 0 && ways.bank ? bidiIsolate(ways.bank.accountName) : ""],
    [m.mail_invoice_fact_reference(), openFils > 0 ? reference : ""],
  ]);
}

function factsOfDeposit(sums: DocumentSums): [string, string | null][] {
  return [
    [m.mail_invoice_fact_subtotal(), formatMoney(sums.subtotalFils)],
    [m.mail_invoice_fact_discount(), sums.discountFils > 0 ? formatMoney(-sums.discountFils) : null],
    [m.mail_invoice_fact_vat(), sums.chargedVatFils > 0 ? formatMoney(sums.chargedVatFils) : null],
    [m.mail_invoice_fact_total(), formatMoney(sums.chargedFils)],
    [m.mail_invoice_fact_deposit(), formatMoney(-sums.depositFils)],
  ];
}

function duePreview({ openFils, dueDate }: InvoiceMailContext): string {
  return m.mail_invoice_preview({ amount: formatMoney(openFils), due: formatDay(dueDate, "fullDate") });
}
