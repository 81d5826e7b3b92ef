import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { Message } from "~/platform/messaging/message";
import { pdfAttachment, queueEmail } from "~/platform/messaging/queue-email.server";
import { dubaiDate } from "~/platform/time";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { routeByText } from "../../../../core/customers/text-route.server";
import { loadPaymentInstructions } from "../../../../finance/invoices/document.server";
import { cardProvider } from "../../../../finance/payments/card/provider/card-providers.server";
import { loadQuotePdf } from "../../../../finance/quotes/document/document.server";
import { quoteUrl } from "../../../../finance/quotes/link/quote-link.server";
import { effectiveStateOn, isAwaitingAnswer, type QuoteState } from "../../../../finance/quotes/quote";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import {
  officeQuoteAnswer,
  type QuoteMailContext,
  quoteApproved,
  quoteCancelled,
  quoteEnding,
  quoteLink,
  quoteSent,
  quoteWithdrawn,
} from "../../templates/quote";
import { queueCustomerText } from "../customer-text.server";
import { queueDocument } from "./send-document.server";

/* Emails describe the current quote and are skipped when a later event made them obsolete. */

type QuoteEvent = Extract<EventType, `quote.${string}`>;

interface Quote {
  id: string;
  linkVersion: number;
  state: QuoteState;
  revision: number;
  viewed: boolean;
  /** True for contract renewals. */
  renewal: boolean;
  /** True if the customer is emailed about the cancelled booking of its work. */
  isCancellationEmailed: boolean;
}

/** Sent on the channel that the customer chose. */
const REMINDER = "quote-ending";

const kindsWithPdf = new Set(["quote-sent", "quote-link"]);

type Write<Type extends QuoteEvent> = (
  context: QuoteMailContext,
  event: RecordedEvent<Type>,
  quote: Quote,
) => Message | null;

/** A newer version has its own email. */
export const notifyOfQuote = toCustomer<"quote.sent">("quote-sent", (context, { data }, quote) =>
  data.channel !== "link" && quote.revision === data.revision && isAwaitingAnswer(quote.state)
    ? quoteSent(context)
    : null,
);

export const sendQuoteLink = toCustomer<"quote.link-requested">(
  "quote-link",
  (context, { data }, { state }) =>
    data.channel !== "link" ? quoteLink(context, { answerable: isAwaitingAnswer(state) }) : null,
);

export const remindOfQuote = toCustomer<"quote.expiring">(REMINDER, (context, _, { state }) =>
  isAwaitingAnswer(state) ? quoteEnding(context) : null,
);

export const thankForApproval = toCustomer<"quote.approved">("quote-approved", (context, _, { renewal }) =>
  quoteApproved(context, { renewal }),
);

/** Skipped for customers who never opened the quote. */
export const notifyOfWithdrawal = toCustomer<"quote.withdrawn">(
  "quote-withdrawn",
  (context, { data }, { state, viewed }) =>
    data.wasSent && viewed && state === "withdrawn" ? quoteWithdrawn(context) : null,
);

/** Without a deposit, the email about the cancelled booking is sufficient. */
export const notifyOfQuoteCancellation = toCustomer<"quote.cancelled">(
  "quote-cancelled",
  (context, { data }, { isCancellationEmailed }) =>
    data.deposit === "none" && isCancellationEmailed ? null : quoteCancelled(context, data),
);

export const notifyOfficeOfApproval = toOffice<"quote.approved">("office-quote-approved", (context) =>
  officeQuoteAnswer(context, { answer: "approved", words: "" }),
);
export const notifyOfficeOfChanges = toOffice<"quote.changes-requested">(
  "office-quote-changes",
  (context, { reason }) => officeQuoteAnswer(context, { answer: "changes_requested", words: reason ?? "" }),
);
export const notifyOfficeOfDecline = toOffice<"quote.declined">(
  "office-quote-declined",
  (context, { reason }) => officeQuoteAnswer(context, { answer: "declined", words: reason ?? "" }),
);

/** The contract ends because its renewal was not answered. */
export const notifyOfficeOfExpiry = toOffice<"quote.expired">("office-quote-expired", (context, _, quote) =>
  quote.renewal && quote.state === "expired"
    ? officeQuoteAnswer(context, { answer: "expired", words: "" })
    : null,
);

function toCustomer<Type extends QuoteEvent>(name: string, write: Write<Type>): Reaction<Type> {
  return quoteMail(name, write, "customer");
}

