import type { QueryClient } from "@tanstack/react-query";
import { HttpError } from "~/platform/browser/http-client";
import { topicClient } from "~/platform/browser/topic-client";
import type { customerDeskApi } from "./api.server";
import type { CustomerSort } from "./merge";
import type { AlikeCustomer, CustomerDetail } from "./views";

const customers = topicClient<typeof customerDeskApi>("customer");

export interface CustomerFilter {
  search?: string;
  alike?: "yes";
  sort?: CustomerSort;
}

// Bookings change how many a customer has, and are no event of theirs: what is shown of customers is asked for each time.

export const customerListQuery = (filter: CustomerFilter) => ({
  ...customers.pages("/admin/customers", filter),
  staleTime: 0,
});

export const customerQuery = (id: string) => ({
  ...customers.query("/admin/customers/{id}", { id }),
  select: ({ customer }: { customer: CustomerDetail }) => customer,
  staleTime: 0,
});

/** The customers for whom an edit was refused: they have this phone or email. */
export function alikeOf(error: Error | null): AlikeCustomer[] | null {
  return error instanceof HttpError && error.reason === "alike"
    ? (error.body.alike as AlikeCustomer[])
    : null;
}

export const useEditCustomer = () => customers.useChange("/admin/customers/{id}/edit", keep);
export const useChangeBilling = () => customers.useChange("/admin/customers/{id}/billing", keep);
export const useWriteCustomerNote = () => customers.useChange("/admin/customers/{id}/notes", keep);
export const useMergeCustomers = () => customers.useChange("/admin/customers/{id}/merge", keep);

function keep(answer: { customer: CustomerDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(customerQuery(answer.customer.id).queryKey, answer);
}
