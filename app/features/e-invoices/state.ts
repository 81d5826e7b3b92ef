/**
 * `made`: not sent yet. `sent`: with the provider. `received`: delivered to the recipient. `refused`:
 * rejected by the provider.
 */
export const eInvoiceStates = ["made", "sent", "received", "refused"] as const;
export type EInvoiceState = (typeof eInvoiceStates)[number];
