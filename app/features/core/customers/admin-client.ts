import { topicClient } from "~/platform/browser/topic-client";
import type { customersApi } from "./api.server";
import type { CustomerHit } from "./views";

const customers = topicClient<typeof customersApi>("customer");

export const MIN_LOOKUP_LENGTH = 4;

export const customerLookupQuery = (search: string) => ({
  ...customers.query("/admin/customer-lookup", { search }),
  select: ({ customers }: { customers: CustomerHit[] }) => customers,
  enabled: search.length >= MIN_LOOKUP_LENGTH,
});

/** Null disables the query. */
export const customerHitQuery = (id: string | null) => ({
  ...customers.query("/admin/customer-lookup/{id}", { id: id ?? "" }),
  select: ({ customer }: { customer: CustomerHit }) => customer,
  enabled: id !== null,
});
