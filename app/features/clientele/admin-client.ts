import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, HttpError, postJson } from "~/platform/http-client";
import type { AlikeCustomer, CustomerDetail, CustomerList } from "./views";

/** Every key starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "customers";

export interface CustomerFilter {
  search: string;
  alike: boolean;
}

const PAGE_SIZE = 50;

export const customerListQuery = ({ search, alike }: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: [TOPIC, "list", search, alike],
    queryFn: ({ pageParam, signal }) => {
      const query = { search, alike: alike ? "yes" : undefined, cursor: pageParam, limit: PAGE_SIZE };
      return getJson<CustomerList>("/api/admin/customers", query, signal);
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
    // Bookings change how many a customer has, and are no event of theirs.
    staleTime: 0,
  });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, "detail", id],
    queryFn: async ({ signal }) =>
      (await getJson<Changed>(`/api/admin/customers/${id}`, {}, signal)).customer,
    staleTime: 0,
  });

interface Changed {
  customer: CustomerDetail;
}

interface CustomerText {
  name: string;
  phone: string;
  email: string;
}

export const useEditCustomer = ({ id, version }: Seen) =>
  useCustomerChange((input: CustomerText & { evenIfAlike: boolean }) =>
    postJson<Changed>(`/api/admin/customers/${id}/edit`, { version, ...input }),
  );

/** The customers for whom an edit was refused: they have this phone or email. */
export function alikeOf(error: Error | null): AlikeCustomer[] | null {
  return error instanceof HttpError && error.reason === "alike"
    ? (error.body.alike as AlikeCustomer[])
    : null;
}

export const useWriteCustomerNote = () =>
  useCustomerChange(({ id, words }: { id: string; words: string }) =>
    postJson<Changed>(`/api/admin/customers/${id}/notes`, { words }),
  );

interface Seen {
  id: string;
  version: number;
}

export const useMergeCustomers = () =>
  useCustomerChange(({ kept, merged }: { kept: Seen; merged: Seen }) =>
    postJson<Changed>(`/api/admin/customers/${kept.id}/merge`, { version: kept.version, merged }),
  );

function useCustomerChange<Input>(change: (input: Input) => Promise<Changed>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ customer }) => queryClient.setQueryData(customerQuery(customer.id).queryKey, customer),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}
