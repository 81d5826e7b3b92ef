import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type FakeStripe,
  STRIPE_DISPUTE_FEE,
  signEvent,
  startFakeStripe,
  stripeFee,
} from "../../../../../../test/harness/servers/fake-stripe";
import {
  type CardProvider,
  type CreateCheckoutInput,
  InvalidSignatureError,
  ProviderRejectedError,
  type ProviderUpdate,
} from "./card-provider";
import { stripeProvider } from "./stripe.server";

let stripe: FakeStripe;
let cards: CardProvider;
beforeAll(async () => {
  stripe = await startFakeStripe();
  cards = stripeProvider({
    stripeSecretKey: stripe.env.STRIPE_SECRET_KEY,
    stripeWebhookSecret: stripe.env.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: stripe.env.STRIPE_API_BASE!,
  })!;
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.takeEvents();
  stripe.nextRefundStatus = "succeeded";
});

const checkoutInput = (changes: Partial<CreateCheckoutInput> = {}): CreateCheckoutInput => ({
  id: crypto.randomUUID(),
  amountFils: 1_234_56,
  title: "Invoice INV-2026-000001 & more",
  email: "noura@example.com",
  successUrl: "http://localhost:3000/invoices/INV-2026-000001?paid=1",
  cancelUrl: "http://localhost:3000/invoices/INV-2026-000001",
  expiresAt: new Date(Date.now() + 3_600_000),
  ...changes,
});

/** Opens a checkout and pays it. */
async function paid(amountFils = 1_234_56): Promise<{ id: string; session: string; payment: string }> {
  const { id, ...rest } = checkoutInput({ amountFils });
  const { session } = await cards.createCheckout({ id, ...rest });
  return { id, session, payment: stripe.pay(session) };
}

const read = (event = stripe.takeEvents().at(-1)!) => {
  const { body, headers } = signEvent(event);
  return cards.readEvent(body, headers["Stripe-Signature"]!, new Date());
};

describe("Stripe provider", () => {
  it("requires both API keys", () => {
    expect(stripeProvider({ stripeApiBase: "https://api.stripe.com" })).toBeNull();
  });

  it("creates a checkout of the exact amount once per id", async () => {
    const input = checkoutInput();
    const first = await cards.createCheckout(input);
    expect(await cards.createCheckout(input)).toEqual(first);
    expect(stripe.sessions.get(first.session)).toMatchObject({
      amount_total: 1_234_56,
      currency: "aed",
      title: input.title,
      customer_email: "noura@example.com",
      success_url: input.successUrl,
    });
    expect(await cards.findCheckout(first.session)).toEqual({ state: "open" });
  });

  it("reports paid and expired checkouts and cannot expire a paid one", async () => {
    const { id, session, payment } = await paid();
    const checkout = { state: "paid", payment, amount: 1_234_56, currency: "aed", at: expect.any(Date) };
    expect(read()).toMatchObject({ update: { kind: "checkout", session, id, checkout } });
    expect(await cards.findCheckout(session)).toEqual(checkout);
    expect(await cards.expireCheckout(session)).toBe("paid");
    const other = await cards.createCheckout(checkoutInput());
    expect(await cards.expireCheckout(other.session)).toBe("expired");
    expect(await cards.expireCheckout(other.session)).toBe("expired");
    expect(read()).toMatchObject({
      update: { kind: "checkout", session: other.session, checkout: { state: "expired" } },
    });
  });

  it("refunds once per id and never more than paid", async () => {
    const { payment } = await paid(100_00);
    const id = crypto.randomUUID();
    const refund = await cards.refund({ id, payment, amountFils: 60_00 });
    expect(refund.state).toBe("done");
    expect(await cards.refund({ id, payment, amountFils: 60_00 })).toEqual(refund);
    expect(read()).toMatchObject({ update: { kind: "refund", payment, id, amount: 60_00, refund } });
    await expect(cards.refund({ id: crypto.randomUUID(), payment, amountFils: 40_01 })).rejects.toThrow(
      ProviderRejectedError,
    );
    stripe.refundInDashboard(payment, 10_00);
    expect(read()).toMatchObject({ update: { kind: "refund", id: null, amount: 10_00 } });
  });

  it("reports disputes and payouts with fees", async () => {
    const [input, two] = [await paid(100_00), await paid(50_00)];
    expect(await cards.findFee(input.payment)).toBe(stripeFee(100_00));
    stripe.dispute(input.payment, 100_00);
    expect(read()).toMatchObject({
      update: { kind: "dispute", payment: input.payment, amount: 100_00, withdrawn: true },
    });
    const payout = stripe.payOut([input.payment, two.payment]);
    const amount = 150_00 - stripeFee(100_00) - stripeFee(50_00);
    expect(read()).toMatchObject({ update: { kind: "payout", payout, amount } });
    expect(await cards.listPayout(payout)).toEqual({
      payments: [
        { payment: input.payment, feeFils: stripeFee(100_00) },
        { payment: two.payment, feeFils: stripeFee(50_00) },
      ],
      fees: [],
      reserveFils: 0,
      topUpFils: 0,
    });
  });

  it("reports the fees of disputes and of the account, charged and returned, and a failed payout", async () => {
    const { payment } = await paid(100_00);
    const lost = stripe.dispute(payment, 100_00);
    const [fee] = (read().update as Extract<ProviderUpdate, { kind: "dispute" }>).fees;
    expect(fee).toMatchObject({ transaction: lost, kind: "dispute", fils: STRIPE_DISPUTE_FEE });
    const won = stripe.dispute(payment, 100_00, false, -STRIPE_DISPUTE_FEE);
    const monthly = stripe.chargeFee(7_50);
    stripe.refundInDashboard(payment, 10_00);
    const payout = stripe.payOut([payment], [lost, won, monthly]);
    const { fees } = await cards.listPayout(payout);
    expect(fees).toMatchObject([
      { transaction: lost, kind: "dispute", fils: STRIPE_DISPUTE_FEE },
      { transaction: won, kind: "dispute", fils: -STRIPE_DISPUTE_FEE },
      { transaction: monthly, kind: "other", fils: 7_50 },
    ]);
    expect(read()).toMatchObject({ update: { kind: "payout", payout, failed: false } });
    stripe.failPayout(payout);
    expect(read()).toMatchObject({ update: { kind: "payout", payout, failed: true } });
  });

  it("accepts only webhooks with a current signature of the exact body", async () => {
    await paid();
    const [event] = stripe.takeEvents();
    const { body, headers } = signEvent(event!);
    const signature = headers["Stripe-Signature"]!;
    const attempt = (body: string, signature: string) => () => cards.readEvent(body, signature, new Date());
    expect(attempt(body, signature)).not.toThrow();
    expect(attempt(body.replace("123456", "1"), signature)).toThrow(InvalidSignatureError);
    expect(attempt(body, "")).toThrow(InvalidSignatureError);
    expect(attempt(body, "t=1,v1=00")).toThrow(InvalidSignatureError);
    expect(attempt(body, signEvent(event!, { secret: "whsec_other" }).headers["Stripe-Signature"]!)).toThrow(
      InvalidSignatureError,
    );
    const old = signEvent(event!, { at: new Date(Date.now() - 301_000) });
    expect(attempt(old.body, old.headers["Stripe-Signature"]!)).toThrow(InvalidSignatureError);
  });

  it("retries a short outage and reports a longer one", async () => {
    stripe.down = true;
    await expect(cards.createCheckout(checkoutInput())).rejects.toThrow();
    stripe.down = false;
    expect((await cards.createCheckout(checkoutInput())).url).toMatch(/^http/);
  });
});
