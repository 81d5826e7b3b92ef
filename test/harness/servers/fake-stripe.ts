import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export const STRIPE_KEY = "sk_test_of_the_stand_in";
export const STRIPE_WEBHOOK_SECRET = "whsec_of_the_stand_in";

/** An event as sent; `data.object` is the API's representation. */
export interface FakeStripeEvent {
  id: string;
  object: "event";
  type: string;
  created: number;
  api_version: string;
  data: { object: StripeObject };
}

type StripeObject = Record<string, unknown> & { id: string };

/** Balance transaction other than a payment. `payout`: null until it is paid out. */
interface BalanceTransaction extends StripeObject {
  amount: number;
  fee: number;
  net: number;
  payout: string | null;
}

export interface FakeStripe {
  /** STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_API_BASE. */
  env: Record<string, string>;
  /** All calls, such as "POST /v1/refunds". */
  calls: string[];
  sessions: Map<string, StripeObject>;
  refunds: Map<string, StripeObject>;
  /** If true, answers every call with 503. */
  down: boolean;
  /** If true, processes requests but loses the responses. */
  dropsResponses: boolean;
  /** Delays responses until resolved. */
  responseGate: Promise<void> | null;
  /** Result of the next refunds. */
  nextRefundStatus: "succeeded" | "pending" | "failed";
  /**
   * Pays as the customer on the checkout page and returns the payment's id. The event is added to `events`.
   */
  pay(session: string, changes?: { amount_total?: number; currency?: string }): string;
  refundInDashboard(payment: string, amount: number): string;
  /** Completes a refund: returned by the bank, or succeeded. */
  endRefund(refund: string, status: "succeeded" | "failed"): void;
  /** Takes or reinstates disputed money with the fee; returns the id of the balance transaction. */
  dispute(payment: string, amount: number, taken?: boolean, fee?: number): string;
  /** Charges a fee that belongs to no payment; returns the id of the balance transaction. */
  chargeFee(amount: number): string;
  /** Holds back money (negative) or releases it; returns the id of the balance transaction. */
  reserve(amount: number): string;
  /** The business adds to its balance; returns the id of the balance transaction. */
  topUp(amount: number): string;
  /** Pays out these payments, each less its fee, and other balance transactions. */
  payOut(payments: string[], others?: string[]): string;
  /** The bank rejects a payout; returns the id of the balance transaction that brings the money back. */
  failPayout(payout: string): string;
  /** Undelivered events, oldest first. */
  events: FakeStripeEvent[];
  /** Clears the idempotency keys, so that repeated requests run again. */
  clearIdempotencyKeys(): void;
  /** Removes and returns the events so far. */
  takeEvents(): FakeStripeEvent[];
  /** Delivery URL of events; null: they wait in `events`. */
  webhookUrl: string | null;
  close(): Promise<void>;
}

/** Fee of a dispute. */
export const STRIPE_DISPUTE_FEE = 55_00;

/** The fee of a payment: 2.9% and AED 1. */
export const stripeFee = (amount: number) => Math.round(amount * 0.029) + 100;

/**
 * The body of an event and its headers, signed as by Stripe
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signEvent(
  event: FakeStripeEvent,
  { secret = STRIPE_WEBHOOK_SECRET, at = new Date() } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event);
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return {
    body,
    headers: { "Content-Type": "application/json", "Stripe-Signature": `t=${seconds},v1=${signature}` },
  };
}

/**
 * A local server for the used parts of Stripe's HTTP API: paths, form encoding, idempotency keys, errors, and
 * a payment page at `/pay/…`. Its webhooks are signed as by Stripe.
 */
