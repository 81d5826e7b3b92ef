/**
 * Whoever takes cards for us, behind what we need of them: a page of theirs on which an amount of ours is paid, its end, money
 * back, and what they tell us by themselves. Stripe is one (stripe.server.ts); Telr, PayTabs or Tabby would be others. No card
 * data comes near us. Money is AED in fils.
 */
export interface CardProvider {
  /** As it is kept with payments, checkouts and events. */
  name: string;
  /**
   * Opens a page on which exactly this is paid. The same wish again is the same page. Throws `ProviderRefused` where it is not
   * possible, or not any more.
   */
  createCheckout(wish: CheckoutWish): Promise<{ session: string; url: string }>;
  /** Shuts the page. `paid`: it was paid before it could be shut. */
  expireCheckout(session: string): Promise<"expired" | "paid">;
  /** How a page stands, for when its news is late. */
  findCheckout(session: string): Promise<CheckoutNews>;
  /** Gives money back to the card. The same `id` again is the same refund. Throws `ProviderRefused` where it is not possible. */
  refund(wish: RefundWish): Promise<RefundNews>;
  /** What they keep of a payment, in fils; null while they do not know. */
  findFee(payment: string): Promise<number | null>;
  /** The payments in a payout to our bank, with what they kept of each. */
  listPayout(payout: string): Promise<{ payment: string; feeFils: number }[]>;
  /**
   * What a call of theirs says; null: nothing that matters to us. Throws `ForgedEvent` where it was not they who signed it, or
   * too long ago.
   */
  readEvent(body: string, signature: string, now: Date): ProviderEvent;
}

export interface CheckoutWish {
  /** Ours. */
  id: string;
  amountFils: number;
  /** What is paid, as the payer reads it. */
  title: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

export interface RefundWish {
  /** Ours. */
  id: string;
  payment: string;
  amountFils: number;
}

export type CheckoutNews =
  | { state: "open" }
  | { state: "expired" }
  /** `currency` in lower case, as "aed"; the amount in its smallest unit. */
  | { state: "paid"; payment: string; amount: number; currency: string };

export interface RefundNews {
  /** Theirs. */
  refund: string;
  state: "asked" | "done" | "failed";
}

/** What happened on their side. */
export type ProviderNews =
  /** `id`: ours; null: it is none of ours. */
  | { kind: "checkout"; session: string; id: string | null; checkout: CheckoutNews }
  | {
      kind: "refund";
      payment: string;
      /** Our id, where we asked for it; null: somebody gave the money back in their dashboard. */
      id: string | null;
      amount: number;
      currency: string;
      refund: RefundNews;
    }
  /** The card's owner disputes the payment: the money was taken from us, or given back. */
  | { kind: "dispute"; payment: string; amount: number; currency: string; taken: boolean }
  | { kind: "payout"; payout: string; amount: number; currency: string; arrivesOn: Date };

export interface ProviderEvent {
  /** Theirs, the same however often it is told. */
  id: string;
  type: string;
  at: Date;
  /** Null: nothing that matters to us. */
  news: ProviderNews | null;
}

export class ForgedEvent extends Error {
  override name = "ForgedEvent";
}

/** They understood, and will not do it however often they are asked. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
