/** Where an electronic invoice is: with us, with the provider, with the recipient, or turned down. */
export const eInvoiceStates = ["made", "sent", "received", "refused"] as const;
export type EInvoiceState = (typeof eInvoiceStates)[number];
