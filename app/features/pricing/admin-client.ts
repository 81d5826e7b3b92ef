import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { PriceBook } from "./views";

/** Starts with the live topic that makes it stale (app/platform/live-client.ts): prices are a part of their service. */
const TOPIC = "service";

export const priceBookQuery = (serviceId: string) =>
  queryOptions({
    queryKey: [TOPIC, "prices", serviceId],
    queryFn: ({ signal }) => getJson<PriceBook>("/api/admin/prices", { service: serviceId }, signal),
  });

/** As typed and turned into fils; what is no amount is NaN, and the server says so. */
export interface TypedPrice {
  item: string;
  name: string;
  terms: { mode: string; unit?: string; fils?: number; nextFils?: number };
  effectiveFrom: string;
}

export const usePlanPrice = (serviceId: string) =>
  usePriceChange(serviceId, (price: TypedPrice) =>
    postJson<PriceBook>("/api/admin/prices", { serviceId, ...price }),
  );

export const useWithdrawPrice = (serviceId: string) =>
  usePriceChange(serviceId, (priceId: string) =>
    postJson<PriceBook>(`/api/admin/prices/${priceId}/withdraw`, {}),
  );

function usePriceChange<Input>(serviceId: string, change: (input: Input) => Promise<PriceBook>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (book) => queryClient.setQueryData(priceBookQuery(serviceId).queryKey, book),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}
