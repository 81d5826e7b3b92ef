import type { QueryClient } from "@tanstack/react-query";
import { HttpError } from "~/platform/browser/http-client";
import { topicClient } from "~/platform/browser/topic-client";
import type { customerDeskApi } from "./api.server";
import type { CustomerSort } from "./merge";
import type { CustomerDetail, DuplicateCustomer } from "./views";

const customers = topicClient<typeof customerDeskApi>("customer");

export interface CustomerFilter {
  search?: string;
  duplicates?: "yes";
  sort?: CustomerSort;
}

// Bookings change a customer's counts without a customer event, so these queries always refetch.

export const customerListQuery = (filter: CustomerFilter) => ({
  ...customers.pages("/admin/customers", filter),
  staleTime: 0,
});

export const customerQuery = (id: string) => ({
  ...customers.query("/admin/customers/{id}", { id }),
  select: ({ customer }: { customer: CustomerDetail }) => customer,
  staleTime: 0,
});

/** Customers with the same phone or email, from a refused edit. */
export function duplicatesOf(error: Error | null): DuplicateCustomer[] | null {
  return error instanceof HttpError && error.reason === "duplicates"
    ? (error.body.duplicates as DuplicateCustomer[])
    : null;
}

export const useEditCustomer = () => customers.useChange("/admin/customers/{id}/edit", storeCustomer);
export const useChangeBilling = () => customers.useChange("/admin/customers/{id}/billing", storeCustomer);
export const useChangeLanguage = () => customers.useChange("/admin/customers/{id}/language", storeCustomer);
export const useWriteCustomerNote = () => customers.useChange("/admin/customers/{id}/notes", storeCustomer);
export const useMergeCustomers = () => customers.useChange("/admin/customers/{id}/merge", storeCustomer);

function storeCustomer(answer: { customer: CustomerDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(customerQuery(answer.customer.id).queryKey, answer);
}
