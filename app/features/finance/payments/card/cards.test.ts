import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { m } from "~/paraglide/messages";
import { documentKey } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { formatMoney } from "~/platform/money";
import { addMinutes } from "~/platform/time";
import {
  addCustomer,
  createApprovedQuote,
  createIssuedInvoice,
} from "../../../../../test/harness/company/billing";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import {
  type FakeStripe,
  type FakeStripeEvent,
  STRIPE_DISPUTE_FEE,
  signEvent,
  startFakeStripe,
  stripeFee,
} from "../../../../../test/harness/servers/fake-stripe";
import { invoiceWaitingDeposits } from "../deposits/waiting-deposits.server";
import { sendRefundRequest } from "../refund-updates.server";
import { closeCheckouts } from "./checkout-updates.server";
import { fetchFee, fetchPayout } from "./fees-and-payouts.server";
import type { CardProvider } from "./provider/card-provider";
import { cardProvider } from "./provider/card-providers.server";

/** Card payments: checkout, webhooks in any order, refunds. */

let stripe: FakeStripe;
let caller: Caller;
let ctx: Ctx;
let cards: CardProvider;
let admin: Record<string, string>;
beforeAll(async () => {
  stripe = await startFakeStripe();
  caller = await createCaller({ ...stripe.env, TRUST_PROXY: "1" });
  ctx = caller.ctx();
  cards = cardProvider(caller.config)!;
  admin = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  await stripe.close();
});
beforeEach(() => {
  stripe.takeEvents();
  stripe.calls.length = 0;
  stripe.nextRefundStatus = "succeeded";
  stripe.responseGate = null;
  stripe.dropsResponses = false;
});
afterEach(() => {
  vi.setSystemTime(NOW);
});

const now = () => ({ ...ctx, now: new Date() });

interface PayableLink {
  id: string;
  reference: string;
  key: string;
  kind: "invoice" | "quote";
  customerId: string;
}

async function invoiceOf(fils: number, customerId?: string): Promise<PayableLink> {
  const owner = customerId ?? (await addCustomer(ctx));
  const { id, reference } = await createIssuedInvoice(ctx, owner, fils);
  return payableLink("invoice", id, reference, owner);
}

function payableLink(
  kind: "invoice" | "quote",
  id: string,
  reference: string,
  customerId: string,
): PayableLink {
  const key = documentKey(caller.config.secret, { kind, id, linkVersion: 0 }, addMinutes(NOW, 60 * 24 * 30));
  return { kind, id, reference, key, customerId };
}

const checkout = ({ kind, reference, key }: PayableLink, changes: { key?: string } = {}) =>
  caller.call("POST", `/api/${kind}s/${reference}/checkout`, { key, ...changes }, nextPayer());

let payers = 0;
/** Separate addresses, because checkouts are limited per address. */
const nextPayer = () => ({ "x-forwarded-for": `192.0.2.${++payers % 250}` });

/** Opens a checkout and returns its session. */
async function open(link: PayableLink): Promise<string> {
  const { status, text, body } = await checkout(link);
  if (status !== 200) throw new Error(text);
  return body.url.split("/").at(-1);
}

async function deliver(event: FakeStripeEvent, options?: Parameters<typeof signEvent>[1]) {
  const { body, headers } = signEvent(event, options);
  return (await caller.http.request("/api/payments/stripe", { method: "POST", body, headers })).status;
}
async function deliverAll(): Promise<void> {
  for (const event of stripe.takeEvents()) expect(await deliver(event)).toBe(200);
}

/** Sessions of Stripe for a payable record, oldest first. */
const sessionsOf = ({ reference }: PayableLink) =>
  [...stripe.sessions.values()].filter(({ title }) => String(title).includes(reference));