export async function startFakeStripe({ port = 0 } = {}): Promise<FakeStripe> {
  // Repeated calls would wait half a second and more.
  Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.01 });
  const sessions = new Map<string, StripeObject>();
  const refunds = new Map<string, StripeObject>();
  const intents = new Map<
    string,
    { amount: number; paidAt: number; refunded: number; payout: string | null }
  >();
  const payouts = new Map<string, StripeObject>();
  const transactions: BalanceTransaction[] = [];
  const answers = new Map<string, { request: string; status: number; body: string }>();
  /** Idempotency keys of requests in progress. */
  const requestsInProgress = new Set<string>();
  const started = randomBytes(4).toString("hex");
  let last = 0;
  const newId = (kind: string) => `${kind}_${started}${String(++last).padStart(8, "0")}`;
  const now = () => Math.floor(Date.now() / 1000);

  const stripe: FakeStripe = {
    env: {},
    calls: [],
    sessions,
    refunds,
    down: false,
    dropsResponses: false,
    responseGate: null,
    nextRefundStatus: "succeeded",
    events: [],
    webhookUrl: null,

    pay(id, changes = {}) {
      const session = sessions.get(id);
      if (session?.status !== "open") throw new Error(`Checkout ${id} is not open`);
      const payment = newId("pi");
      Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        payment_intent: payment,
        url: null,
      });
      Object.assign(session, changes);
      intents.set(payment, {
        ...{ amount: Number(session.amount_total), paidAt: now(), refunded: 0, payout: null },
      });
      emitEvent("checkout.session.completed", session);
      return payment;
    },

    refundInDashboard(payment, amount) {
      const refund = createRefund(payment, amount, {});
      return refund.id;
    },

    endRefund(id, status) {
      const refund = refunds.get(id)!;
      refund.status = status;
      if (status === "failed") intents.get(String(refund.payment_intent))!.refunded -= Number(refund.amount);
      emitEvent(status === "failed" ? "refund.failed" : "refund.updated", refund);
    },

    dispute(payment, amount, taken = true, fee = taken ? STRIPE_DISPUTE_FEE : 0) {
      const id = newId("dp");
      const category = taken ? "dispute" : "dispute_reversal";
      const transaction = addTransaction("adjustment", category, taken ? -amount : amount, fee, id);
      const dispute = {
        id,
        object: "dispute",
        payment_intent: payment,
        amount,
        currency: "aed",
        balance_transactions: [transaction],
      };
      emitEvent(taken ? "charge.dispute.funds_withdrawn" : "charge.dispute.funds_reinstated", dispute);
      return transaction.id;
    },

    chargeFee: (amount) => addTransaction("stripe_fee", "fee", -amount, 0, null).id,

    reserve: (amount) => addTransaction("reserve_transaction", "risk_reserved_funds", amount, 0, null).id,
    topUp: (amount) => addTransaction("topup", "topup", amount, 0, null).id,

    payOut(payments, others = []) {
      const payout = newId("po");
      let amount = 0;
      for (const payment of payments) {
        const intent = intents.get(payment)!;
        intent.payout = payout;
        amount += intent.amount - stripeFee(intent.amount);
      }
      for (const transaction of transactions.filter(({ id }) => others.includes(id))) {
        transaction.payout = payout;
        amount += transaction.net;
      }
      const paid = { id: payout, object: "payout", amount, currency: "aed", arrival_date: now() };
      payouts.set(payout, paid);
      addTransaction("payout", "payout", -amount, 0, payout).payout = payout;
      emitEvent("payout.paid", paid);
      return payout;
    },

    failPayout(id) {
      const payout = payouts.get(id)!;
      emitEvent("payout.failed", payout);
      return addTransaction("payout_failure", "payout_reversal", Number(payout.amount), 0, id).id;
    },

    clearIdempotencyKeys() {
      answers.clear();
    },

    takeEvents() {
      return stripe.events.splice(0);
    },

    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function emitEvent(type: string, object: StripeObject): void {
    const snapshot = structuredClone(object);
    const event: FakeStripeEvent = {
      id: newId("evt"),
      object: "event",
      type,
      created: now(),
      api_version: "2026-10-28.endive",
      data: { object: snapshot },
    };
    if (!stripe.webhookUrl) {
      stripe.events.push(event);
      return;
    }
    const { body, headers } = signEvent(event);
    fetch(stripe.webhookUrl, { method: "POST", body, headers }).catch(() => stripe.events.push(event));
  }

  function addTransaction(
    type: string,
    category: string,
    amount: number,
    fee: number,
    source: string | null,
  ): BalanceTransaction {
    const transaction = {
      ...{ id: newId("txn"), object: "balance_transaction", type, reporting_category: category },
      ...{ amount, fee, net: amount - fee, currency: "aed", created: now(), source, payout: null },
    };
    transactions.push(transaction);
    return transaction;
  }

  function createRefund(payment: string, amount: number, metadata: unknown): StripeObject {
    const intent = intents.get(payment)!;
    intent.refunded += amount;
    const refund: StripeObject = {
      id: newId("re"),
      object: "refund",
      payment_intent: payment,
      amount,
      currency: "aed",
      metadata,
      status: stripe.nextRefundStatus,
    };
    refund.balance_transaction = addTransaction("refund", "refund", -amount, 0, refund.id).id;
    refunds.set(refund.id, refund);
    emitEvent("refund.created", refund);
    return refund;
  }

  function handleCall(method: string, path: string, form: Form, query: URLSearchParams): FakeResponse {
    const [, , resource, ...rest] = path.split("/");
    if (resource === "checkout") {
      const [, id, verb] = rest;
      if (method === "POST" && !id) return createSession(form);
      const session = sessions.get(id ?? "");
      if (!session) return missing(`No such checkout.session: '${id}'`);
      if (verb === "expire") {
        if (session.status !== "open") {
          return refused(`Only Checkout Sessions with a status in ["open"] can be expired.`);
        }
        Object.assign(session, { status: "expired", url: null });
        emitEvent("checkout.session.expired", session);
      }
      const payment = String(session.payment_intent);
      const isExpanded = query.getAll("expand[0]").includes("payment_intent.latest_charge");
      if (!isExpanded || !intents.has(payment)) return { status: 200, body: session };
      return { status: 200, body: { ...session, payment_intent: intentOf(payment) } };
    }
    if (resource === "refunds" && method === "POST") {
      const { payment_intent: payment, amount, metadata } = form;
      const intent = intents.get(String(payment));
      if (!intent) return missing(`No such payment_intent: '${payment}'`);
      if (Number(amount) + intent.refunded > intent.amount) {
        return refused("Refund amount is greater than unrefunded amount on charge");
      }
      return { status: 200, body: createRefund(String(payment), Number(amount), metadata ?? {}) };
    }
    if (resource === "payment_intents") {
      const [id = ""] = rest;
      return intents.has(id)
        ? { status: 200, body: intentOf(id) }
        : missing(`No such payment_intent: '${id}'`);
    }
    if (resource === "balance" && method === "GET") {
      return {
        status: 200,
        body: { id: "", object: "balance", livemode: false, available: [], pending: [] },
      };
    }
    if (resource === "balance_transactions") {
      const charges = [...intents].flatMap(([id, { amount, payout }]) =>
        payout === query.get("payout")
          ? [
              {
                ...{ id: `txn_${id}`, object: "balance_transaction", type: "charge", amount },
                ...{ reporting_category: "charge", fee: stripeFee(amount), currency: "aed" },
                source: { id: `ch_${id}`, object: "charge", payment_intent: id },
              },
            ]
          : [],
      );
      const data = [...charges, ...transactions.filter(({ payout }) => payout === query.get("payout"))];
      const body = { id: "", object: "list", data, has_more: false, url: "/v1/balance_transactions" };
      return { status: 200, body };
    }
    return missing(`Unrecognized request URL (${method}: ${path}).`);
  }

  function intentOf(id: string): StripeObject {
    const { amount, paidAt } = intents.get(id)!;
    const transaction = { id: `txn_${id}`, object: "balance_transaction", fee: stripeFee(amount) };
    const charge = { id: `ch_${id}`, object: "charge", created: paidAt, balance_transaction: transaction };
    return { id, object: "payment_intent", latest_charge: charge };
  }

  function createSession(form: Form): FakeResponse {
    const item = (form.line_items as Form)?.["0"] as Form | undefined;
    const price = item?.price_data as Form | undefined;
    const amount = Number(price?.unit_amount) * Number(item?.quantity);
    if (form.mode !== "payment" || !Number.isInteger(amount))
      return refused("Missing required param: line_items.");
    if (amount < 200)
      return refused("The Checkout Session's total amount due must add up to at least 2.00 aed.");
    const left = Number(form.expiresAt) - now();
    if (left < 1800 || left > 86_400) {
      return refused("The `expires_at` timestamp must be between 30 minutes and 24 hours from now.");
    }
    const id = newId("cs_test");
    const session: StripeObject = {
      id,
      object: "checkout.session",
      mode: "payment",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: amount,
      currency: price?.currency,
      client_reference_id: form.client_reference_id ?? null,
      customer_email: form.customer_email ?? null,
      metadata: form.metadata ?? {},
      success_url: form.success_url,
      cancel_url: form.cancel_url,
      expiresAt: Number(form.expiresAt),
      title: (price?.product_data as Form | undefined)?.name,
      url: `${stripe.env.STRIPE_API_BASE}/pay/${id}`,
    };
    sessions.set(id, session);
    return { status: 200, body: session };
  }

  async function handleApiRequest(request: IncomingMessage, url: URL): Promise<FakeResponse> {
    const method = request.method ?? "GET";
    stripe.calls.push(`${method} ${url.pathname}`);
    const sent = Buffer.concat(await request.toArray()).toString();
    if (stripe.down) return { status: 503, body: { error: { type: "api_error", message: "Down" } } };
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      const message = `Invalid API Key provided: ${request.headers.authorization?.replace("Bearer ", "")}`;
      return { status: 401, body: { error: { type: "invalid_request_error", message } } };
    }
    const key = method === "POST" ? request.headers["idempotency-key"] : undefined;
    const known = typeof key === "string" ? answers.get(key) : undefined;
    if (known) {
      if (known.request !== `${url.pathname}?${sent}`) {
        const message = "Keys for idempotent requests can only be used with the same parameters";
        return { status: 400, body: { error: { type: "idempotency_error", message } } };
      }
      return { status: known.status, body: JSON.parse(known.body) };
    }
    if (typeof key === "string") {
      if (requestsInProgress.has(key)) {
        const message = "There is currently another in-progress request using this Idempotent Key";
        return {
          status: 409,
          body: { error: { type: "idempotency_error", code: "idempotency_key_in_use", message } },
        };
      }
      requestsInProgress.add(key);
      await stripe.responseGate;
      requestsInProgress.delete(key);
    } else {
      await stripe.responseGate;
    }
    const answer = handleCall(method, url.pathname, readForm(sent), url.searchParams);
    if (typeof key === "string" && answer.status < 500) {
      answers.set(key, {
        request: `${url.pathname}?${sent}`,
        status: answer.status,
        body: JSON.stringify(answer.body),
      });
    }
    return answer;
  }

  function servePaymentPage(request: IncomingMessage, response: ServerResponse, id: string): void {
    const session = sessions.get(id);
    if (session?.status !== "open") {
      response.writeHead(410, { "Content-Type": "text/html" }).end("<h1>This page has expired</h1>");
      return;
    }
    if (request.method === "POST") {
      stripe.pay(id);
      response.writeHead(303, { Location: String(session.success_url) }).end();
      return;
    }
    const amount = (Number(session.amount_total) / 100).toFixed(2);
    response
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html lang="en"><title>Pay</title><meta name="viewport" content="width=device-width"><h1>AED ${amount}</h1><form method="post"><button>Pay</button></form><a href="${String(session.cancel_url).replaceAll("&", "&amp;")}">Back</a>`,
      );
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stripe");
    const page = /^\/pay\/([\w]+)$/.exec(url.pathname);
    if (page) return servePaymentPage(request, response, page[1]!);
    const { status, body } = await handleApiRequest(request, url);
    if (stripe.dropsResponses) return response.destroy();
    response.writeHead(status, { "Content-Type": "application/json", "Request-Id": newId("req") });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  stripe.env = {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return stripe;
}

interface FakeResponse {
  status: number;
  body: object;
}

const refused = (message: string): FakeResponse => ({
  status: 400,
  body: { error: { type: "invalid_request_error", message } },
});
const missing = (message: string): FakeResponse => ({
  status: 404,
  body: { error: { type: "invalid_request_error", code: "resource_missing", message } },
});

interface Form {
  [name: string]: string | Form | undefined;
}

/** Parses `line_items[0][quantity]=1` into { line_items: { 0: { quantity: "1" } } }. */
function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = form;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Form;
    }
    at[path.at(-1)!] = value;
  }
  return form;
}
