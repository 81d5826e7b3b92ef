import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import type { Fact, Message } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import { labelForMethod } from "../../../finance/payments/labels";
import type { PaymentMethod } from "../../../finance/payments/payment";
import { customerRows, toFacts } from "./context";

export interface MoneyEmail {
  business: Business;
  customer: { name: string; company: string | null; phone: string | null };
  /** Linked page or receipt. */
  url: string;
}

export interface PaymentFacts extends MoneyEmail {
  reference: string;
  method: PaymentMethod;
  fils: number;
  /** Day in Dubai time. */
  receivedOn: string;
  towards: { reference: string; fils: number; openFils: number }[];
  excessFils: number;
}

export function paymentReceipt(paid: PaymentFacts): Message {
  const { customer, business, fils, towards, excessFils, url } = paid;
  const amount = formatMoney(fils);
  const open = towards.reduce((sum, { openFils }) => sum + openFils, 0);
  const balance = balanceSentence(towards, open);
  const excess = { amount: formatMoney(excessFils) };
  // Without an invoice, another one may be due, so nothing was overpaid.
  const sentence = towards.length > 0 ? m.payments_mail_receipt_credit : m.payments_mail_receipt_on_account;
  const credit = excessFils > 0 ? [sentence(excess)] : [];
  return {
    subject: m.payments_mail_receipt_subject({ amount, reference: paid.reference }),
    content: {
      tone: "normal",
      preview: balance[0] ?? credit[0] ?? m.payments_mail_receipt({ amount }),
      heading: m.payments_mail_receipt_heading(),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(customer.name) }),
        m.payments_mail_receipt({ amount }),
        ...credit,
        ...balance,
      ],
      facts: factsOf(paid),
      button: {
        label: towards.length === 1 ? m.payments_mail_receipt_button() : m.payments_mail_receipt_open_pdf(),
        href: url,
      },
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

/** Only of what was paid: other invoices may be due. */
function balanceSentence(towards: PaymentFacts["towards"], open: number): string[] {
  if (open > 0) return [m.payments_mail_receipt_open({ amount: formatMoney(open) })];
  const references = formatList(towards.map(({ reference }) => reference));
  return towards.length > 0 ? [m.payments_mail_receipt_paid({ references })] : [];
}

/** Notifies the office of a card payment above the open amount or for a settled invoice. */
export function officeOverPayment(paid: PaymentFacts): Message {
  const amount = formatMoney(paid.excessFils);
  return {
    subject: m.payments_mail_office_over_payment_subject({ amount, name: bidiIsolate(paid.customer.name) }),
    content: {
      tone: "normal",
      preview: m.payments_mail_office_over_payment({ amount }),
      heading: m.payments_mail_office_over_payment_heading(),
      paragraphs: [
        m.payments_mail_office_over_payment({ amount }),
        m.payments_mail_office_over_payment_next(),
      ],
      facts: [...customerFacts(paid), ...factsOf(paid)],
      button: { label: m.mail_office_open(), href: paid.url },
      after: [],
    },
  };
}

function factsOf({ reference, fils, method, receivedOn, towards }: PaymentFacts): Fact[] {
  return [
    { label: m.payments_mail_fact_receipt(), value: reference },
    { label: m.payments_mail_fact_amount(), value: formatMoney(fils) },
    { label: m.payments_mail_fact_method(), value: labelForMethod(method) },
    { label: m.payments_mail_fact_received(), value: formatDay(receivedOn) },
    ...toFacts([
      [
        m.payments_mail_fact_applied_to(),
        towards
          .map(({ reference, fils }) => m.payments_mail_fact_part({ reference, amount: formatMoney(fils) }))
          .join("\n"),
      ],
    ]),
  ];
}

function customerFacts({ customer }: MoneyEmail): Fact[] {
  const phone = customer.phone && formatPhone(customer.phone);
  return [
    ...toFacts(customerRows(customer)),
    ...(phone ? [{ label: m.mail_fact_phone(), value: phone, href: `tel:${customer.phone}` }] : []),
  ];
}

interface ChequeFacts extends MoneyEmail {
  number: string;
  bank: string;
  fils: number;
  invoice: string | null;
  /** True if the cheque had cleared, so that its invoices are open again. */
  reopened: boolean;
}

