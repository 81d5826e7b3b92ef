import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Fact, Message } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import type { PaymentInstructions } from "../../../core/documents/document-data";
import { customerRows, toFacts } from "./context";
import { paymentSentence } from "./invoice";

export interface QuoteMailContext {
  business: Business;
  quote: {
    reference: string;
    title: string;
    customerName: string;
    company: string | null;
    phone: string | null;
    email: string | null;
    totalFils: number;
    depositFils: number;
    validUntil: string;
    revision: number;
  };
  /** Page on which the customer reads and answers the quote without an account. */
  quoteUrl: string;
  /** Ways to pay a deposit, in addition to cash and cheque. */
  ways: { bank: PaymentInstructions["bank"]; cards: boolean };
  /** Quote page in the back office. */
  officeUrl: string;
}

/** The validity counts until the quote is answered. */
function facts({ quote }: QuoteMailContext, { answerable }: { answerable: boolean }): Fact[] {
  return toFacts([
    [m.quotes_mail_number(), quote.reference],
    [m.quotes_mail_for(), bidiIsolate(quote.title)],
    [m.quotes_mail_total(), formatMoney(quote.totalFils)],
    [m.quotes_mail_deposit(), quote.depositFils > 0 ? formatMoney(quote.depositFils) : null],
    [m.quotes_mail_valid(), answerable ? formatDay(quote.validUntil, "longDate") : null],
  ]);
}

const dear = ({ quote }: QuoteMailContext) => m.mail_dear({ name: bidiIsolate(quote.customerName) });
const questions = ({ business }: QuoteMailContext) =>
  m.mail_questions({ phone: formatPhone(business.phone) });

export function quoteSent(context: QuoteMailContext): Message {
  const { reference, title, revision } = context.quote;
  const named = { reference, title: bidiIsolate(title) };
  const again = revision > 1;
  return {
    subject: again ? m.quotes_mail_again_subject(named) : m.quotes_mail_subject(named),
    content: {
      tone: "normal",
      preview: m.quotes_mail_preview({ total: formatMoney(context.quote.totalFils) }),
      heading: again ? m.quotes_mail_again_heading() : m.quotes_mail_heading(),
      paragraphs: [dear(context), again ? m.quotes_mail_again() : m.quotes_mail()],
      facts: facts(context, { answerable: true }),
      button: { label: m.quotes_mail_open(), href: context.quoteUrl },
      after: [m.quotes_mail_own_link(), questions(context)],
    },
  };
}

/** Also for quotes that can no longer be answered. */
export function quoteLink(context: QuoteMailContext, { answerable }: { answerable: boolean }): Message {
  const { reference } = context.quote;
  return {
    subject: m.quotes_mail_link_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.quotes_mail_preview({ total: formatMoney(context.quote.totalFils) }),
      heading: m.quotes_mail_link_heading(),
      paragraphs: [dear(context), m.quotes_mail_link()],
      facts: facts(context, { answerable }),
      button: {
        label: answerable ? m.quotes_mail_open() : m.quotes_mail_read(),
        href: context.quoteUrl,
      },
      after: [...(answerable ? [m.quotes_mail_own_link()] : []), questions(context)],
    },
  };
}

export function quoteEnding(context: QuoteMailContext): Message {
  const { reference, validUntil } = context.quote;
  const day = formatDay(validUntil, "longDate");
  return {
    subject: m.quotes_mail_expiring_subject({ reference, day: formatDay(validUntil, "shortDate") }),
    content: {
      tone: "normal",
      preview: m.quotes_mail_expiring({ day }),
      heading: m.quotes_mail_expiring_heading(),
      paragraphs: [dear(context), m.quotes_mail_expiring({ day })],
      facts: facts(context, { answerable: true }),
      button: { label: m.quotes_mail_open(), href: context.quoteUrl },
      after: [questions(context)],
    },
  };
}

