import Stripe from "stripe";
import type { Config } from "~/platform/config.server";
import {
  type CardProvider,
  type CheckoutUpdate,
  InvalidSignatureError,
  type ProviderFee,
  ProviderRejectedError,
  type ProviderUpdate,
  type RefundUpdate,
} from "./card-provider";

type StripeConfig = Pick<Config, "stripeSecretKey" | "stripeWebhookSecret" | "stripeApiBase">;

/** Timeout of a call, because a customer may be waiting. */
const TIMEOUT_MS = 15_000;
/** Maximum age of a webhook signature, against replays. */
const TOLERANCE_SECONDS = 300;

/** Stripe through its own library (https://docs.stripe.com/payments/checkout); null without keys. */
export function stripeProvider(config: StripeConfig): CardProvider | null {
  const { stripeSecretKey, stripeWebhookSecret } = config;
  if (!stripeSecretKey || !stripeWebhookSecret) return null;
  const base = new URL(config.stripeApiBase);
  const stripe = new Stripe(stripeSecretKey, {
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? 80 : 443),
    protocol: base.protocol === "http:" ? "http" : "https",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });

  async function findCheckout(id: string): Promise<CheckoutUpdate> {
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent.latest_charge"],
    });
    const intent = session.payment_intent;
    const charge = intent && typeof intent === "object" ? intent.latest_charge : null;
    return checkoutUpdate(session, charge && typeof charge === "object" ? charge.created : session.created);
  }

  return {
    name: "stripe",

    async createCheckout({ id, amountFils, title, email, successUrl, cancelUrl, expiresAt }) {
      const metadata = { checkout: id };
      const session = await mapRejection(
        stripe.checkout.sessions.create(
          {
            mode: "payment",
            line_items: [
              {
                quantity: 1,
                price_data: { currency: "aed", unit_amount: amountFils, product_data: { name: title } },
              },
            ],
            client_reference_id: id,
            metadata,
            payment_intent_data: { description: title, metadata },
            customer_email: email ?? undefined,
            // Language of the payer's browser.
            locale: "auto",
            success_url: successUrl,
            cancel_url: cancelUrl,
            expires_at: Math.floor(expiresAt.getTime() / 1000),
          },
          { idempotencyKey: `checkout-${id}` },
        ),
      );
      if (!session.url) throw new Error(`Stripe returned no URL for checkout ${session.id}`);
      return { session: session.id, url: session.url };
    },

    async expireCheckout(session) {
      try {
        await stripe.checkout.sessions.expire(session);
        return "expired";
      } catch (error) {
        // An expired or paid checkout cannot be closed, so its state is read instead.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const { state } = await findCheckout(session);
        if (state === "open") throw error;
        return state;
      }
    },

    findCheckout,

    async refund({ id, payment, amountFils }) {
      const refund = await mapRejection(
        stripe.refunds.create(
          { payment_intent: payment, amount: amountFils, metadata: { refund: id } },
          { idempotencyKey: `refund-${id}` },
        ),
      );
      return refundUpdate(refund);
    },

    async findFee(payment) {
      const intent = await stripe.paymentIntents.retrieve(payment, {
        expand: ["latest_charge.balance_transaction"],
      });
      const charge = intent.latest_charge;
      const transaction = charge && typeof charge === "object" ? charge.balance_transaction : null;
      return transaction && typeof transaction === "object" ? transaction.fee : null;
    },

    async listPayout(payout) {
      const payments: { payment: string; feeFils: number }[] = [];
      const fees: ProviderFee[] = [];
      let [reserveFils, topUpFils] = [0, 0];
      const list = stripe.balanceTransactions.list({ payout, expand: ["data.source"], limit: 100 });
      for await (const transaction of list) {
        const { type, source, fee } = transaction;
        const isCharge = (type === "charge" || type === "payment") && source && typeof source === "object";
        const payment = isCharge && source.object === "charge" ? idOf(source.payment_intent) : null;
        if (payment) payments.push({ payment, feeFils: fee });
        else fees.push(...feeOf(transaction));
        if (isReserve(transaction)) reserveFils += transaction.amount;
        if (TOP_UP_CATEGORIES.has(transaction.reporting_category)) topUpFils += transaction.amount;
      }
      return { payments, fees, reserveFils, topUpFils };
    },

    readEvent(body, signature, now) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          body,
          signature,
          stripeWebhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
      } catch (error) {
        throw new InvalidSignatureError(error instanceof Error ? error.message : String(error));
      }
      return {
        id: event.id,
        type: event.type,
        at: new Date(event.created * 1000),
        update: toProviderUpdate(event),
      };
    },
  };
}

