import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/browser/http-client";
import type { OwnCover } from "./cover";

/** What the signed-in customer's contracts pay, by home; asked for by whose it is, so that nobody sees what the last one left in the browser. */
export const ownCoversQuery = (userId: string) =>
  queryOptions({
    queryKey: ["contract", "covers", userId],
    queryFn: ({ signal }) => getJson<{ covers: OwnCover[] }>("/api/account/contract-covers", {}, signal),
    staleTime: 30_000,
  });

/** The same of a customer, for the office. */
export const coversOfCustomerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["contract", "covers-of-customer", customerId],
    queryFn: ({ signal }) =>
      getJson<{ covers: OwnCover[] }>(`/api/admin/customers/${customerId}/contract-covers`, {}, signal),
    staleTime: 30_000,
  });