export function quoteApproved(context: QuoteMailContext, { renewal }: { renewal: boolean }): Message {
  const { reference, depositFils } = context.quote;
  const thanks = renewal ? m.quotes_mail_thanks_renewal() : m.quotes_mail_thanks();
  return {
    subject: m.quotes_mail_thanks_subject({ reference }),
    content: {
      tone: "normal",
      preview: thanks,
      heading: m.quotes_mail_thanks_heading(),
      paragraphs: [
        dear(context),
        thanks,
        ...(depositFils > 0
          ? [
              m.quotes_mail_thanks_deposit({ deposit: formatMoney(depositFils) }),
              paymentSentence({ reference, ...context.ways }),
            ]
          : []),
      ],
      facts: facts(context, { answerable: false }),
      button:
        depositFils > 0 && context.ways.cards
          ? {
              label: m.quotes_mail_pay_deposit({ deposit: formatMoney(depositFils) }),
              href: `${context.quoteUrl}#to-pay`,
            }
          : { label: m.quotes_mail_read(), href: context.quoteUrl },
      after: [questions(context)],
    },
  };
}

/** The office withdrew the quote; sent only to customers who opened it. */
export function quoteWithdrawn(context: QuoteMailContext): Message {
  const { reference } = context.quote;
  return {
    subject: m.quotes_mail_withdrawn_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.quotes_mail_withdrawn(),
      heading: m.quotes_mail_withdrawn_heading(),
      paragraphs: [dear(context), m.quotes_mail_withdrawn()],
      facts: facts(context, { answerable: false }).slice(0, 2),
      button: { label: m.quotes_mail_read(), href: context.quoteUrl },
      after: [questions(context)],
    },
  };
}

/** The approved quote is cancelled; explains what becomes of a paid deposit. */
export function quoteCancelled(
  context: QuoteMailContext,
  { deposit, fils }: { deposit: "none" | "refunded" | "forfeited"; fils: number },
): Message {
  const { reference } = context.quote;
  const paid = { deposit: formatMoney(fils) };
  return {
    subject: m.quotes_mail_cancelled_subject({ reference }),
    content: {
      tone: "normal",
      preview: bidiIsolate(context.quote.title),
      heading: m.quotes_mail_cancelled_heading(),
      paragraphs: [
        dear(context),
        m.quotes_mail_cancelled(),
        ...(deposit === "refunded" ? [m.quotes_mail_cancelled_refunded(paid)] : []),
        ...(deposit === "forfeited" ? [m.quotes_mail_cancelled_deposit_forfeited(paid)] : []),
      ],
      facts: facts(context, { answerable: false }).slice(0, 2),
      button: { label: m.quotes_mail_read(), href: context.quoteUrl },
      after: [questions(context)],
    },
  };
}

const answers = {
  approved: { subject: m.quotes_mail_office_approved_subject, heading: m.quotes_mail_office_approved },
  changes_requested: { subject: m.quotes_mail_office_changes_subject, heading: m.quotes_mail_office_changes },
  declined: { subject: m.quotes_mail_office_declined_subject, heading: m.quotes_mail_office_declined },
  expired: { subject: m.quotes_mail_office_expired_subject, heading: m.quotes_mail_office_expired },
} as const;

export function officeQuoteAnswer(
  context: QuoteMailContext,
  { answer, words }: { answer: keyof typeof answers; words: string },
): Message {
  const { reference, customerName, company, phone, email } = context.quote;
  const { subject, heading } = answers[answer];
  return {
    subject: subject({ reference, name: bidiIsolate(customerName) }),
    content: {
      tone: "normal",
      preview: words || bidiIsolate(context.quote.title),
      heading: heading(),
      paragraphs: words ? [bidiIsolate(words)] : [],
      facts: [
        ...facts(context, { answerable: false }),
        ...toFacts([
          ...customerRows({ name: customerName, company }),
          [m.mail_fact_phone(), phone && formatPhone(phone)],
          [m.mail_fact_email(), email],
        ]),
      ],
      button: { label: m.quotes_mail_office_open(), href: context.officeUrl },
      after: [],
    },
  };
}