function toOffice<Type extends QuoteEvent>(name: string, write: Write<Type>): Reaction<Type> {
  return quoteMail(name, write, "office");
}

function quoteMail<Type extends QuoteEvent>(
  name: string,
  write: Write<Type>,
  to: "customer" | "office",
): Reaction<Type> {
  return {
    name,
    run: async function sendQuoteMail(ctx, event, { config }) {
      const business = await getBusiness(ctx);
      const read = await readQuote(ctx, event.subjectId);
      // Discarded draft.
      if (!read) return;
      const { quote, facts, language, customerId } = read;
      const { email, phone } = facts;
      const route =
        name === REMINDER
          ? await routeByText(ctx, { customerId, email, phone, topic: "money", urgency: "service" }, config)
          : null;
      const isByWhatsapp = to === "customer" && "channel" in event.data && event.data.channel === "whatsapp";
      const address = isByWhatsapp ? phone : (email ?? (route && phone));
      const recipient = to === "customer" ? address : await officeAddress(ctx, "money");
      if (!recipient) return;
      const requestLanguage = to === "customer" ? language : undefined;
      await inLocale(await localeOfRecipient(ctx, recipient, requestLanguage), async () => {
        const links = linksOf(ctx, config, quote, facts);
        const { bank } = await loadPaymentInstructions(ctx, null);
        const ways = { bank, cards: cardProvider(config) !== null };
        const context = { business, quote: facts, ...links, ways };
        const message = write(context, event, quote);
        if (!message) return;
        const replyTo = to === "customer" ? business.officeEmail : facts.email;
        const file =
          kindsWithPdf.has(name) && (await loadQuotePdf(ctx, config, openFileStore(config), quote.id));
        const fileName = `${facts.reference}.pdf`;
        const fileId = file ? file.fileId : null;
        if (isByWhatsapp) {
          const document = { kind: "quote-document", trailId: event.id, phone: recipient };
          const { quoteUrl: url } = links;
          return queueDocument(ctx, { ...document, sender: business, message, url, fileId, fileName });
        }
        const attachments = pdfAttachment(fileName, fileId);
        const mail = {
          ...{ kind: name, trailId: event.id, recipient, replyTo },
          ...{ sender: business, message, attachments },
        };
        if (!route || !phone) return queueEmail(ctx, mail);
        await queueCustomerText(ctx, {
          ...{ kind: name, trailId: event.id, phone, route, message, url: links.quoteUrl },
          ...{ sender: business, mail: email ? mail : null, digest: null },
        });
      });
    },
  };
}

function linksOf(
  ctx: Ctx,
  config: Config,
  { id, linkVersion }: Quote,
  { reference, validUntil }: QuoteMailContext["quote"],
) {
  return {
    quoteUrl: quoteUrl(ctx, config, { id, reference, validUntil, linkVersion }),
    officeUrl: config.publicUrl + localPath(`/admin/quotes/${id}`),
  };
}

async function readQuote(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("quotes")
    .innerJoin("customers", "customers.id", "quotes.customerId")
    .innerJoin("quoteRevisions", (join) =>
      join.onRef("quoteId", "=", "quotes.id").onRef("number", "=", "quotes.revision"),
    )
    .selectAll("quotes")
    .leftJoin("bookings", "bookings.id", "quotes.workBookingId")
    .select(["title", "customers.name", "customers.company", "customers.email", "customers.phone"])
    .select(["bookings.state as workState", "bookings.contactEmail as workEmail"])
    .where("quotes.id", "=", id)
    .executeTakeFirstOrThrow();
  if (row.validUntil === null) return null;
  return {
    quote: {
      id: row.id,
      linkVersion: row.linkVersion,
      state: effectiveStateOn(dubaiDate(ctx.now), { state: row.state, validUntil: row.validUntil }),
      revision: row.revision,
      viewed: row.viewedAt !== null,
      renewal: row.renewsContractId !== null,
      isCancellationEmailed: row.workState === "cancelled" && row.workEmail !== null,
    },
    language: row.language,
    customerId: row.customerId,
    facts: {
      reference: row.reference,
      title: row.title,
      customerName: row.name,
      company: row.company,
      phone: row.phone,
      email: row.email,
      totalFils: row.totalFils,
      depositFils: row.depositFils,
      validUntil: row.validUntil,
      revision: row.revision,
    },
  };
}
