import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { countsParam, pageParams } from "~/platform/lists/keyset.server";
import { currentLocale, isLocale, localeOrDefault } from "~/platform/locale/locale";
import { singleLine } from "~/platform/text/sanitize-text";
import { daySchema } from "../../../operations/bookings/schema";
import { convertQuote } from "../commands/convert.server";
import {
  createQuoteForBooking,
  createQuoteForCustomer,
  duplicateQuote,
  reviseQuote,
  saveDraft,
} from "../commands/draft.server";
import { replaceQuoteLink, sendQuote, shareQuoteLink } from "../commands/send.server";
import { withdrawQuote } from "../commands/withdraw.server";
import { respondWithQuote } from "../document/respond-with-quote.server";
import { listOfferedPrices } from "../draft/offered-prices.server";
import { findQuoteUrl } from "../link/quote-link.server";
import { findQuoteDetail } from "../office/detail-queries.server";
import { listQuotes } from "../office/list-queries.server";
import { findQuotePhotoForOffice } from "../photos.server";
import { type QuoteChannel, quoteChannels, quoteStates } from "../quote";
import { quoteDraftSchema, quoteVersionSchema } from "../schema";
import { offeredPrices, quoteDetail, quoteList } from "../views";

const quoteResponse = z.object({ quote: quoteDetail });
const createdQuote = z.object({ id: z.uuid() });
const version = z.object({ version: quoteVersionSchema });
const channel = z.enum(quoteChannels);
/** `url` only if the office requested the link; it is not readable afterwards. */
const sentQuote = z.object({ quote: quoteDetail, url: z.nullable(z.string()) });

