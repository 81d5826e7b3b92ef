import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { pricingApi } from "./api.server";
import type { PriceBook } from "./views";

const prices = topicClient<typeof pricingApi>("service");

/** `service`: all services by default. */
export const priceBookQuery = (service?: string) => prices.query("/admin/prices", { service });

export const usePlanPrice = (serviceId: string) =>
  prices.useChange("/admin/prices", cachePriceBook(serviceId));
export const useWithdrawPrice = (serviceId: string) =>
  prices.useChange("/admin/prices/{id}/withdraw", cachePriceBook(serviceId));

function cachePriceBook(serviceId: string) {
  return (book: PriceBook, queryClient: QueryClient): void => {
    queryClient.setQueryData(priceBookQuery(serviceId).queryKey, book);
  };
}
