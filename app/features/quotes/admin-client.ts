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

/** A booking that is called off leaves its quote to be decided. */
const meta = { alsoOf: ["booking"] } as const;

export const quoteListQuery = (filter: QuoteFilter) => ({ ...quotes.pages("/admin/quotes", filter), meta });

/** A few quotes: those of a booking or a customer, or of what somebody searches for. */
export const fewQuotesQuery = (filter: QuoteFilter) => ({
  ...quotes.query("/admin/quotes", { ...filter, limit: 10 }),
  meta,
});

/** How many await an answer, and what they are worth. */
export const quoteCountsQuery = {
  ...quotes.query("/admin/quotes", { state: "awaiting", counts: "yes", limit: 1 }),
  meta,
};

export const offeredPricesQuery = {
  ...quotes.query("/admin/quote-prices", {}),
  staleTime: 5 * 60_000,
};

export const quoteQuery = (id: string) => ({
  ...quotes.record("/admin/quotes/{id}", { id }),
  select: ({ quote }: { quote: QuoteDetail }) => quote,
});

export const useBeginQuote = () => quotes.useChange("/admin/quotes");
export const useQuoteBooking = () => quotes.useChange("/admin/bookings/{id}/quotes");
export const useDuplicateQuote = () => quotes.useChange("/admin/quotes/{id}/duplicate");
export const useSendQuote = () => quotes.useChange("/admin/quotes/{id}/send", keep);
export const useHandOver = () => quotes.useChange("/admin/quotes/{id}/hand-over", keep);
export const useReviseQuote = () => quotes.useChange("/admin/quotes/{id}/revise", keep);
export const useWithdrawQuote = () => quotes.useChange("/admin/quotes/{id}/withdraw", keep);
export const useConvertQuote = () => quotes.useChange("/admin/quotes/{id}/convert", keep);

/** What is drafted is kept as it is typed: nothing of the page is asked for again after it. */
export const { send } = quotes;

function keep(answer: { quote: QuoteDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(quoteQuery(answer.quote.id).queryKey, { quote: answer.quote });
}
