import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import { localPath } from "~/platform/locale/locale";
import type { Approval } from "./schema";
import type { OpenedQuote, OwnQuotes } from "./views";

/** The typed calls of a quote's customer. */

export interface QuoteAddress {
  reference: string;
}

const pathOf = ({ reference }: QuoteAddress) => `/api/quotes/${reference}`;

export const openedQuoteQuery = (address: QuoteAddress) =>
  queryOptions({
    queryKey: ["quote", "opened", address.reference],
    queryFn: ({ signal }) => getJson<OpenedQuote>(pathOf(address), {}, signal),
    staleTime: 30_000,
  });

export const ownQuotesQuery = queryOptions({
  queryKey: ["quote", "own"],
  queryFn: ({ signal }) => getJson<OwnQuotes>("/api/account/quotes", {}, signal),
  // A deposit is asked for until it is paid.
  meta: { alsoOf: ["payment"] as const },
});

export const tellViewed = (address: QuoteAddress) => postJson(`${pathOf(address)}/viewed`, {});

/** `sendKey`: the same answer, sent again after a broken connection, counts once. */
export const approve = (address: QuoteAddress, approval: Approval, sendKey: string) =>
  postJson<OpenedQuote>(`${pathOf(address)}/approve`, approval, sendKey);

export const answerInWords = (
  address: QuoteAddress,
  answer: "changes" | "decline",
  body: { revision: number; words: string },
  sendKey: string,
) => postJson<OpenedQuote>(`${pathOf(address)}/${answer}`, body, sendKey);

export const askForLink = (reference: string) => postJson("/api/quotes/link", { reference });

export function photoPath({ reference }: QuoteAddress, photoId: string): string {
  return `/api/quotes/${reference}/photos/${photoId}`;
}

/** Where the quote is had as a file. */
export function documentPath({ reference }: QuoteAddress): string {
  return localPath(`/api/quotes/${reference}/document`);
}
