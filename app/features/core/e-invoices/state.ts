/**
 * `created`: not sent yet. `sent`: with the provider. `received`: delivered to the recipient. `rejected`:
 * rejected by the provider.
 */
export const eInvoiceStates = ["created", "sent", "received", "rejected"] as const;
export type EInvoiceState = (typeof eInvoiceStates)[number];
