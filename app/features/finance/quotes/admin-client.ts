import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { officeQuotesApi } from "./api/office-api.server";
import type { QuoteOutcome, QuoteState } from "./quote";
import type { QuoteDetail } from "./views";

const quotes = topicClient<typeof officeQuotesApi>("quote");

export interface QuoteFilter {
  search?: string;
  state?: QuoteState | "awaiting" | "undecided";
  customer?: string;
  booking?: string;
  outcome?: QuoteOutcome;
  from?: string;
  to?: string;
}

/** Quotes also change when a booking is cancelled. */
const meta = { alsoOf: ["booking"] } as const;

export const quoteListQuery = (filter: QuoteFilter) => ({ ...quotes.pages("/admin/quotes", filter), meta });

/** Quotes of one booking or customer. */
export const relatedQuotesQuery = (filter: QuoteFilter) => ({
  ...quotes.query("/admin/quotes", { ...filter, limit: 10 }),
  meta,
});

export const quoteCountsQuery = {
  ...quotes.query("/admin/quotes", { state: "awaiting", counts: "yes", limit: 1 }),
  meta,
};

export const offeredPricesQuery = (language: string) => ({
  ...quotes.query("/admin/quote-prices", { language }),
  staleTime: 5 * 60_000,
});

export const quoteQuery = (id: string) => ({
  ...quotes.record("/admin/quotes/{id}", { id }),
  select: ({ quote }: { quote: QuoteDetail }) => quote,
});

export const useCreateQuote = () => quotes.useChange("/admin/quotes");
export const useCreateQuoteForBooking = () => quotes.useChange("/admin/bookings/{id}/quotes");
export const useDuplicateQuote = () => quotes.useChange("/admin/quotes/{id}/duplicate");
export const useSendQuote = () => quotes.useChange("/admin/quotes/{id}/send", cacheQuote);
export const useShareQuoteLink = () => quotes.useChange("/admin/quotes/{id}/resend-link", cacheQuote);
export const useReplaceQuoteLink = () => quotes.useChange("/admin/quotes/{id}/replace-link", cacheQuote);
export const useReviseQuote = () => quotes.useChange("/admin/quotes/{id}/revise", cacheQuote);
export const useWithdrawQuote = () => quotes.useChange("/admin/quotes/{id}/withdraw", cacheQuote);
export const useConvertQuote = () => quotes.useChange("/admin/quotes/{id}/convert", cacheQuote);

/** Sends autosaved drafts without refetching, which would overwrite the form. */
export const { send } = quotes;

function cacheQuote(answer: { quote: QuoteDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(quoteQuery(answer.quote.id).queryKey, { quote: answer.quote });
}
