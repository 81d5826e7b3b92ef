import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { respondWithFile } from "~/platform/files/files-api.server";
import { asPdf } from "~/platform/http/download.server";
import { bytes, type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { countsParam, pageParams } from "~/platform/lists/keyset.server";
import { DEFAULT_LOCALE, isLocale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { daySchema } from "../../bookings/schema";
import { convertQuote } from "../commands/convert.server";
import {
  createQuoteForBooking,
  createQuoteForCustomer,
  duplicateQuote,
  reviseQuote,
  saveDraft,
} from "../commands/draft.server";
import { sendQuote, shareQuoteLink, withdrawQuote } from "../commands/send.server";
import { renderQuotePdf } from "../document/document.server";
import { quoteUrl } from "../document/quote-link.server";
import { findQuoteDetail, findQuotePhotoForOffice, listOfferedPrices, listQuotes } from "../queries.server";
import { quoteStates } from "../quote";
import { quoteDraftSchema, quoteVersionSchema } from "../schema";
import { offeredPrices, quoteDetail, quoteList } from "../views";

const quoteResponse = z.object({ quote: quoteDetail });
const createdQuote = z.object({ id: z.uuid() });
const version = z.object({ version: quoteVersionSchema });
const by = z.enum(["mail", "link"]);
/** `url` only if the office requested the link; it is not readable afterwards. */
const sentQuote = z.object({ quote: quoteDetail, url: z.nullable(z.string()) });

export const officeQuotesApi = endpoints("quote", [
  get("/admin/quotes", {
    may: "quotes.read",
    summary: "The list of quotes, the newest first; `counts`: with how many there are in each state",
    description:
      "`from` and `to`: Dubai days of sending, both included. `outcome`: approved, or declined and expired.",
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
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
    summary: "Begin a quote for a customer",
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
    summary: "Begin a quote with what a booking knows: customer, place, findings, pictures and prices",
    answer: createdQuote,
    status: 201,
    idempotent: true,
    run: (ctx, { id }) => createQuoteForBooking(ctx, id),
    refuses: ["not-found"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  get("/admin/quotes/{id}/document", {
    may: "quotes.read",
    summary: "The version that was sent last, as a document",
    answer: bytes("application/pdf", "PDF/A-3"),
    run: async (ctx, { id }, call) => {
      const drawn = await renderQuotePdf(ctx, call.get("config"), id);
      return drawn && asPdf(drawn.bytes, `${drawn.reference}.pdf`);
    },
  }),

  get("/admin/quote-prices", {
    may: "quotes.read",
    summary: "What the price book offers today, for the lines of a quote",
    answer: offeredPrices,
    run: (ctx) => listOfferedPrices(ctx),
  }),

  get("/admin/quotes/{id}", {
    may: "quotes.read",
    summary: "A quote with all its versions and what was answered to each",
    answer: quoteResponse,
    run: (ctx, { id }) => getQuote(ctx, id),
  }),

  get("/admin/quotes/{id}/photos/{photoId}", {
    may: "quotes.read",
    summary: "A picture that is shown with a quote, or could be",
    answer: bytes("image/jpeg", "The picture, which never changes"),
    run: async (ctx, { id, photoId }, call) =>
      respondWithFile(call, await findQuotePhotoForOffice(ctx, id, photoId)),
  }),

  post("/admin/quotes/{id}/draft", {
    may: "quotes.manage",
    summary: "Keep what is drafted, as a whole",
    description: "`version` as last seen. What stands there already may be sent again.",
    body: z.intersection(version, quoteDraftSchema),
    answer: version,
    run: (ctx, { id, version, ...draft }) => saveDraft(ctx, { id, version }, draft),
    refuses: ["not-found", "stale", "wrong-state", "unknown-photo", "unknown-service", "renewal-deposit"],
    reply: (_ctx, _input, { version }) => ({ version }),
  }),

  post("/admin/quotes/{id}/send", {
    may: "quotes.manage",
    summary: "Send what is drafted: by mail, or with a link that the office hands over itself",
    body: z.object({ version: quoteVersionSchema, by }),
    answer: sentQuote,
    private: true,
    idempotent: true,
    run: (ctx, { id, version, by }) => sendQuote(ctx, { id, version }, by),
    refuses: ["not-found", "stale", "wrong-state", "no-lines", "no-email", "renewed-otherwise"],
    reply: (ctx, { id, by }, _, call) => withLink(ctx, id, by, call),
  }),

  post("/admin/quotes/{id}/hand-over", {
    may: "quotes.manage",
    summary: "Hand the link over once more",
    body: z.object({ version: quoteVersionSchema, by }),
    answer: sentQuote,
    private: true,
    idempotent: true,
    run: (ctx, { id, version, by }) => shareQuoteLink(ctx, { id, version }, by),
    refuses: ["not-found", "stale", "wrong-state", "no-email"],
    reply: (ctx, { id, by }, _, call) => withLink(ctx, id, by, call),
  }),

  post("/admin/quotes/{id}/revise", {
    may: "quotes.manage",
    summary: "Begin the next version; the last one counts until it is sent",
    body: version,
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version }) => reviseQuote(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => getQuote(ctx, id),
  }),

  post("/admin/quotes/{id}/withdraw", {
    may: "quotes.manage",
    summary: "Take a quote back",
    body: version,
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version }) => withdrawQuote(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => getQuote(ctx, id),
  }),

  post("/admin/quotes/{id}/duplicate", {
    may: "quotes.manage",
    summary: "Begin another quote with what this one says",
    answer: createdQuote,
    status: 201,
    idempotent: true,
    run: (ctx, { id }) => duplicateQuote(ctx, id),
    refuses: ["not-found"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/quotes/{id}/convert", {
    may: "quotes.manage",
    summary: "Turn an approved quote into work: a booking of its own, or the one that it came from",
    body: z.object({ version: quoteVersionSchema, into: z.enum(["new", "booking"]) }),
    answer: quoteResponse,
    idempotent: true,
    run: (ctx, { id, version, into }) => convertQuote(ctx, { id, version }, into),
    refuses: ["not-found", "stale", "wrong-state", "phone-required", "place-required", "service-required"],
    reply: (ctx, { id }) => getQuote(ctx, id),
  }),
]);

async function getQuote(ctx: Ctx, id: string) {
  const quote = await findQuoteDetail(ctx, id);
  return quote && { quote };
}

async function withLink(ctx: Ctx, id: string, by: "mail" | "link", call: Call) {
  const quote = await findQuoteDetail(ctx, id);
  if (!quote) return null;
  const { validUntil } = quote;
  if (by === "mail" || !validUntil) return { quote, url: null };
  // In the customer's language, not that of the office user.
  const language = isLocale(quote.language) ? quote.language : DEFAULT_LOCALE;
  const url = inLocale(language, () => quoteUrl(ctx, call.get("config"), { ...quote, validUntil }));
  return { quote, url };
}
