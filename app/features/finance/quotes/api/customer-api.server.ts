import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { respondWithFile } from "~/platform/files/files-api.server";
import {
  bytes,
  type Call,
  endpoints,
  get,
  okResponse,
  post,
  respondOk,
} from "~/platform/http/endpoint.server";
import { refuse } from "~/platform/http/refusal";
import {
  approveQuote,
  declineQuote,
  requestChanges,
  requestQuoteLink,
  viewQuote,
} from "../commands/answer.server";
import { respondWithQuote } from "../document/respond-with-quote.server";
import { openQuote } from "../link/quote-link.server";
import { findQuotePhoto } from "../photos.server";
import { findOpenedQuote, listMyQuotes } from "../queries.server";
import {
  approvalSchema,
  changesSchema,
  declineSchema,
  quoteKeySchema,
  quoteReferenceSchema,
} from "../schema";
import { customerQuotes, openedQuote } from "../views";

const params = { reference: quoteReferenceSchema };
const withKey = z.object({ key: quoteKeySchema });

/** Quote endpoints of customers, who are signed in or hold the key of an emailed link. */
export const customerQuotesApi = endpoints("quote", [
  get("/quotes/{reference}", {
    may: "website.open-link",
    summary: "Get a quote, with the key of the emailed link or signed in as its customer",
    params,
    query: withKey,
    answer: openedQuote,
    private: true,
    run: findQuote,
  }),

  get("/quotes/{reference}/photos/{photoId}", {
    may: "website.open-link",
    summary: "Download a photo of a quote, with the key of the emailed link or signed in as its customer",
    params,
    query: withKey,
    answer: bytes("image/jpeg", "Immutable photo"),
    run: async (ctx, { photoId, ...path }, call) => {
      const opened = await openQuote(ctx, call.get("config"), path);
      const photo = opened?.ctx ? await findQuotePhoto(opened.ctx, opened.id, photoId) : null;
      return respondWithFile(call, photo);
    },
  }),

  get("/quotes/{reference}/document", {
    may: "website.open-link",
    summary: "Download a quote as PDF, with the key of the emailed link or signed in as its customer",
    params,
    query: withKey,
    answer: bytes("application/pdf", "PDF/A-3 of the last sent version"),
    run: async (ctx, path, call) => {
      const opened = await openQuote(ctx, call.get("config"), path);
      return opened?.ctx ? respondWithQuote(opened.ctx, call, opened.id) : null;
    },
  }),

  post("/quotes/{reference}/viewed", {
    operationId: "markQuoteViewedByReference",
    may: "website.open-link",
    summary: "Mark a quote as viewed",
    params,
    body: withKey,
    answer: okResponse,
    run: (ctx, path, call) => asCustomer(ctx, call, path, viewQuote),
    refuses: ["not-found"],
    reply: respondOk,
  }),

  post("/quotes/{reference}/approve", {
    may: "website.open-link",
    summary: "Approve the version seen, with a typed name and the ticked optional lines",
    params,
    body: approvalSchema,
    answer: openedQuote,
    private: true,
    idempotent: true,
    run: (ctx, { reference, key, ...approval }, call) =>
      asCustomer(ctx, call, { reference, key }, (ctx, id) => approveQuote(ctx, id, approval)),
    refuses: [
      "not-found",
      "wrong-state",
      "text-required",
      "quote-expired",
      "superseded",
      "unknown-line",
      "nothing-chosen",
      "renewed-otherwise",
    ],
    reply: (ctx, path, _, call) => findQuote(ctx, path, call),
  }),

  post("/quotes/{reference}/changes", {
    operationId: "requestQuoteChangesByReference",
    may: "website.open-link",
    summary: "Request changes",
    params,
    body: changesSchema,
    answer: openedQuote,
    private: true,
    idempotent: true,
    run: (ctx, { reference, key, ...changes }, call) =>
      asCustomer(ctx, call, { reference, key }, (ctx, id) => requestChanges(ctx, id, changes)),
    refuses: ["not-found", "wrong-state", "text-required", "quote-expired", "superseded"],
    reply: (ctx, path, _, call) => findQuote(ctx, path, call),
  }),

  post("/quotes/{reference}/decline", {
    may: "website.open-link",
    summary: "Decline a quote with a reason",
    params,
    body: declineSchema,
    answer: openedQuote,
    private: true,
    idempotent: true,
    run: (ctx, { reference, key, ...reason }, call) =>
      asCustomer(ctx, call, { reference, key }, (ctx, id) => declineQuote(ctx, id, reason)),
    refuses: ["not-found", "wrong-state", "text-required", "quote-expired", "superseded"],
    reply: (ctx, path, _, call) => findQuote(ctx, path, call),
  }),

  post("/quotes/link", {
    operationId: "sendQuoteLink",
    may: "website.use",
    summary: "Email the link again, to the address on file",
    description: "The response does not disclose whether the quote exists.",
    body: z.object({ reference: quoteReferenceSchema }),
    answer: okResponse,
    perMinute: 10,
    run: (ctx, { reference }) => requestQuoteLink(ctx, reference),
    reply: respondOk,
  }),

  get("/account/quotes", {
    may: "account.use",
    summary: "Quotes of the signed-in customer, latest first",
    answer: customerQuotes,
    private: true,
    run: (ctx) => listMyQuotes(ctx),
  }),
]);

function findQuote(ctx: Ctx, { reference, key }: { reference: string; key: string }, call: Call) {
  return findOpenedQuote(ctx, call.get("config"), { reference, key });
}

async function asCustomer<Result>(
  ctx: Ctx,
  call: Call,
  path: { reference: string; key: string },
  run: (ctx: Ctx, quoteId: string) => Promise<Result>,
) {
  const opened = await openQuote(ctx, call.get("config"), path);
  return opened?.ctx ? run(opened.ctx, opened.id) : refuse("not-found");
}
