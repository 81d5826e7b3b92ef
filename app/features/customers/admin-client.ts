import { topicClient } from "~/platform/browser/topic-client";
import type { customersApi } from "./api.server";
import type { CustomerHit } from "./views";

const customers = topicClient<typeof customersApi>("customer");

/** Minimum length of a lookup. */
export const MIN_LOOKUP_LENGTH = 4;

/** Customers by part of their phone, name or email. */
export const customerLookupQuery = (search: string) => ({
  ...customers.query("/admin/customer-lookup", { search }),
  select: ({ customers }: { customers: CustomerHit[] }) => customers,
  enabled: search.length >= MIN_LOOKUP_LENGTH,
});

/** A customer by id; null disables the query. */
export const customerHitQuery = (id: string | null) => ({
  ...customers.query("/admin/customer-lookup/{id}", { id: id ?? "" }),
  select: ({ customer }: { customer: CustomerHit }) => customer,
  enabled: id !== null,
});
