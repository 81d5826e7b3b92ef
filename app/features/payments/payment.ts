/** How money comes in and goes back: pure (docs/domain.md, "Money"). */

export const paymentMethods = ["card", "cash", "transfer", "cheque"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** A cheque pays once it has cleared. */
export const chequeStates = ["held", "deposited", "cleared", "bounced", "returned"] as const;
export type ChequeState = (typeof chequeStates)[number];