/** Maps a final rejection to `ProviderRejectedError`. Other errors may be retried. */
async function mapRejection<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new ProviderRejectedError(error.message);
    throw error;
  }
}

function toProviderUpdate(event: Stripe.Event): ProviderUpdate | null {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const session = event.data.object;
      const id = ourId(session.metadata?.checkout);
      return { kind: "checkout", session: session.id, id, checkout: checkoutUpdate(session, event.created) };
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const refund = event.data.object;
      const payment = idOf(refund.payment_intent);
      if (!payment) return null;
      const { amount, currency, metadata } = refund;
      return {
        kind: "refund",
        payment,
        id: ourId(metadata?.refund),
        amount,
        currency,
        refund: refundUpdate(refund),
      };
    }
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const { payment_intent, amount, currency, balance_transactions } = event.data.object;
      const payment = idOf(payment_intent);
      const withdrawn = event.type === "charge.dispute.funds_withdrawn";
      const fees = balance_transactions.flatMap(feeOf);
      return payment ? { kind: "dispute", payment, amount, currency, withdrawn, fees } : null;
    }
    case "payout.paid":
    case "payout.failed": {
      const { id, amount, currency, arrival_date } = event.data.object;
      const arrivesOn = new Date(arrival_date * 1000);
      const failed = event.type === "payout.failed";
      return { kind: "payout", payout: id, amount, currency, arrivesOn, failed };
    }
    default:
      return null;
  }
}

/** Categories of transactions that are a fee as a whole (https://docs.stripe.com/reports/reporting-categories). */
const FEE_CATEGORIES = new Set(["fee", "tax", "network_cost"]);

const TOP_UP_CATEGORIES = new Set(["topup", "topup_reversal"]);

/** Reserves of today's API have types of their own, whose category is not documented. */
function isReserve({ type, reporting_category: category }: Stripe.BalanceTransaction): boolean {
  return category === "risk_reserved_funds" || ["reserve_hold", "reserve_release"].includes(type);
}

/**
 * Fee of a transaction other than a payment: its own, such as that of a dispute, or its amount if the transaction is a
 * fee. Other amounts are refunds, disputes, reserves, top-ups and failed payouts.
 */
function feeOf(transaction: Stripe.BalanceTransaction): ProviderFee[] {
  const { id, reporting_category: category, source, net, fee, currency, created } = transaction;
  const fils = FEE_CATEGORIES.has(category) ? -net : fee;
  if (fils === 0 || currency !== "aed") return [];
  const isDispute = category.startsWith("dispute") || /^d[pu]_/.test(idOf(source) ?? "");
  const kind = isDispute ? ("dispute" as const) : ("other" as const);
  return [{ transaction: id, kind, fils, at: new Date(created * 1000) }];
}

/** `paidAt`: in seconds. */
function checkoutUpdate(session: Stripe.Checkout.Session, paidAt: number): CheckoutUpdate {
  const payment = idOf(session.payment_intent);
  if (session.payment_status === "paid" && payment) {
    const { amount_total: amount, currency } = session;
    return {
      ...{ state: "paid", payment, amount: amount ?? 0, currency: currency ?? "" },
      at: new Date(paidAt * 1000),
    };
  }
  return session.status === "expired" ? { state: "expired" } : { state: "open" };
}

function refundUpdate({ id, status }: Stripe.Refund): RefundUpdate {
  const failed = status === "failed" || status === "canceled";
  return { refund: id, state: failed ? "failed" : status === "succeeded" ? "done" : "requested" };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** Other software of the business may use the same Stripe account with its own metadata. */
function ourId(id: string | undefined): string | null {
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
