import { callsOf } from "~/platform/browser/calls";
import { localPath } from "~/platform/locale/locale";
import type { customerQuotesApi } from "./api/customer-api.server";
import type { Approval } from "./schema";

/** The typed calls of a quote's customer. */

const quotes = callsOf<typeof customerQuotesApi>();

export interface QuoteAddress {
  reference: string;
}

export const openedQuoteQuery = ({ reference }: QuoteAddress) => ({
  ...quotes.query(["quote", "opened", reference], "/quotes/{reference}", { reference }),
  staleTime: 30_000,
});

export const ownQuotesQuery = {
  ...quotes.query(["quote", "own"], "/account/quotes", {}),
  // A deposit is asked for until it is paid.
  meta: { alsoOf: ["payment"] as const },
};

export const tellViewed = ({ reference }: QuoteAddress) =>
  quotes.send("/quotes/{reference}/viewed", { reference });

/** `sendKey`: the same answer, sent again after a broken connection, counts once. */
export const approve = ({ reference }: QuoteAddress, approval: Approval, sendKey: string) =>
  quotes.send("/quotes/{reference}/approve", { reference, ...approval }, sendKey);

export const answerInWords = (
  { reference }: QuoteAddress,
  answer: "changes" | "decline",
  body: { revision: number; words: string },
  sendKey: string,
) => quotes.send(`/quotes/{reference}/${answer}`, { reference, ...body }, sendKey);

export const askForLink = (reference: string) => quotes.send("/quotes/link", { reference });

export function photoPath({ reference }: QuoteAddress, photoId: string): string {
  return `/api/quotes/${reference}/photos/${photoId}`;
}

/** Where the quote is had as a file. */
export function documentPath({ reference }: QuoteAddress): string {
  return localPath(`/api/quotes/${reference}/document`);
}
