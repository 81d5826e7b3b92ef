import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import type { BookingMoney, CheckoutState, OwnReceipt, ToPay } from "./views";

/** The typed calls of whoever pays. */

export interface PayableAddress {
  kind: "invoice" | "quote";
  reference: string;
}

const pathOf = ({ kind, reference }: PayableAddress) => `/api/${kind}s/${encodeURIComponent(reference)}`;

export const toPayQuery = (address: PayableAddress) =>
  queryOptions({
    queryKey: ["payment", "to-pay", address],
    queryFn: ({ signal }) => getJson<ToPay>(`${pathOf(address)}/to-pay`, {}, signal),
    staleTime: 0,
  });

/** The address of the card provider's page. */
export async function openCheckout(address: PayableAddress): Promise<string> {
  const { url } = await postJson<{ url: string }>(`${pathOf(address)}/checkout`, {});
  return url;
}

export const checkoutQuery = (id: string) =>
  queryOptions({
    queryKey: ["payment", "checkout", id],
    queryFn: () => postJson<CheckoutState>(`/api/checkouts/${encodeURIComponent(id)}/look`, {}),
    // The provider's news takes a moment.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.state !== "open" ? false : dataUpdateCount < 15 ? 2_000 : 10_000,
    retry: true,
  });

export const bookingMoneyQuery = (reference: string) =>
  queryOptions({
    queryKey: ["payment", "booking", reference],
    queryFn: ({ signal }) =>
      getJson<BookingMoney>(`/api/bookings/${encodeURIComponent(reference)}/money`, {}, signal),
    staleTime: 0,
  });

export const ownReceiptsQuery = queryOptions({
  queryKey: ["payment", "own"],
  queryFn: ({ signal }) => getJson<{ receipts: OwnReceipt[] }>("/api/account/receipts", {}, signal),
});
