/**
 * The accredited provider (ASP) who takes our electronic invoices to the network and to the tax authority, behind what we need of
 * one. Each has an interface of its own: http-provider.server.ts is the plainest, others would stand beside it.
 */
export interface EInvoiceProvider {
  /** Hands a document over; what the provider calls it. The same `id` again is the same document. Throws `ProviderRefused`. */
  send(document: { id: string; xml: string }): Promise<string>;
  /** How a document stands that was handed over. */
  find(providerId: string): Promise<EInvoiceNews>;
}

export type EInvoiceNews =
  /** On its way. */
  | { state: "sent" }
  /** With the recipient. */
  | { state: "received" }
  /** `told`: why, in the provider's words. */
  | { state: "refused"; told: string };

/** The provider understood, and will not take it however often it is asked; the message is why, in its words. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