const openTransactions = async () => {
  const { rows } = await sql<{ open: number }>`SELECT count(*)::int AS open FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(ctx.db);
  return rows[0]!.open;
};

const invoice = (id: string) =>
  ctx.db.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const paymentsOf = ({ customerId }: PayableLink) =>
  ctx.db
    .selectFrom("payments")
    .selectAll()
    .where("customerId", "=", customerId)
    .orderBy("recordedAt")
    .execute();
const creditOf = async ({ customerId }: PayableLink) =>
  (
    await ctx.db
      .selectFrom("customerBalances")
      .select("creditFils")
      .where("customerId", "=", customerId)
      .executeTakeFirst()
  )?.creditFils ?? 0;
const checkoutOf = (session: string) =>
  ctx.db.selectFrom("checkouts").selectAll().where("session", "=", session).executeTakeFirstOrThrow();
const office = (path: string, body: object) => caller.call("POST", `/api/admin${path}`, body, admin);
const payCash = ({ id, customerId }: PayableLink, fils: number, seenOpenFils: number) =>
  office(`/customers/${customerId}/payments`, {
    method: "cash",
    fils,
    receivedOn: TODAY,
    invoiceIds: [id],
    seenOpenFils,
  });

async function paidInvoice(fils: number) {
  const payable = await invoiceOf(fils);
  const payment = stripe.pay(await open(payable));
  await deliverAll();
  const [row] = await paymentsOf(payable);
  return { payable, payment, id: row!.id };
}

describe("checkout", () => {
  it("covers the open amount with one checkout at a time", async () => {
    const payable = await invoiceOf(250_00);
    const session = await open(payable);
    expect(await open(payable)).toBe(session);
    expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 250_00, currency: "aed" });
    const { success_url } = stripe.sessions.get(session)!;
    const back = new URL(String(success_url));
    expect(back.pathname).toBe(`/invoices/${payable.reference}`);
    expect([...back.searchParams.keys()]).toEqual(["checkout"]);
    // A cash payment closes the old checkout; a new one covers the rest.
    await payCash(payable, 100_00, 250_00);
    const second = await open(payable);
    expect(second).not.toBe(session);
    expect(stripe.sessions.get(session)).toMatchObject({ status: "expired" });
    expect(stripe.sessions.get(second)).toMatchObject({ amount_total: 150_00 });
  });

  it("opens once for two concurrent clicks", async () => {
    const payable = await invoiceOf(10_00);
    const both = await Promise.all([checkout(payable), checkout(payable)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body.url).toBe(both[1]!.body.url);
    expect(sessionsOf(payable)).toHaveLength(1);
  });

  it("holds no transaction open and stores no key of the payer's link while Stripe is slow", async () => {
    const payable = await invoiceOf(10_00);
    let answer = () => {};
    stripe.responseGate = new Promise((resolve) => {
      answer = resolve;
    });
    const opening = checkout(payable);
    await expect.poll(() => stripe.calls).toContain("POST /v1/checkout/sessions");
    expect(await openTransactions()).toBe(0);
    const waiting = await caller.db
      .selectFrom("checkouts")
      .select("request")
      .where("invoiceId", "=", payable.id)
      .executeTakeFirstOrThrow();
    expect(waiting.request?.cancelUrl).toMatch(new RegExp(`/invoices/${payable.reference}$`));
    expect(JSON.stringify(waiting)).not.toContain(payable.key);
    // A cash payment meanwhile does not wait for Stripe, and closes its page.
    expect((await payCash(payable, 10_00, 10_00)).status).toBe(201);
    answer();
    stripe.responseGate = null;
    expect((await opening).status).toBe(200);
    await closeCheckouts(now(), cards);
    expect(sessionsOf(payable)).toMatchObject([{ status: "expired" }]);
  });

  it("returns the same page after Stripe's answer was lost", async () => {
    const payable = await invoiceOf(10_00);
    stripe.dropsResponses = true;
    expect((await checkout(payable)).body.reason).toBe("card-provider-unavailable");
    stripe.dropsResponses = false;
    const session = await open(payable);
    expect(sessionsOf(payable)).toMatchObject([{ id: session, status: "open" }]);
  });

  it("closes a checkout whose amount changed after a lost answer, and lets it expire", async () => {
    const [payable, two] = [await invoiceOf(10_00), await invoiceOf(20_00)];
    stripe.dropsResponses = true;
    await Promise.all([checkout(payable), checkout(two)]);
    stripe.dropsResponses = false;
    await payCash(payable, 4_00, 10_00);
    const rest = await open(payable);
    expect(sessionsOf(payable)).toMatchObject([{ status: "expired" }, { id: rest, amount_total: 6_00 }]);
    vi.setSystemTime(addMinutes(NOW, 121));
    await closeCheckouts(now(), cards);
    expect(await open(two)).not.toBe(sessionsOf(two)[0]!.id);
  });

  it("books a payment by our id before the session is known", async () => {
    const payable = await invoiceOf(10_00);
    stripe.dropsResponses = true;
    await checkout(payable);
    stripe.dropsResponses = false;
    stripe.pay(sessionsOf(payable)[0]!.id);
    await deliverAll();
    expect(await paymentsOf(payable)).toMatchObject([{ amountFils: 10_00 }]);
    expect((await checkout(payable)).body.reason).toBe("nothing-open");
  });

  it("creates a new checkout after Stripe refused the old one", async () => {
    const payable = await invoiceOf(10_00);
    stripe.dropsResponses = true;
    await checkout(payable);
    stripe.dropsResponses = false;
    // Stripe forgot the first request, and its expiry is too near.
    stripe.clearIdempotencyKeys();
    vi.setSystemTime(addMinutes(NOW, 100));
    expect(await open(payable)).toBe(sessionsOf(payable).at(-1)!.id);
  });

  it("refuses strangers, paid invoices and amounts below the minimum", async () => {
    const payable = await invoiceOf(10_00);
    expect((await checkout(payable, { key: "made up" })).status).toBe(404);
    expect((await checkout(payable, { key: "" })).status).toBe(404);
    expect((await checkout(payable, { key: (await invoiceOf(5_00)).key })).status).toBe(404);
    await payCash(payable, 10_00, 10_00);
    expect((await checkout(payable)).body.reason).toBe("nothing-open");
    expect((await checkout(await invoiceOf(1_99))).body.reason).toBe("too-small-for-cards");
  });

  it("reports an outage of the provider and leaves nothing behind", async () => {
    const payable = await invoiceOf(10_00);
    stripe.down = true;
    expect((await checkout(payable)).body.reason).toBe("card-provider-unavailable");
    stripe.down = false;
    expect((await checkout(payable)).status).toBe(200);
  });

  it("closes after a payment by other means, and when it expires", async () => {
    const [payable, two, three] = [await invoiceOf(10_00), await invoiceOf(20_00), await invoiceOf(30_00)];
    const [first, second] = [await open(payable), await open(two)];
    await payCash(payable, 10_00, 10_00);
    await closeCheckouts(now(), cards);
    expect(await checkoutOf(first)).toMatchObject({ state: "expired" });
    expect(stripe.sessions.get(first)).toMatchObject({ status: "expired" });
    expect(await checkoutOf(second)).toMatchObject({ state: "open" });
    vi.setSystemTime(addMinutes(NOW, 121));
    const third = await open(three);
    await closeCheckouts(now(), cards);
    expect(await checkoutOf(second)).toMatchObject({ state: "expired" });
    expect(await checkoutOf(third)).toMatchObject({ state: "open" });
  });
});

describe("card payment", () => {
  it("settles its invoice once for repeated and concurrent events", async () => {
    const payable = await invoiceOf(250_00);
    const session = await open(payable);
    const payment = stripe.pay(session);
    const [event] = stripe.takeEvents();
    const statuses = await Promise.all(Array.from({ length: 6 }, () => deliver(event!)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    // The same update in another event.
    expect(
      await deliver({ ...event!, id: "evt_again", type: "checkout.session.async_payment_succeeded" }),
    ).toBe(200);
    expect(await paymentsOf(payable)).toMatchObject([
      {
        method: "card",
        amountFils: 250_00,
        provider: "stripe",
        providerPayment: payment,
        recordedBy: null,
      },
    ]);
    expect((await invoice(payable.id)).state).toBe("paid");
    expect(await creditOf(payable)).toBe(0);
    expect(await checkoutOf(session)).toMatchObject({ state: "paid" });
  });

  it("rejects webhooks with a bad, expired or foreign signature", async () => {
    const payable = await invoiceOf(250_00);
    stripe.pay(await open(payable));
    const [event] = stripe.takeEvents();
    expect(await deliver(event!, { secret: "whsec_of_somebody_else" })).toBe(400);
    expect(await deliver(event!, { at: addMinutes(NOW, -6) })).toBe(400);
    const { body, headers } = signEvent(event!);
    const tampered = body.replace(payable.reference, "INV-2026-999999");
    for (const [sent, sentHeaders] of [
      [tampered === body ? body.replace("25000", "1") : tampered, headers],
      [body, { "Content-Type": "application/json" }],
      ["", headers],
    ] as const) {
      const answer = await caller.http.request("/api/payments/stripe", {
        method: "POST",
        body: sent,
        headers: sentHeaders,
      });
      expect(answer.status).toBe(400);
    }
    expect(await paymentsOf(payable)).toEqual([]);
    expect(await deliver(event!)).toBe(200);
    expect(await paymentsOf(payable)).toHaveLength(1);
  });

  it("logs a webhook without a signature in one short line", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      const headers = { "Content-Type": "application/json" };
      const sent = { method: "POST", body: "{}", headers };
      const answer = await caller.http.request("/api/payments/stripe", sent);
      expect(answer.status).toBe(400);
      const lines = written.mock.calls.map(([line]) => String(line));
      expect(lines).toEqual([expect.stringContaining("stripe-signature-invalid")]);
      expect(lines[0]!.length).toBeLessThan(400);
      expect(lines[0]).not.toContain("stack");
    } finally {
      written.mockRestore();
    }
  });

  it("becomes credit if the invoice was paid otherwise", async () => {
    const payable = await invoiceOf(250_00);
    const session = await open(payable);
    await payCash(payable, 200_00, 250_00);
    stripe.pay(session);
    await closeCheckouts(now(), cards);
    await deliverAll();
    const [, card] = await paymentsOf(payable);
    expect(await invoice(payable.id)).toMatchObject({ state: "paid" });
    expect(await creditOf(payable)).toBe(200_00);
    expect((await readTrail(ctx.db, { subjectId: card!.id }))[0]).toMatchObject({
      type: "payment.recorded",
      data: { late: true, fils: 250_00, excessFils: 200_00 },
    });
  });

  it("books the payment once, by the return page before a late event", async () => {
    const payable = await invoiceOf(250_00);
    const session = await open(payable);
    const { id } = await checkoutOf(session);
    const look = async (key = payable.key) => caller.call("POST", `/api/checkouts/${id}/refresh`, { key });
    expect((await look()).body).toEqual({ state: "open", receipt: null });
    expect((await look("")).status).toBe(404);
    stripe.pay(session);
    expect((await look()).body).toMatchObject({ state: "paid", receipt: { method: "card", fils: 250_00 } });
    await deliverAll();
    expect(await paymentsOf(payable)).toHaveLength(1);
    stripe.down = true;
    expect((await look()).body).toMatchObject({ state: "paid", receipt: { method: "card", fils: 250_00 } });
    stripe.down = false;
  });

  it("books the payment of a checkout reported as expired", async () => {
    const payable = await invoiceOf(250_00);
    const session = await open(payable);
    const paid = { ...stripe.sessions.get(session)! };
    stripe.pay(session);
    const [completed] = stripe.takeEvents();
    const expired = { ...completed!, id: "evt_expired_first", type: "checkout.session.expired" };
    expect(await deliver({ ...expired, data: { object: { ...paid, status: "expired" } } })).toBe(200);
    expect(await checkoutOf(session)).toMatchObject({ state: "expired" });
    expect(await deliver(completed!)).toBe(200);
    expect(
      await deliver({ ...expired, id: "evt_expired_last", data: { object: { ...paid, status: "expired" } } }),
    ).toBe(200);
    expect(await checkoutOf(session)).toMatchObject({ state: "paid" });
    expect(await paymentsOf(payable)).toHaveLength(1);
  });

  it("uses the Dubai day on which the customer paid, by a late event and by the return page", async () => {
    const dayOf = async (payable: PayableLink) => (await paymentsOf(payable))[0]?.receivedOn;
    const [delivered, polled, early] = [
      await invoiceOf(250_00),
      await invoiceOf(90_00),
      await invoiceOf(80_00),
    ];
    const [session, polledSession] = [await open(delivered), await open(polled)];
    const { id } = await checkoutOf(polledSession);
    stripe.pay(session);
    stripe.pay(polledSession);
    stripe.pay(await open(early));
    const [event, , earlyEvent] = stripe.takeEvents();
    // A clock of the provider that is ahead.
    const ahead = Math.floor(addMinutes(NOW, 24 * 60).getTime() / 1000);
    expect(await deliver({ ...earlyEvent!, created: ahead })).toBe(200);
    expect(await dayOf(early)).toBe(TODAY);
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    expect(await deliver(event!)).toBe(200);
    expect(await dayOf(delivered)).toBe(TODAY);
    await caller.call("POST", `/api/checkouts/${id}/refresh`, { key: polled.key });
    expect(await dayOf(polled)).toBe(TODAY);
  });

  it("alerts the office about another amount, currency or unknown checkout instead of booking it", async () => {
    const questioned = async () =>
      (await readTrail(ctx.db, { type: "payment.questioned" })).map(
        ({ data }) => (data as { issue: string }).issue,
      );
    const before = (await questioned()).length;
    for (const changes of [{ amount_total: 1_00 }, { currency: "usd" }]) {
      const payable = await invoiceOf(250_00);
      stripe.pay(await open(payable), changes);
      await deliverAll();
      expect(await paymentsOf(payable)).toEqual([]);
      expect((await invoice(payable.id)).state).toBe("issued");
    }
    const lost = await invoiceOf(250_00);
    const session = await open(lost);
    stripe.pay(session);
    await ctx.db.deleteFrom("checkouts").where("session", "=", session).execute();
    await deliverAll();
    expect((await questioned()).slice(before)).toEqual(["other-amount", "other-amount", "unknown-checkout"]);
  });

  it("rolls back a failed booking and succeeds when the event is repeated", async () => {
    const payable = await invoiceOf(250_00);
    stripe.pay(await open(payable));
    const [event] = stripe.takeEvents();
    await ctx.db.schema.alterTable("outbox").renameTo("outbox_gone").execute();
    expect(await deliver(event!)).toBe(500);
    await ctx.db.schema.alterTable("outbox_gone").renameTo("outbox").execute();
    expect(await paymentsOf(payable)).toEqual([]);
    expect((await invoice(payable.id)).state).toBe("issued");
    expect(await deliver(event!)).toBe(200);
    expect(await paymentsOf(payable)).toHaveLength(1);
  });
});

describe("cheques in hand for what is paid by card", () => {
  const cheque = (dated: string) => ({ bank: "ENBD", number: `88${payers}${dated.slice(-2)}`, dated });
  const shown = async (customerId: string) => {
    const { name } = await ctx.db
      .selectFrom("customers")
      .select("name")
      .where("id", "=", customerId)
      .executeTakeFirstOrThrow();
    const { body } = await caller.call("GET", "/api/admin/today/money", undefined, admin);
    return body.supersededCheques
      .filter(({ customerName }: { customerName: string }) => customerName === name)
      .map(({ id, reference }: { id: string; reference: string }) => ({ id, reference }));
  };

  it("lists them on Today until they are handed back or kept", async () => {
    const customerId = await addCustomer(ctx, { name: "Card Instead Of Cheque" });
    const { id, reference } = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    const receive = async (fils: number, day: string, target: { invoiceId: string } | { quoteId: string }) =>
      (await office(`/customers/${customerId}/cheques`, { ...cheque(day), fils, ...target })).body;
    const ofDeposit = await receive(300_00, "2026-12-01", { quoteId: id });
    const payable = await invoiceOf(100_00, customerId);
    const ofInvoice = await receive(40_00, "2026-12-02", { invoiceId: payable.id });
    const other = await receive(60_00, "2026-12-03", { invoiceId: payable.id });
    expect(await shown(customerId)).toEqual([]);

    stripe.pay(await open(payableLink("quote", id, reference, customerId)));
    stripe.pay(await open(payable));
    await deliverAll();
    expect(await shown(customerId)).toEqual([
      { id: ofDeposit.id, reference },
      { id: ofInvoice.id, reference: payable.reference },
      { id: other.id, reference: payable.reference },
    ]);
    const move = { transition: "returnUnused", version: ofDeposit.version };
    expect((await office(`/cheques/${ofDeposit.id}/transitions`, move)).status).toBe(200);
    const { version } = ofInvoice;
    expect((await office(`/cheques/${ofInvoice.id}/keep`, { version })).body).toMatchObject({
      ...{ state: "received", version: version + 1 },
    });
    expect((await office(`/cheques/${ofInvoice.id}/keep`, { version })).body.reason).toBe("stale");
    expect(await shown(customerId)).toEqual([{ id: other.id, reference: payable.reference }]);
  });

  it("omits from Today what the office kept when it recorded a payment", async () => {
    const customerId = await addCustomer(ctx, { name: "Kept At The Payment" });
    const payable = await invoiceOf(100_00, customerId);
    const held = { ...cheque("2026-12-01"), fils: 100_00, invoiceId: payable.id };
    expect((await office(`/customers/${customerId}/cheques`, held)).status).toBe(201);
    const cash = { method: "cash", receivedOn: TODAY, invoiceIds: [payable.id], fils: 100_00 };
    const paid = { ...cash, seenOpenFils: 100_00, heldCheques: "keep" };
    expect((await office(`/customers/${customerId}/payments`, paid)).status).toBe(201);
    expect(await shown(customerId)).toEqual([]);
  });
});

describe("deposit by card", () => {
  it("issues its own tax invoice; a second payment becomes credit", async () => {
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    const quote = payableLink("quote", id, reference, customerId);
    const session = await open(quote);
    expect(stripe.sessions.get(session)).toMatchObject({
      amount_total: 300_00,
      title: `Deposit for quote ${reference}`,
    });
    await office(`/quotes/${id}/deposit`, { method: "cash", receivedOn: TODAY, note: "", seenFils: 300_00 });
    stripe.pay(session);
    await deliverAll();
    const deposits = await ctx.db.selectFrom("invoices").selectAll().where("quoteId", "=", id).execute();
    expect(deposits).toMatchObject([{ kind: "deposit", totalFils: 300_00, state: "paid" }]);
    expect(await creditOf(quote)).toBe(300_00);
    expect((await checkout(quote)).body.reason).toBe("nothing-open");

    const other = await createApprovedQuote(ctx, customerId, { depositFils: 100_00 });
    stripe.pay(await open(payableLink("quote", other.id, other.reference, customerId)));
    await deliverAll();
    const [deposit] = await ctx.db
      .selectFrom("invoices")
      .selectAll()
      .where("quoteId", "=", other.id)
      .execute();
    expect(deposit).toMatchObject({ kind: "deposit", totalFils: 100_00, state: "paid" });
  });

  it("counts as supplied and taxed on the day on which the customer paid", async () => {
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    stripe.pay(await open(payableLink("quote", id, reference, customerId)));
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    await deliverAll();
    expect(
      await ctx.db.selectFrom("invoices").selectAll().where("quoteId", "=", id).executeTakeFirst(),
    ).toMatchObject({ issueDate: TOMORROW, supplyDate: TODAY, taxPoint: TODAY, state: "paid" });
  });

  it("becomes credit while the address for the invoice is missing, and is invoiced later", async () => {
    const customerId = await addCustomer(ctx);
    const company = { company: "Palm Towers LLC", trn: "100123456700003" };
    await ctx.db.updateTable("customers").set(company).where("id", "=", customerId).execute();
    const { id, reference } = await createApprovedQuote(ctx, customerId, {
      totalFils: 40_000_00,
      depositFils: 12_000_00,
    });
    const quote = payableLink("quote", id, reference, customerId);
    const deposit = { method: "cash", receivedOn: TODAY, note: "", seenFils: 12_000_00 };
    expect((await office(`/quotes/${id}/deposit`, deposit)).body.reason).toBe("address-required");
    stripe.pay(await open(quote));
    await deliverAll();
    expect(await creditOf(quote)).toBe(12_000_00);
    expect(await ctx.db.selectFrom("invoices").select("id").where("quoteId", "=", id).execute()).toEqual([]);
    // No second checkout is offered.
    expect((await checkout(quote)).body.reason).toBe("nothing-open");
    await invoiceWaitingDeposits(now());
    expect(await creditOf(quote)).toBe(12_000_00);
    const address = { billingAddress: "Palm Street 7, Dubai" };
    await ctx.db.updateTable("customers").set(address).where("id", "=", customerId).execute();
    await Promise.all([invoiceWaitingDeposits(now()), invoiceWaitingDeposits(now())]);
    expect(
      await ctx.db.selectFrom("invoices").select(["kind", "state"]).where("quoteId", "=", id).execute(),
    ).toEqual([{ kind: "deposit", state: "paid" }]);
    expect(await creditOf(quote)).toBe(0);
  });

  it("reopens the deposit after a refund", async () => {
    const customerId = await addCustomer(ctx, { company: "Palm Towers LLC", trn: "100123456700003" });
    const { id, reference } = await createApprovedQuote(ctx, customerId, {
      totalFils: 40_000_00,
      depositFils: 12_000_00,
    });
    const quote = payableLink("quote", id, reference, customerId);
    const payment = stripe.pay(await open(quote));
    await deliverAll();
    expect((await checkout(quote)).body.reason).toBe("nothing-open");
    stripe.refundInDashboard(payment, 12_000_00);
    await deliverAll();
    expect((await checkout(quote)).status).toBe(200);
  });
});

describe("card refund", () => {
  const refund = (customerId: string, paymentId: string, fils: number) =>
    office(`/customers/${customerId}/refunds`, {
      method: "card",
      paymentId,
      fils,
      reason: "Agreed reduction",
    });

  /** A customer with credit from a late card payment. */
  async function credited(fils: number) {
    const payable = await invoiceOf(fils);
    const session = await open(payable);
    await payCash(payable, fils, fils);
    const payment = stripe.pay(session);
    await deliverAll();
    const row = (await paymentsOf(payable)).find(({ method }) => method === "card")!;
    return { payable, payment, id: row.id };
  }

  it("requests the refund from Stripe once and completes it by the update", async () => {
    const { payable, id } = await credited(100_00);
    const answer = await refund(payable.customerId, id, 60_00);
    expect(answer.body).toMatchObject({ creditFils: 40_00, refunds: [{ state: "requested", fils: 60_00 }] });
    const [{ id: refundId }] = answer.body.refunds;
    await sendRefundRequest(now(), cards, refundId);
    await sendRefundRequest(now(), cards, refundId);
    await deliverAll();
    expect(
      [...stripe.refunds.values()].filter(
        ({ metadata }) => (metadata as { refund?: string }).refund === refundId,
      ),
    ).toHaveLength(1);
    expect(
      (
        await office(`/customers/${payable.customerId}/refunds`, {
          method: "card",
          paymentId: id,
          fils: 40_01,
          reason: "More",
        })
      ).status,
    ).toBe(400);
    const [row] = (await paymentsOf(payable)).filter(({ method }) => method === "card");
    expect(row).toMatchObject({ refundedFils: 60_00 });
    const done = await ctx.db
      .selectFrom("refunds")
      .selectAll()
      .where("id", "=", refundId)
      .executeTakeFirstOrThrow();
    expect(done.state).toBe("done");
  });

  it("refuses more than what is left of the payment, despite further credit", async () => {
    const payable = await invoiceOf(100_00);
    const session = await open(payable);
    await office(`/customers/${payable.customerId}/payments`, {
      ...{ method: "cash", fils: 150_00, receivedOn: TODAY, invoiceIds: [payable.id] },
      ...{ seenOpenFils: 100_00, creditRemainder: true },
    });
    stripe.pay(session);
    await deliverAll();
    const { id } = (await paymentsOf(payable)).find(({ method }) => method === "card")!;
    const refused = await refund(payable.customerId, id, 120_00);
    expect(refused.body.errors).toEqual({
      fils: m.payments_error_refund_above_payment({ amount: formatMoney(100_00) }),
    });
    expect((await refund(payable.customerId, id, 100_00)).body).toMatchObject({ creditFils: 50_00 });
  });

  it("restores the credit when a refund fails, in any order of events", async () => {
    const { payable, id } = await credited(100_00);
    stripe.nextRefundStatus = "pending";
    const first = (await refund(payable.customerId, id, 100_00)).body.refunds[0].id;
    await sendRefundRequest(now(), cards, first);
    const state = async (id: string) =>
      (await ctx.db.selectFrom("refunds").select("state").where("id", "=", id).executeTakeFirstOrThrow())
        .state;
    expect(await state(first)).toBe("requested");
    const providerRefundId = [...stripe.refunds.values()].at(-1)!.id;
    stripe.endRefund(providerRefundId, "failed");
    const events = stripe.takeEvents().reverse();
    for (const event of events) expect(await deliver(event)).toBe(200);
    expect(await state(first)).toBe("failed");
    expect(await creditOf(payable)).toBe(100_00);
    expect((await paymentsOf(payable)).map(({ refundedFils }) => refundedFils)).toEqual([0, 0]);

    stripe.nextRefundStatus = "pending";
    const { refunds } = (await refund(payable.customerId, id, 100_00)).body;
    const second = refunds.find(({ state }: { state: string }) => state === "requested").id;
    await sendRefundRequest(now(), cards, second);
    stripe.endRefund([...stripe.refunds.values()].at(-1)!.id, "succeeded");
    await deliverAll();
    expect(await state(second)).toBe("done");
    expect(await creditOf(payable)).toBe(0);
  });

  it("reopens the invoice after a refund made in Stripe's dashboard", async () => {
    const { payable, payment, id } = await paidInvoice(100_00);
    stripe.refundInDashboard(payment, 30_00);
    const [event] = stripe.takeEvents();
    expect(await deliver(event!)).toBe(200);
    expect(await deliver({ ...event!, id: "evt_the_same_refund" })).toBe(200);
    expect(await invoice(payable.id)).toMatchObject({ state: "part_paid", openFils: 30_00 });
    expect(await creditOf(payable)).toBe(0);
    expect((await paymentsOf(payable))[0]).toMatchObject({ id, refundedFils: 30_00 });
    stripe.refundInDashboard(payment, 70_00);
    const [later] = stripe.takeEvents();
    const failed = { ...later!.data.object, status: "failed" };
    // The failure arrives before the refund.
    expect(
      await deliver({
        ...later!,
        id: "evt_failed",
        type: "refund.failed",
        data: { object: failed as never },
      }),
    ).toBe(200);
    expect(await deliver(later!)).toBe(200);
    expect((await paymentsOf(payable))[0]).toMatchObject({ refundedFils: 30_00 });
  });

  it("records a pending refund of Stripe's dashboard in the ledger and audit trail at once", async () => {
    const { payment, id: paymentId } = await paidInvoice(100_00);
    stripe.nextRefundStatus = "pending";
    stripe.refundInDashboard(payment, 30_00);
    await deliverAll();
    const { id, state } = await ctx.db
      .selectFrom("refunds")
      .select(["id", "state"])
      .where("paymentId", "=", paymentId)
      .executeTakeFirstOrThrow();
    expect(state).toBe("requested");
    const trailOf = async () =>
      (
        await ctx.db
          .selectFrom("trail")
          .select("type")
          .where("subjectType", "=", "refund")
          .where("subjectId", "=", id)
          .orderBy("id")
          .execute()
      ).map(({ type }) => type);
    const entries = await ctx.db
      .selectFrom("ledgerEntries")
      .select("kind")
      .where("sourceId", "=", id)
      .execute();
    expect(entries).toEqual([{ kind: "refund" }]);
    expect(await trailOf()).toEqual(["refund.found"]);
    stripe.endRefund([...stripe.refunds.values()].at(-1)!.id, "succeeded");
    await deliverAll();
    expect(await trailOf()).toEqual(["refund.found", "refund.done"]);
  });

  it("asks Stripe to repeat a refund event that arrives before its payment", async () => {
    const payable = await invoiceOf(100_00);
    const payment = stripe.pay(await open(payable));
    stripe.refundInDashboard(payment, 100_00);
    stripe.dispute(payment, 100_00, false);
    const [paid, refunded, reinstated] = stripe.takeEvents();
    expect(await deliver(refunded!)).toBe(409);
    expect(await deliver(paid!)).toBe(200);
    expect(await deliver(refunded!)).toBe(200);
    expect(await invoice(payable.id)).toMatchObject({ openFils: 100_00 });
    // A reinstatement without a withdrawal waits, too.
    expect(await deliver(reinstated!)).toBe(409);
    expect((await paymentsOf(payable))[0]).toMatchObject({ refundedFils: 100_00, reversedFils: 0 });
  });

  it("uses the day of the movement, as disputes do, although the provider reports it later", async () => {
    const [disputed, refunded] = [await paidInvoice(100_00), await paidInvoice(70_00)];
    stripe.dispute(disputed.payment, 100_00);
    stripe.refundInDashboard(refunded.payment, 70_00);
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    stripe.dispute(disputed.payment, 100_00, false);
    vi.setSystemTime(addMinutes(NOW, 3 * 24 * 60));
    await deliverAll();
    const daysOf = async ({ customerId }: PayableLink) => {
      const path = `/api/admin/customers/${customerId}/statement?from=${TODAY}&to=2026-12-31`;
      const { entries } = (await caller.call("GET", path, undefined, admin)).body;
      return entries.map(({ kind, date }: { kind: string; date: string }) => [kind, date]);
    };
    expect((await daysOf(disputed.payable)).slice(1)).toEqual([
      ["payment", TODAY],
      ["reversal", TODAY],
      ["reversal", TOMORROW],
    ]);
    expect((await daysOf(refunded.payable)).slice(1)).toEqual([
      ["payment", TODAY],
      ["refund", TODAY],
    ]);
    const entries = await ctx.db
      .selectFrom("ledgerEntries")
      .select(["kind", "day"])
      .where("sourceId", "in", [disputed.id, refunded.id])
      .where("kind", "in", ["payment-reversed", "payment-reallocated", "payment-restored"])
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { kind: "payment-reversed", day: TODAY },
      { kind: "payment-reallocated", day: TODAY },
      { kind: "payment-restored", day: TOMORROW },
    ]);
  });

  it("reopens the invoice on a dispute and pays it again when won", async () => {
    const { payable, payment } = await paidInvoice(100_00);
    vi.setSystemTime(addMinutes(NOW, 1));
    stripe.dispute(payment, 100_00);
    await deliverAll();
    expect(await invoice(payable.id)).toMatchObject({ state: "issued", openFils: 100_00 });
    const statement = async (to: string) => {
      const path = `/api/admin/customers/${payable.customerId}/statement?from=${TODAY}&to=${to}`;
      return (await caller.call("GET", path, undefined, admin)).body;
    };
    const before = await statement(TODAY);
    expect(before.closingFils).toBe(100_00);
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    stripe.dispute(payment, 100_00, false);
    await deliverAll();
    expect(await invoice(payable.id)).toMatchObject({ state: "paid" });
    expect(await creditOf(payable)).toBe(0);
    // The entry of the dispute keeps its day.
    expect((await statement(TODAY)).entries).toEqual(before.entries);
    expect((await statement(TOMORROW)).closingFils).toBe(0);
  });
});

describe("fees and payouts", () => {
  it("records fees and payouts as reported by Stripe", async () => {
    const [first, second] = [await paidInvoice(100_00), await paidInvoice(50_00)];
    await fetchFee(now(), cards, first.id);
    expect((await paymentsOf(first.payable))[0]).toMatchObject({
      feeFils: stripeFee(100_00),
      payoutId: null,
    });
    const payout = stripe.payOut([first.payment, second.payment]);
    const [event] = stripe.takeEvents();
    expect(await deliver(event!)).toBe(200);
    expect(await deliver({ ...event!, id: "evt_payout_again" })).toBe(200);
    const rows = await ctx.db
      .selectFrom("payouts")
      .selectAll()
      .where("providerPayout", "=", payout)
      .execute();
    expect(rows).toMatchObject([
      { amountFils: 150_00 - stripeFee(100_00) - stripeFee(50_00), arrivedOn: TODAY },
    ]);
    await fetchPayout(now(), cards, rows[0]!.id, payout);
    expect((await paymentsOf(second.payable))[0]).toMatchObject({
      feeFils: stripeFee(50_00),
      payoutId: rows[0]!.id,
    });
    const { body } = await caller.call("GET", "/api/admin/payouts", undefined, admin);
    expect(body.payouts[0]).toMatchObject({ reference: payout, payments: 2, paidFils: 150_00 });
  });

  /** Delivers all events, each twice, records the payout, and returns its row in the office. */
  async function recordPayoutTwice(payout: string) {
    const events = stripe.takeEvents();
    for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200);
    const { id } = await payoutOf(payout);
    await fetchPayout(now(), cards, id, payout);
    await fetchPayout(now(), cards, id, payout);
    const { body } = await caller.call("GET", "/api/admin/payouts?limit=100", undefined, admin);
    return body.payouts.find(({ reference }: { reference: string }) => reference === payout);
  }
  const payoutOf = (payout: string) =>
    ctx.db.selectFrom("payouts").selectAll().where("providerPayout", "=", payout).executeTakeFirstOrThrow();
  const balanceOf = async (account: string) => {
    const { rows } = await sql<{
      fils: number;
    }>`SELECT coalesce(sum(debit_fils - credit_fils), 0)::bigint AS fils
      FROM ledger_lines WHERE account = ${account}`.execute(ctx.db);
    return rows[0]!.fils;
  };
  const entriesAbout = (reference: string) =>
    ctx.db
      .selectFrom("ledgerEntries")
      .select(["kind", "day", "totalFils"])
      .where("reference", "=", reference)
      .orderBy("id")
      .execute();

  it("clears card payments to the fils with a lost and a won dispute, a fee and a negative payout", async () => {
    const before = await balanceOf("card-clearing");
    const [lost, won] = [await paidInvoice(100_00), await paidInvoice(80_00)];
    const first = await recordPayoutTwice(stripe.payOut([lost.payment, won.payment]));
    expect(first).toMatchObject({ feeFils: stripeFee(100_00) + stripeFee(80_00), otherFils: 0 });
    expect(await balanceOf("card-clearing")).toBe(before);

    const taken = [stripe.dispute(lost.payment, 100_00), stripe.dispute(won.payment, 80_00)];
    await deliverAll();
    // The fee is posted with the dispute, before any payout.
    expect(await entriesAbout(taken[0]!)).toMatchObject([{ kind: "dispute-fee", totalFils: 55_00 }]);
    const feesBefore = await balanceOf("dispute-fees");
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    const reinstated = stripe.dispute(won.payment, 80_00, false, -STRIPE_DISPUTE_FEE);
    const monthly = stripe.chargeFee(12_34);
    vi.setSystemTime(addMinutes(NOW, 2 * 24 * 60));
    const negative = await recordPayoutTwice(stripe.payOut([], [...taken, reinstated, monthly]));
    expect(negative).toMatchObject({
      ...{ fils: -167_34, paidFils: 0, feeFils: 12_34, disputeFeeFils: 55_00, otherFils: -100_00 },
      failedOn: null,
    });
    expect(await balanceOf("card-clearing")).toBe(before);
    expect((await balanceOf("dispute-fees")) - feesBefore).toBe(-STRIPE_DISPUTE_FEE);
    // Fees keep the day of their transaction.
    expect(await entriesAbout(monthly)).toEqual([{ kind: "provider-fee", day: TOMORROW, totalFils: 12_34 }]);
    expect(await entriesAbout(reinstated)).toEqual([
      { kind: "dispute-fee", day: TOMORROW, totalFils: 55_00 },
    ]);
    expect((await sql`SELECT * FROM ledger_differences()`.execute(ctx.db)).rows).toEqual([]);
  });

  it("states reserves and top-ups of a payout apart from refunds and disputes", async () => {
    const { payment } = await paidInvoice(100_00);
    const others = [stripe.reserve(-25_00), stripe.topUp(60_00), stripe.dispute(payment, 100_00)];
    const payout = await recordPayoutTwice(stripe.payOut([payment], others));
    expect(payout).toMatchObject({ paidFils: 100_00, reserveFils: -25_00, topUpFils: 60_00 });
    expect(payout.otherFils).toBe(-100_00);
  });

  it("shows a failed payout on Today until a later one arrives or the office acknowledges it", async () => {
    const shown = async () =>
      (await caller.call("GET", "/api/admin/today/money", undefined, admin)).body.failedPayouts.map(
        ({ reference }: { reference: string }) => reference,
      );
    const fail = async () => {
      const { payment } = await paidInvoice(100_00);
      const payout = stripe.payOut([payment]);
      const returned = stripe.failPayout(payout);
      await deliverAll();
      return { payout, returned };
    };
    vi.setSystemTime(addMinutes(NOW, 10 * 24 * 60));
    const first = await fail();
    expect(await shown()).toEqual([first.payout]);
    vi.setSystemTime(addMinutes(NOW, 11 * 24 * 60));
    await recordPayoutTwice(stripe.payOut([], [first.returned]));
    expect(await shown()).toEqual([]);

    vi.setSystemTime(addMinutes(NOW, 12 * 24 * 60));
    const second = await fail();
    expect(await shown()).toEqual([second.payout]);
    const { id } = await payoutOf(second.payout);
    for (let time = 0; time < 2; time++)
      expect((await office(`/payouts/${id}/acknowledge`, {})).status).toBe(200);
    expect(await shown()).toEqual([]);
    expect(await readTrail(ctx.db, { type: "payout.acknowledged", subjectId: id })).toHaveLength(1);
  });

  it.each([
    { order: "after the payout", reversed: false },
    { order: "before the payout", reversed: true },
  ])("takes back a failed payout once on the day of the failure, reported $order", async ({ reversed }) => {
    const before = [await balanceOf("bank"), await balanceOf("card-clearing")];
    const { payment } = await paidInvoice(100_00);
    const net = 100_00 - stripeFee(100_00);
    const payout = stripe.payOut([payment]);
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    const returned = stripe.failPayout(payout);
    const events = stripe.takeEvents();
    if (reversed) events.reverse();
    for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200);
    const { id, failedOn } = await payoutOf(payout);
    expect(failedOn).toBe(TOMORROW);
    await fetchPayout(now(), cards, id, payout);
    expect(await entriesAbout(payout)).toEqual([
      { kind: "payout", day: TODAY, totalFils: net },
      { kind: "payout-failed", day: TOMORROW, totalFils: net },
    ]);
    expect(await balanceOf("bank")).toBe(before[0]);
    expect(await balanceOf("card-clearing")).toBe(before[1]! + net);
    const trail = await readTrail(ctx.db, { type: "payout.failed", subjectId: id });
    expect(trail).toHaveLength(1);
    const again = await recordPayoutTwice(stripe.payOut([], [returned]));
    expect(again).toMatchObject({ fils: net, failedOn: null, otherFils: net });
    expect(await balanceOf("card-clearing")).toBe(before[1]);
    expect((await sql`SELECT * FROM ledger_differences()`.execute(ctx.db)).rows).toEqual([]);
  });
});

describe("card payments without provider keys", () => {
  it("offers no checkout and accepts no webhook", async () => {
    const other = await createCaller();
    try {
      const { id, reference } = await createIssuedInvoice(other.ctx(), await addCustomer(other.ctx()), 10_00);
      const key = documentKey(
        other.config.secret,
        { kind: "invoice", id, linkVersion: 0 },
        addMinutes(NOW, 60),
      );
      expect((await other.call("POST", `/api/invoices/${reference}/checkout`, { key })).body.reason).toBe(
        "cards-not-configured",
      );
      expect((await other.call("POST", "/api/payments/stripe", {})).status).toBe(404);
    } finally {
      await other.close();
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    }
  });
});
