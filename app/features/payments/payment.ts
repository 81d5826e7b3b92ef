import type { Silent } from "~/platform/events/events";

/** How money comes in and goes back: pure (docs/domain.md, "Money"). All amounts are AED in fils. */

export const paymentMethods = ["card", "cash", "transfer", "cheque"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What the office writes down by hand: a card tells of itself, a cheque pays once it has cleared. */
export const recordedMethods = ["cash", "transfer"] as const;
export type RecordedMethod = (typeof recordedMethods)[number];

/** A cheque pays once it has cleared. */
export const chequeStates = ["held", "deposited", "cleared", "bounced", "returned"] as const;
export type ChequeState = (typeof chequeStates)[number];

/** `returned`: given back to the customer unused. A bounced one may be tried again. */
export const chequeMoves = {
  deposit: { from: ["held", "bounced"], to: "deposited" },
  clear: { from: ["deposited"], to: "cleared" },
  bounce: { from: ["deposited", "cleared"], to: "bounced" },
  giveBack: { from: ["held", "bounced"], to: "returned" },
} as const satisfies Record<string, { from: readonly ChequeState[]; to: ChequeState }>;
export type ChequeMove = keyof typeof chequeMoves;
export const chequeMoveNames = Object.keys(chequeMoves) as [ChequeMove, ...ChequeMove[]];

export function chequeMovesFrom(state: ChequeState): ChequeMove[] {
  return chequeMoveNames.filter((move) => (chequeMoves[move].from as readonly ChequeState[]).includes(state));
}

export const refundStates = ["asked", "done", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

/** Fils of an invoice. */
export interface Part {
  invoiceId: string;
  fils: number;
}

/** What stands behind money that is to go out of what was paid. */
export interface Backing {
  /** What we owe the customer. */
  creditFils: number;
  /** Of that, how much may be taken at most. */
  mostFils: number;
  /** Which invoices the payment settled, and by how much; the newest first. */
  settled: readonly Part[];
  /** Which invoices the customer's credit settled, and by how much; the newest first. */
  bought: readonly Part[];
}

export interface Withdrawal {
  /** Out of what we owe the customer, with what `giveBack` adds to it. */
  fromCredit: number;
  /** What the payment no longer settles. */
  settlementsToReverse: Part[];
  /** What the customer's credit no longer settles. */
  giveBack: Part[];
}

/**
 * Where `fils` come from: out of the credit first, then out of the invoices that the payment settled, at last out of those
 * that were settled by the credit. Null: the money is not there any more, as it was given back otherwise.
 */
export function planWithdrawal(
  fils: number,
  { creditFils, mostFils, settled, bought }: Backing,
): Withdrawal | null {
  const max = Math.min(fils, mostFils);
  const atHand = Math.min(max, creditFils);
  const settlementsToReverse = takeFrom(settled, fils - atHand);
  const missing = fils - atHand - sumOf(settlementsToReverse);
  if (missing > max - atHand) return null;
  const giveBack = takeFrom(bought, missing);
  return sumOf(giveBack) < missing ? null : { fromCredit: atHand + missing, settlementsToReverse, giveBack };
}

function takeFrom(parts: readonly Part[], fils: number): Part[] {
  const taken: Part[] = [];
  let left = fils;
  for (const part of parts) {
    if (left <= 0) break;
    const part_fils = Math.min(part.fils, left);
    if (part_fils > 0) taken.push({ invoiceId: part.invoiceId, fils: part_fils });
    left -= part_fils;
  }
  return taken;
}

export function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { fils }) => sum + fils, 0);
}

/** What the provider told us and we could not book as it was: somebody has to look at it. */
export type Oddity =
  /** Another amount or currency than the checkout's. */
  | "other-amount"
  /** A payment on a checkout of ours that we do not know. */
  | "unknown-checkout"
  /** Money that went back while nothing of it is left with us. */
  | "nothing-left";

declare module "~/platform/events/events" {
  interface Events {
    /** `beyondFils`: what no invoice took, and became credit. `late`: its invoice was settled otherwise meanwhile. */
    "payment.recorded": { method: PaymentMethod; fils: number; beyondFils: number; late: boolean };
    "payment.reversed": Silent<{ fils: number; why: "mistake" | "cheque" | "dispute" }>;
    /** A dispute ended in our favour. */
    "payment.restored": Silent<{ fils: number }>;
    /** Told by the provider: its name of the payment, in smallest units of the currency. */
    "payment.questioned": {
      oddity: Oddity;
      provider: string;
      payment: string;
      amount: number;
      currency: string;
    };
    "cheque.received": Silent<{ fils: number }>;
    "cheque.moved": { move: ChequeMove; from: ChequeState; to: ChequeState };
    "refund.asked": { method: PaymentMethod; fils: number };
    /** Given back in the provider's own dashboard; done, or still under way. */
    "refund.found": Silent<{ fils: number }>;
    "refund.done": { method: PaymentMethod; fils: number };
    /** It is the customer's credit again. */
    "refund.failed": { fils: number };
    "payout.arrived": { provider: string; payout: string; fils: number };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** More than is open: the office says first that the rest is the customer's credit. */
    "over-payment": { beyondFils: number };
    /** The same customer, amount, way and day: meant twice? */
    "same-payment": { reference: string };
    /** What was to be taken back is not there any more: it was given back otherwise. */
    "money-gone": unknown;
    "payment-reversed": unknown;
    /** A card's payment is given back, a cheque's bounces: neither is a slip of the pen. */
    "not-by-hand": unknown;
    "credit-too-small": { creditFils: number };
    "refund-above-limit": { limitFils: number };
    /** The payment is smaller than what is to go back to its card. */
    "refund-above-payment": { leftFils: number };
    "cheque-known": unknown;
    /** Its day has not come: the bank would send it back. */
    "cheque-ahead": unknown;
    "no-deposit": unknown;
    /** There are no keys of a card provider. */
    "no-cards": unknown;
    /** Less than the card provider takes. */
    "too-small-for-cards": unknown;
    /** The card provider does not answer. */
    "cards-down": unknown;
    /** It is being paid at this moment. */
    "being-paid": unknown;
  }
}
