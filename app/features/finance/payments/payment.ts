import type { Silent } from "~/platform/events/events";

/** Rules of payments, cheques and refunds: pure (docs/domain.md, "Money"). Amounts in fils. */

export const paymentMethods = ["card", "cash", "transfer", "cheque"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods recorded by hand. Card payments arrive by webhook, cheques pay when cleared. */
export const recordedMethods = ["cash", "transfer"] as const;
export type RecordedMethod = (typeof recordedMethods)[number];

/** States of a cheque; it pays when cleared. */
export const chequeStates = ["received", "deposited", "cleared", "bounced", "returned"] as const;
export type ChequeState = (typeof chequeStates)[number];

/** In hand or with the bank, so that it may still pay. */
export const heldChequeStates = ["received", "deposited"] as const satisfies ChequeState[];

export function isChequeHeld({ state }: { state: ChequeState }): boolean {
  return (heldChequeStates as readonly ChequeState[]).includes(state);
}

/** `returned`: given back unused. A bounced cheque may be deposited again. */
export const chequeTransitions = {
  deposit: { from: ["received", "bounced"], to: "deposited" },
  clear: { from: ["deposited"], to: "cleared" },
  bounce: { from: ["deposited", "cleared"], to: "bounced" },
  returnUnused: { from: ["received", "bounced"], to: "returned" },
} as const satisfies Record<string, { from: readonly ChequeState[]; to: ChequeState }>;
export type ChequeTransition = keyof typeof chequeTransitions;
export const chequeTransitionNames = Object.keys(chequeTransitions) as [
  ChequeTransition,
  ...ChequeTransition[],
];

export function chequeTransitionsFrom(state: ChequeState): ChequeTransition[] {
  return chequeTransitionNames.filter((move) =>
    (chequeTransitions[move].from as readonly ChequeState[]).includes(state),
  );
}

/** Choice for held cheques of an invoice that is paid by other means. */
export const heldChequeChoices = ["keep", "return"] as const;
export type HeldChequeChoice = (typeof heldChequeChoices)[number];

export const refundStates = ["requested", "done", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

export interface InvoiceAmount {
  invoiceId: string;
  fils: number;
}

/** Sources from which paid money can be withdrawn. */
export interface RefundSources {
  creditFils: number;
  /** Maximum to take from the credit, because other payments may have funded the rest. */
  maxCreditFils: number;
  /** Invoices settled by the payment, newest first. */
  settledByPayment: readonly InvoiceAmount[];
  /** Invoices settled by the customer's credit, newest first. */
  settledByCredit: readonly InvoiceAmount[];
}

export interface Withdrawal {
  /** Amount from credit, including the credit that `creditToReverse` releases. */
  fromCredit: number;
  settlementsToReverse: InvoiceAmount[];
  creditToReverse: InvoiceAmount[];
}

/**
 * Plans a withdrawal of `fils`: first from credit, then from invoices that the payment settled, last from
 * invoices that the credit settled. Null if the money was refunded already.
 */
export function planWithdrawal(
  fils: number,
  { creditFils, maxCreditFils, settledByPayment, settledByCredit }: RefundSources,
): Withdrawal | null {
  const max = Math.min(fils, maxCreditFils);
  const available = Math.min(max, creditFils);
  const settlementsToReverse = takeUpTo(settledByPayment, fils - available);
  const missing = fils - available - sumAmounts(settlementsToReverse);
  if (missing > max - available) return null;
  const creditToReverse = takeUpTo(settledByCredit, missing);
  return sumAmounts(creditToReverse) < missing
    ? null
    : { fromCredit: available + missing, settlementsToReverse, creditToReverse };
}

function takeUpTo(parts: readonly InvoiceAmount[], fils: number): InvoiceAmount[] {
  const taken: InvoiceAmount[] = [];
  let left = fils;
  for (const part of parts) {
    if (left <= 0) break;
    const partFils = Math.min(part.fils, left);
    if (partFils > 0) taken.push({ invoiceId: part.invoiceId, fils: partFils });
    left -= partFils;
  }
  return taken;
}

export function sumAmounts(parts: readonly InvoiceAmount[]): number {
  return parts.reduce((sum, { fils }) => sum + fils, 0);
}

/** Movement reported by the provider that matches no record. The office must decide. */
export type ReconciliationIssue =
  /** Amount or currency differs from the checkout. */
  | "other-amount"
  /** Payment of an unknown checkout of ours. */
  | "unknown-checkout"
  /** Refund although nothing of the payment is left. */
  | "nothing-left";

declare module "~/platform/events/events" {
  interface Events {
    /** `excessFils`: part beyond the invoices, which became credit. `late`: the invoice was settled before the payment arrived. */
    "payment.recorded": { method: PaymentMethod; fils: number; excessFils: number; late: boolean };
    "payment.reversed": Silent<{ fils: number; why: "mistake" | "cheque" | "dispute" }>;
    /** Dispute won. */
    "payment.restored": Silent<{ fils: number }>;
    /** Reported by the provider: its payment id, amounts in the currency's smallest unit. */
    "payment.questioned": {
      issue: ReconciliationIssue;
      provider: string;
      payment: string;
      amount: number;
      currency: string;
    };
    "cheque.received": Silent<{ fils: number }>;
    "cheque.state-changed": { transition: ChequeTransition; from: ChequeState; to: ChequeState };
    /** Although its amount was paid by card. */
    "cheque.kept": Silent;
    "refund.requested": { method: PaymentMethod; fils: number };
    /** Refund made in the provider's dashboard; complete or pending. */
    "refund.found": Silent<{ fils: number }>;
    "refund.done": { method: PaymentMethod; fils: number };
    /** The amount is credit again. */
    "refund.failed": { fils: number };
    "payout.arrived": { provider: string; payout: string; fils: number };
    /** The bank returned the money to the provider, which pays it out again. */
    "payout.failed": { provider: string; payout: string; fils: number };
    /** The office has seen the failure. */
    "payout.acknowledged": Silent;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** More than the open amount; the user must confirm that the remainder becomes credit. */
    "over-payment": { excessFils: number };
    /** Cheques in hand for the invoices that the payment settles: keep or return them. */
    "cheques-held": { count: number; fils: number };
    /** Same customer, amount, method and day as another payment. */
    "same-payment": { reference: string };
    /** The money was refunded already. */
    "already-refunded": unknown;
    "payment-reversed": unknown;
    /** Card payments are refunded and cheques bounce; only manual payments can be voided. */
    "recorded-automatically": unknown;
    "credit-too-small": { creditFils: number };
    "refund-above-limit": { limitFils: number };
    /** The refund exceeds the card payment. */
    "refund-above-payment": { leftFils: number };
    "cheque-exists": unknown;
    /** `fils`: what is due and not covered by cheques in hand. */
    "cheques-exceed-due": { fils: number };
    /** A cheque for a part of a deposit. `fils`: the deposit. */
    "deposit-in-full": { fils: number };
    "cheque-not-due": unknown;
    /** The day of a movement is before the one before it, or in the future. */
    "movement-day": { from: string; to: string };
    "no-deposit": unknown;
    /** No card provider is configured. */
    "cards-not-configured": unknown;
    "too-small-for-cards": unknown;
    /** The card provider does not answer. */
    "card-provider-unavailable": unknown;
    "payment-in-progress": unknown;
  }
}
