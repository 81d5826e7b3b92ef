import { queryOptions } from "@tanstack/react-query";
import { apiClient } from "~/platform/browser/api-client";
import type { cardApi } from "./card/card-api.server";
import type { customerPaymentsApi } from "./customer-payments-api.server";

const payments = apiClient<typeof cardApi | typeof customerPaymentsApi>();

export interface PayableAddress {
  kind: "invoice" | "quote";
  reference: string;
}

export const toPayQuery = (address: PayableAddress) => ({
  ...payments.query(["payment", "to-pay", address], `/${address.kind}s/{reference}/amount-due`, {
    reference: address.reference,
  }),
  staleTime: 0,
});

export async function openCheckout({ kind, reference }: PayableAddress): Promise<string> {
  const { url } = await payments.send(`/${kind}s/{reference}/checkout`, { reference });
  return url;
}

export const checkoutQuery = (id: string) =>
  queryOptions({
    queryKey: ["payment", "checkout", id],
    queryFn: () => payments.send("/checkouts/{id}/refresh", { id }),
    // Polls, because the provider's update takes a moment.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.state !== "open" ? false : dataUpdateCount < 15 ? 2_000 : 10_000,
    retry: true,
  });

export const bookingMoneyQuery = (reference: string) => ({
  ...payments.query(["payment", "booking", reference], "/bookings/{reference}/payments", { reference }),
  staleTime: 0,
});

export const myReceiptsQuery = payments.query(["payment", "own"], "/account/receipts", {});