export function officeBouncedCheque(cheque: ChequeFacts): Message {
  const { number, bank, fils, invoice, reopened, url } = cheque;
  const amount = formatMoney(fils);
  const subject = m.payments_mail_office_bounced_subject({ amount, name: bidiIsolate(cheque.customer.name) });
  return {
    subject,
    content: {
      tone: "normal",
      preview: m.payments_mail_office_bounced({ number, bank: bidiIsolate(bank) }),
      heading: subject,
      paragraphs: [
        m.payments_mail_office_bounced({ number, bank: bidiIsolate(bank) }),
        ...(reopened ? [m.payments_mail_office_bounced_open()] : []),
        m.payments_mail_office_bounced_next(),
      ],
      facts: [
        ...customerFacts(cheque),
        { label: m.payments_mail_fact_amount(), value: amount },
        ...(invoice ? [{ label: m.payments_mail_fact_applied_to(), value: invoice }] : []),
      ],
      button: { label: m.mail_office_open(), href: url },
      after: [],
    },
  };
}

interface RefundFacts extends MoneyEmail {
  reference: string;
  method: PaymentMethod;
  fils: number;
  reason: string;
}

export function refundDone({
  business,
  customer,
  reference,
  method,
  fils,
  reason,
  url,
}: RefundFacts): Message {
  const amount = formatMoney(fils);
  return {
    subject: m.payments_mail_refund_subject({ amount }),
    content: {
      tone: "normal",
      preview: method === "card" ? m.payments_mail_refund_card() : bidiIsolate(reason),
      heading: m.payments_mail_refund_heading(),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(customer.name) }),
        m.payments_mail_refund({ amount }),
        ...(method === "card" ? [m.payments_mail_refund_card()] : []),
      ],
      facts: [
        { label: m.payments_mail_fact_receipt(), value: reference },
        { label: m.payments_mail_fact_amount(), value: amount },
        { label: m.payments_mail_fact_refund_method(), value: labelForMethod(method) },
        { label: m.mail_fact_reason(), value: reason },
      ],
      button: { label: m.payments_mail_receipt_open_pdf(), href: url },
      after: [m.mail_questions({ phone: formatPhone(business.phone) })],
    },
  };
}

export function officeFailedRefund({ customer, fils, url, ...rest }: RefundFacts): Message {
  const amount = formatMoney(fils);
  const subject = m.payments_mail_office_refund_failed_subject({ amount, name: bidiIsolate(customer.name) });
  return {
    subject,
    content: {
      tone: "normal",
      preview: m.payments_mail_office_refund_failed(),
      heading: subject,
      paragraphs: [m.payments_mail_office_refund_failed()],
      facts: [
        ...customerFacts({ customer, url, business: rest.business }),
        { label: m.payments_mail_fact_amount(), value: amount },
        { label: m.mail_fact_reason(), value: rest.reason },
      ],
      button: { label: m.mail_office_open(), href: url },
      after: [],
    },
  };
}

interface ReconciliationIssueFacts {
  paragraphs: string[];
  provider: string;
  payment: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  url: string;
}

export function officeReconciliationIssue({
  paragraphs,
  provider,
  payment,
  amount,
  currency,
  url,
}: ReconciliationIssueFacts): Message {
  return {
    subject: m.payments_mail_office_question_subject({ payment }),
    content: {
      tone: "normal",
      preview: paragraphs[0]!,
      heading: m.payments_mail_office_question_heading(),
      paragraphs: [...paragraphs, m.payments_mail_office_question_next()],
      facts: [
        { label: m.payments_mail_fact_provider(), value: provider },
        { label: m.payments_mail_fact_payment(), value: payment },
        {
          label: m.payments_mail_fact_amount(),
          value: `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`,
        },
      ],
      button: { label: m.mail_office_open(), href: url },
      after: [],
    },
  };
}

export function officeFailedPayout({
  provider,
  payout,
  fils,
  url,
}: {
  provider: string;
  payout: string;
  fils: number;
  url: string;
}): Message {
  const amount = formatMoney(fils);
  return {
    subject: m.payments_mail_office_payout_failed_subject({ amount }),
    content: {
      tone: "normal",
      preview: m.payments_mail_office_payout_failed({ amount }),
      heading: m.payments_mail_office_payout_failed_heading(),
      paragraphs: [
        m.payments_mail_office_payout_failed({ amount }),
        m.payments_mail_office_payout_failed_next(),
      ],
      facts: [
        { label: m.payments_mail_fact_provider(), value: provider },
        { label: m.payments_mail_fact_payout(), value: payout },
        { label: m.payments_mail_fact_amount(), value: amount },
      ],
      button: { label: m.mail_office_open(), href: url },
      after: [],
    },
  };
}
