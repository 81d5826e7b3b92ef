import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { pricingApi } from "./api.server";
import type { PriceBook } from "./views";

/** Prices share the live topic of services. */
const prices = topicClient<typeof pricingApi>("service");

/** Price book of one service, or of all by default. */
export const priceBookQuery = (service?: string) => prices.query("/admin/prices", { service });

export const usePlanPrice = (serviceId: string) => prices.useChange("/admin/prices", keep(serviceId));
export const useWithdrawPrice = (serviceId: string) =>
  prices.useChange("/admin/prices/{id}/withdraw", keep(serviceId));

function keep(serviceId: string) {
  return (book: PriceBook, queryClient: QueryClient): void => {
    queryClient.setQueryData(priceBookQuery(serviceId).queryKey, book);
  };
}
