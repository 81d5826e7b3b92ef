/**
 * Interface of a card provider: hosted checkout, refunds, webhooks. Implemented by Stripe (stripe.server.ts);
 * Telr, PayTabs or Tabby could follow. No card data reaches this product. Money in fils.
 */
export interface CardProvider {
  /** Stored with payments, checkouts and events. */
  name: string;
  /**
   * Creates a hosted checkout for exactly this amount. Idempotent. Throws `ProviderRefused` if it is not
   * possible, or no longer.
   */
  createCheckout(wish: CreateCheckoutInput): Promise<{ session: string; url: string }>;
  /** Closes the checkout. `paid`: it was paid before. */
  expireCheckout(session: string): Promise<"expired" | "paid">;
  /** State of a checkout, for a late update. */
  findCheckout(session: string): Promise<CheckoutUpdate>;
  /** Refunds to the card. Idempotent by `id`. Throws `ProviderRefused` if it is not possible. */
  refund(wish: CreateRefundInput): Promise<RefundUpdate>;
  /** Fee of a payment in fils; null while unknown. */
  findFee(payment: string): Promise<number | null>;
  /** Payments of a payout with their fees. */
  listPayout(payout: string): Promise<{ payment: string; feeFils: number }[]>;
  /** Parses a webhook; null if irrelevant. Throws `ForgedEvent` for a wrong signature or an expired one. */
  readEvent(body: string, signature: string, now: Date): ProviderEvent;
}

export interface CreateCheckoutInput {
  /** Our id. */
  id: string;
  amountFils: number;
  /** Title shown to the payer. */
  title: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

export interface CreateRefundInput {
  /** Our id. */
  id: string;
  payment: string;
  amountFils: number;
}

export type CheckoutUpdate =
  | { state: "open" }
  | { state: "expired" }
  /** `currency` in lower case, such as "aed"; the amount in its smallest unit. */
  | { state: "paid"; payment: string; amount: number; currency: string };

export interface RefundUpdate {
  /** Id at the provider. */
  refund: string;
  state: "asked" | "done" | "failed";
}

/** Update reported by the provider. */
export type ProviderUpdate =
  /** `id`: our id; null if the checkout is not ours. */
  | { kind: "checkout"; session: string; id: string | null; checkout: CheckoutUpdate }
  | {
      kind: "refund";
      payment: string;
      /** Our id; null for a refund made in the provider's dashboard. */
      id: string | null;
      amount: number;
      currency: string;
      refund: RefundUpdate;
    }
  /** Dispute of the cardholder: money withdrawn, or reinstated. */
  | { kind: "dispute"; payment: string; amount: number; currency: string; taken: boolean }
  | { kind: "payout"; payout: string; amount: number; currency: string; arrivesOn: Date };

export interface ProviderEvent {
  /** Id at the provider, the same for repeated deliveries. */
  id: string;
  type: string;
  at: Date;
  /** Null if irrelevant. */
  news: ProviderUpdate | null;
}

export class ForgedEvent extends Error {
  override name = "ForgedEvent";
}

/** The provider understood and refuses for good. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
