/** Accredited service provider (ASP) that delivers e-invoices to the network and the tax authority. */
export interface EInvoiceProvider {
  /** Returns the provider's id. Idempotent by `id`. Throws `EInvoiceRejectedError`. */
  send(document: { id: string; xml: string }): Promise<string>;
  find(providerId: string): Promise<EInvoiceUpdate>;
}

export type EInvoiceUpdate =
  | { state: "sent" }
  | { state: "received" }
  | { state: "rejected"; reason: string };

/** Permanent rejection; a retry is useless. The message is the provider's reason. */
export class EInvoiceRejectedError extends Error {
  override name = "EInvoiceRejectedError";
}
