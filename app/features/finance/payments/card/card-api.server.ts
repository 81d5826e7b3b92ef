import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { system } from "~/platform/auth/actor";
import { openDocument } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { bytes, type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { refuse } from "~/platform/http/refusal";
import { localPath } from "~/platform/locale/locale";
import { log } from "~/platform/log.server";
import { invoiceReference } from "../../invoices/schema";
import { quoteReferenceSchema } from "../../quotes/schema";
import { findCheckoutReceipt } from "../customer-documents.server";
import { type AmountDue, findAmountDue, type Payable } from "../deposits/amount-due.server";
import { findToPay } from "../queries.server";
import { checkoutState, toPay } from "../views";
import { applyProviderEvent } from "./apply-provider-event.server";
import { findCheckoutState } from "./checkout-updates.server";
import { openCheckout } from "./open-checkout.server";
import { InvalidSignatureError, type ProviderEvent } from "./provider/card-provider";
import { cardProvider } from "./provider/card-providers.server";

/** Key of the emailed link; empty for signed-in customers. */
const keyBody = z.object({ key: z._default(z.string().check(z.maxLength(200)), "") });
const invoiceParams = { reference: invoiceReference };
const quoteParams = { reference: quoteReferenceSchema };
const checkout = z.object({ url: z.string() });
const refusesCheckout = [
  "not-found",
  "cards-not-configured",
  "nothing-open",
  "too-small-for-cards",
  "payment-in-progress",
  "card-provider-unavailable",
] as const;

const keyQuery = z.object({ key: z._default(z.string().check(z.maxLength(200)), "") });

/** Card payments: checkout of customers, and the provider's webhook. */
export const cardApi = endpoints("invoice", [
  get("/invoices/{reference}/amount-due", {
    may: "website.open-link",
    summary: "Open amount of an invoice, payment options and payments",
    params: invoiceParams,
    query: keyQuery,
    answer: toPay,
    private: true,
    run: (ctx, address, call) => findToPay(ctx, linkConfigOf(call), { kind: "invoice", ...address }),
  }),

  get("/quotes/{reference}/amount-due", {
    may: "website.open-link",
    summary: "Deposit of an approved quote, payment options and payments",
    params: quoteParams,
    query: keyQuery,
    answer: toPay,
    private: true,
    run: (ctx, address, call) => findToPay(ctx, linkConfigOf(call), { kind: "quote", ...address }),
  }),

  post("/invoices/{reference}/checkout", {
    operationId: "createInvoiceCheckoutByReference",
    may: "website.open-link",
    summary: "Create a card checkout for the open amount of an invoice",
    params: invoiceParams,
    body: keyBody,
    answer: checkout,
    perMinute: 30,
    private: true,
    run: (ctx, { reference, key }, call) => payByCard(ctx, call, "invoice", reference, key),
    refuses: refusesCheckout,
    reply: (_, __, { url }) => ({ url }),
  }),

  post("/quotes/{reference}/checkout", {
    operationId: "createQuoteCheckoutByReference",
    may: "website.open-link",
    summary: "Create a card checkout for the deposit of an approved quote",
    params: quoteParams,
    body: keyBody,
    answer: checkout,
    perMinute: 30,
    private: true,
    run: (ctx, { reference, key }, call) => payByCard(ctx, call, "quote", reference, key),
    refuses: refusesCheckout,
    reply: (_, __, { url }) => ({ url }),
  }),

  post("/checkouts/{id}/refresh", {
    may: "website.open-link",
    summary: "Status of a card payment, refreshed from the provider if late",
    body: keyBody,
    answer: checkoutState,
    perMinute: 60,
    private: true,
    async run(ctx, { id, key }, call) {
      const checkoutRow = await ctx.db
        .selectFrom("checkouts")
        .select(["invoiceId", "quoteId"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!checkoutRow) return refuse("not-found");
      const kind = checkoutRow.invoiceId ? "invoice" : "quote";
      const due = await findAmountDue(ctx, kind, { id: (checkoutRow.invoiceId ?? checkoutRow.quoteId)! });
      if (!due || !asPayer(ctx, call, due, key)) return refuse("not-found");
      const state = await findCheckoutState({ ...ctx, actor: system }, id, cardProvider(call.get("config")));
      if (!state) return refuse("not-found");
      return { ok: true as const, state, receipt: await findCheckoutReceipt(ctx, call.get("config"), id) };
    },
    refuses: ["not-found"],
    reply: (_, __, { state, receipt }) => ({ state, receipt }),
  }),

  post("/payments/stripe", {
    operationId: "receiveStripeEvent",
    may: "website.use",
    summary: "Stripe webhook: signed events, in any order, repeatable",
    body: bytes("application/json", "Signed Stripe event"),
    answer: z.object({ received: z.literal(true) }),
    perMinute: 3000,
    async run(ctx, _, call) {
      const cards = cardProvider(call.get("config"));
      if (!cards) return refuse("not-found");
      const body = await call.req.text();
      let event: ProviderEvent;
      try {
        event = cards.readEvent(body, call.req.header("Stripe-Signature") ?? "", ctx.now);
      } catch (error) {
        if (!(error instanceof InvalidSignatureError)) throw error;
        // Without the error, because strangers could fill the log with stack traces.
        log.warn("stripe-signature-invalid", "An event without a valid Stripe signature", {
          reason: error.message.split(/[.\n]/, 1)[0],
          requestId: ctx.requestId,
        });
        throw new ApiError(400, "forged", m.payments_error_forged());
      }
      const applied = await applyProviderEvent({ ...ctx, actor: system }, cards.name, event);
      // Stripe redelivers the event for up to three days.
      if (!applied.ok) throw new ApiError(409, "later", m.payments_error_later());
      return { ok: true as const };
    },
    refuses: ["not-found"],
    reply: () => ({ received: true as const }),
  }),
]);

/**
 * Context that acts for the customer. Null without access, which the caller answers like an unknown payment.
 */
function asPayer(ctx: Ctx, call: Call, due: AmountDue, key: string): Ctx | null {
  const opened = openDocument(ctx, call.get("config"), due, key);
  return opened.as === "customer" ? opened.ctx : null;
}

async function payByCard(ctx: Ctx, call: Call, kind: Payable["kind"], reference: string, key: string) {
  const config = call.get("config");
  const due = await findAmountDue(ctx, kind, { reference });
  const opened = due && asPayer(ctx, call, due, key);
  if (!opened) return refuse("not-found");
  const page = kind === "invoice" ? "invoices" : "quotes";
  // Without the key, which the provider and the stored request must not contain: the payer has it as a cookie.
  const back = config.publicUrl + localPath(`/${page}/${encodeURIComponent(reference)}`);
  return openCheckout(opened, { kind, id: due.id }, { cards: cardProvider(config), back });
}

function linkConfigOf(call: Call) {
  const config = call.get("config");
  return { secret: config.secret, cards: cardProvider(config) !== null };
}
