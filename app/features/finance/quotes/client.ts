import { apiClient } from "~/platform/browser/api-client";
import { localPath } from "~/platform/locale/locale";
import type { customerQuotesApi } from "./api/customer-api.server";
import type { Approval } from "./schema";

const quotes = apiClient<typeof customerQuotesApi>();

export interface QuoteAddress {
  reference: string;
}

export const openedQuoteQuery = ({ reference }: QuoteAddress) => ({
  ...quotes.query(["quote", "opened", reference], "/quotes/{reference}", { reference }),
  staleTime: 30_000,
});

export const myQuotesQuery = {
  ...quotes.query(["quote", "own"], "/account/quotes", {}),
  // The payment of a deposit changes the quote.
  meta: { alsoOf: ["payment"] as const },
};

export const reportViewed = ({ reference }: QuoteAddress) =>
  quotes.send("/quotes/{reference}/viewed", { reference });

/** `sendKey`: idempotency key, so that a retry after a lost connection counts once. */
export const sendApproval = ({ reference }: QuoteAddress, approval: Approval, sendKey: string) =>
  quotes.send("/quotes/{reference}/approve", { reference, ...approval }, sendKey);

export const sendTextAnswer = (
  { reference }: QuoteAddress,
  answer: "changes" | "decline",
  body: { revision: number; comment: string },
  sendKey: string,
) => quotes.send(`/quotes/{reference}/${answer}`, { reference, ...body }, sendKey);

export const requestLink = (reference: string) => quotes.send("/quotes/link", { reference });

export function photoPath({ reference }: QuoteAddress, photoId: string): string {
  return `/api/quotes/${reference}/photos/${photoId}`;
}

export function documentPath({ reference }: QuoteAddress): string {
  return localPath(`/api/quotes/${reference}/document`);
}
