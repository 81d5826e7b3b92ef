import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import { localPath } from "~/platform/locale/locale";
import type { Approval } from "./schema";
import type { OpenedQuote, OwnQuotes } from "./views";

/** The typed calls of a quote's customer. */

export interface QuoteAddress {
  reference: string;
  /** Of the mailed link; empty for whoever is signed in. */
  key: string;
}

const pathOf = ({ reference }: QuoteAddress) => `/api/quotes/${reference}`;

export const openedQuoteQuery = (address: QuoteAddress) =>
  queryOptions({
    queryKey: ["quote", "opened", address.reference, address.key],
    queryFn: ({ signal }) => getJson<OpenedQuote>(pathOf(address), { key: address.key }, signal),
    staleTime: 30_000,
  });

export const ownQuotesQuery = queryOptions({
  queryKey: ["quote", "own"],
  queryFn: ({ signal }) => getJson<OwnQuotes>("/api/account/quotes", {}, signal),
});

export const tellViewed = (address: QuoteAddress) =>
  postJson(`${pathOf(address)}/viewed`, { key: address.key });

/** `sendKey`: the same answer, sent again after a broken connection, counts once. */
export const approve = (address: QuoteAddress, approval: Approval, sendKey: string) =>
  postJson<OpenedQuote>(`${pathOf(address)}/approve`, { key: address.key, ...approval }, sendKey);

export const answerInWords = (
  address: QuoteAddress,
  answer: "changes" | "decline",
  body: { revision: number; words: string },
  sendKey: string,
) => postJson<OpenedQuote>(`${pathOf(address)}/${answer}`, { key: address.key, ...body }, sendKey);

export const askForLink = (reference: string) => postJson("/api/quotes/link", { reference });

export function photoPath({ reference, key }: QuoteAddress, photoId: string): string {
  const path = `/api/quotes/${reference}/photos/${photoId}`;
  return key ? `${path}?key=${encodeURIComponent(key)}` : path;
}

/** Where the quote is had as a file. */
export function documentPath({ reference, key }: QuoteAddress): string {
  const path = localPath(`/api/quotes/${reference}/document`);
  return key ? `${path}?key=${encodeURIComponent(key)}` : path;
}
