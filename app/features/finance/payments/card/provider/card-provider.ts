/**
 * Card provider: hosted checkout, refunds, webhooks. Implemented by Stripe (stripe.server.ts). No card data
 * reaches this product. Money in fils.
 */
export interface CardProvider {
  name: string;
  /**
   * Creates a hosted checkout for exactly this amount. Idempotent by `id`. Throws `ProviderRejectedError` if
   * the provider will never accept it.
   */
  createCheckout(input: CreateCheckoutInput): Promise<{ session: string; url: string }>;
  /** Closes the checkout. `paid`: the customer paid first. */
  expireCheckout(session: string): Promise<"expired" | "paid">;
  findCheckout(session: string): Promise<CheckoutUpdate>;
  /** Refunds to the card. Idempotent by `id`. Throws `ProviderRejectedError` if it is not possible. */
  refund(input: CreateRefundInput): Promise<RefundUpdate>;
  /** Fee of a payment in fils; null while unknown. */
  findFee(payment: string): Promise<number | null>;
  listPayout(payout: string): Promise<PayoutContent>;
  /** Parses a webhook. Throws `InvalidSignatureError` for a wrong or expired signature. */
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
  /** `currency` in lower case, such as "aed"; the amount in its smallest unit. `at`: when the customer paid. */
  | { state: "paid"; payment: string; amount: number; currency: string; at: Date };

export interface RefundUpdate {
  /** Id at the provider. */
  refund: string;
  state: "requested" | "done" | "failed";
}

export interface PayoutContent {
  /** With their fees. */
  payments: { payment: string; feeFils: number }[];
  /** Fees of the other transactions. */
  fees: ProviderFee[];
  /** Held back by the provider (negative) or released, before fees. */
  reserveFils: number;
  /** Paid by the business into its balance at the provider, less reversals, before fees. */
  topUpFils: number;
}

/** Fee beyond the one of a payment; negative when it is returned. */
export interface ProviderFee {
  /** Transaction id at the provider. A transaction has at most one fee. */
  transaction: string;
  kind: "dispute" | "other";
  fils: number;
  at: Date;
}

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
  /** Dispute by the cardholder. `withdrawn`: true when the money is taken, false when it is reinstated. */
  | {
      kind: "dispute";
      payment: string;
      amount: number;
      currency: string;
      withdrawn: boolean;
      fees: ProviderFee[];
    }
  | { kind: "payout"; payout: string; amount: number; currency: string; arrivesOn: Date; failed: boolean };

export interface ProviderEvent {
  /** Id at the provider, the same for repeated deliveries. */
  id: string;
  type: string;
  at: Date;
  /** Null for event types that need no action. */
  update: ProviderUpdate | null;
}

export class InvalidSignatureError extends Error {
  override name = "InvalidSignatureError";
}

/** The provider rejected the request for good; a retry is useless. */
export class ProviderRejectedError extends Error {
  override name = "ProviderRejectedError";
}