export const officeQuotesApi = endpoints("quote", [
  get("/admin/quotes", {
    may: "quotes.read",
    summary: "List quotes, newest first; `counts` adds the number in each state",
    description:
      "`from` and `to`: sending dates in Asia/Dubai, both inclusive. `outcome`: `won` if approved, `lost` if declined or expired.",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      state: z.optional(z.enum([...quoteStates, "awaiting", "undecided"])),
      customer: z.optional(z.uuid()),
      booking: z.optional(z.uuid()),
      outcome: z.optional(z.enum(["won", "lost"])),
      from: z.optional(daySchema),
      to: z.optional(daySchema),
      ...pageParams,
      ...countsParam,
    }),
    answer: quoteList,
    run: listQuotes,
  }),

  post("/admin/quotes", {
    may: "quotes.manage",
    summary: "Draft a quote for a customer",
    body: z.object({ customerId: z.uuid(), propertyId: z._default(z.nullable(z.uuid()), null) }),
    answer: createdQuote,
    status: 201,
    idempotent: true,
    run: (ctx, input) => createQuoteForCustomer(ctx, input),
    refuses: ["not-found"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/bookings/{id}/quotes", {
    may: "quotes.manage",
    summary: "Draft a quote from a booking, with its customer, property, report notes, photos and prices",
    description:
      "`customerId` is required if several customers have the booking's phone and the name decides nothing; the refusal lists them.",
    body: z.object({ customerId: z.optional(z.uuid()) }),
    answer: createdQuote,
    status: 201,
    idempotent: true,
    run: (ctx, { id, customerId }) => createQuoteForBooking(ctx, id, { customerId }),
    refuses: ["not-found", "customer-ambiguous"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  get("/admin/quotes/{id}/document", {
    may: "quotes.read",
    summary: "Download the last sent version as PDF",
    answer: bytes("application/pdf", "PDF/A-3"),
    run: (ctx, { id }, call) => respondWithQuote(ctx, call, id),
  }),

  get("/admin/quote-prices", {
    may: "quotes.read",
    summary: "Prices on offer today, for the lines of a quote or invoice",
    description: "`language`: of the document, otherwise that of the request.",
    query: z.object({ language: z.optional(z.string().check(z.refine(isLocale))) }),
    answer: offeredPrices,
    run: (ctx, { language }) =>
      listOfferedPrices(ctx, language ? localeOrDefault(language) : currentLocale()),
  }),

  get("/admin/quotes/{id}", {
    may: "quotes.read",
    summary: "Get a quote with all versions and their answers",
    answer: quoteResponse,
    run: (ctx, { id }, call) => getQuote(ctx, id, call),
  }),

  get("/admin/quotes/{id}/photos/{photoId}", {
    may: "quotes.read",
    summary: "Download a photo that is or can be attached to the quote",
    answer: bytes("image/jpeg", "Immutable photo"),
    run: async (ctx, { id, photoId }, call) =>
      respondWithFile(call, await findQuotePhotoForOffice(ctx, id, photoId)),
  }),

  post("/admin/quotes/{id}/draft", {
    operationId: "saveQuoteDraft",
    may: "quotes.manage",
    summary: "Replace the draft",
    description: "`version`: as last seen. Saving the stored content again succeeds.",
    body: z.intersection(version, quoteDraftSchema),
    answer: version,
    run: (ctx, { id, version, ...draft }) => saveDraft(ctx, { id, version }, draft),
    refuses: ["not-found", "stale", "wrong-state", "unknown-photo", "unknown-service", "renewal-deposit"],
    reply: (_ctx, _input, { version }) => ({ version }),
  }),

  post("/admin/quotes/{id}/send", {
    may: "quotes.manage",
    summary: "Send the draft by email or WhatsApp, or return a link for the office to share",
    body: z.object({ version: quoteVersionSchema, channel }),
    answer: sentQuote,
    private: true,
    idempotent: true,
    run: (ctx, { id, version, channel }, call) =>
      sendQuote(ctx, { id, version }, channel, call.get("config")),
    refuses: [
      "not-found",
      "stale",
      "wrong-state",
      "no-lines",
      "discount-too-large",
      "export-within-uae",
      "service-required",
      "property-required",
      "company-details-missing",
      "no-email",
      "email-undeliverable",
      "channel-unavailable",
      "opted-out",
      "renewed-otherwise",
    ],
    reply: (ctx, { id, channel }, _, call) => withLink(ctx, id, channel, call),
  }),

  post("/admin/quotes/{id}/resend-link", {
    may: "quotes.manage",
    summary: "Share the link of a sent quote again",
    body: z.object({ version: quoteVersionSchema, channel }),
    answer: sentQuote,
    private: true,
    idempotent: true,
    run: (ctx, { id, version, channel }, call) =>
      shareQuoteLink(ctx, { id, version }, channel, call.get("config")),
    refuses: [
      ...(["not-found", "stale", "wrong-state", "no-email", "email-undeliverable"] as const),
      ...(["channel-unavailable", "opted-out"] as const),
    ],
    reply: (ctx, { id, channel }, _, call) => withLink(ctx, id, channel, call),
  }),

  post("/admin/quotes/{id}/replace-link", {
    may: "quotes.manage",
    summary: "Replace the public link of a sent quote, because it went to the wrong person",
    description: "The old link answers as an unknown one from now on.",
    answer: sentQuote,
    private: true,
    idempotent: true,
    run: (ctx, { id }) => replaceQuoteLink(ctx, id),
    refuses: ["not-found"],
    reply: (ctx, { id }, _, call) => withLink(ctx, id, "link", call),
  }),

  post("/admin/quotes/{id}/revise", {
    may: "quotes.manage",
    summary: "Draft the next version; the sent one stays valid until then",
    body: version,
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version }) => reviseQuote(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }, _, call) => getQuote(ctx, id, call),
  }),

  post("/admin/quotes/{id}/withdraw", {
    may: "quotes.manage",
    summary: "Withdraw a quote",
    body: version,
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version }) => withdrawQuote(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }, _, call) => getQuote(ctx, id, call),
  }),

  post("/admin/quotes/{id}/duplicate", {
    may: "quotes.manage",
    summary: "Duplicate a quote as a draft",
    answer: createdQuote,
    status: 201,
    idempotent: true,
    run: (ctx, { id }) => duplicateQuote(ctx, id),
    refuses: ["not-found"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/quotes/{id}/convert", {
    may: "quotes.manage",
    summary: "Convert an approved quote into a new booking or its source booking",
    description: "`serviceId` and `propertyId` complete a quote that was approved without them.",
    body: z.object({
      version: quoteVersionSchema,
      target: z.enum(["new", "booking"]),
      serviceId: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
      propertyId: z.optional(z.uuid()),
    }),
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version, target, ...chosen }) => convertQuote(ctx, { id, version }, target, chosen),
    refuses: ["not-found", "stale", "wrong-state", "phone-required", "property-required", "service-required"],
    reply: (ctx, { id }, _, call) => getQuote(ctx, id, call),
  }),
]);

async function getQuote(ctx: Ctx, id: string, call: Call) {
  const quote = await findQuoteDetail(ctx, id, call.get("config"));
  return quote && { quote };
}

async function withLink(ctx: Ctx, id: string, channel: QuoteChannel, call: Call) {
  const config = call.get("config");
  const quote = await findQuoteDetail(ctx, id, config);
  if (!quote) return null;
  return { quote, url: channel === "link" ? await findQuoteUrl(ctx, config, id) : null };
}
