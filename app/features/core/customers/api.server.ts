import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { findCustomerHit, searchCustomers } from "./queries.server";
import { customerHit } from "./views";

export const customersApi = endpoints("customer", [
  get("/admin/customer-lookup", {
    operationId: "lookUpCustomers",
    may: "customers.read",
    summary: "Search customers by part of their phone, name or email; at most five, with addresses",
    description: "Newest first. Query: search, at least three characters.",
    query: z.object({ search: z.string().check(singleLine(), z.minLength(3), z.maxLength(100)) }),
    answer: z.object({ customers: z.array(customerHit) }),
    run: async (ctx, { search }) => ({ customers: await searchCustomers(ctx, search) }),
  }),

  get("/admin/customer-lookup/{id}", {
    operationId: "lookUpCustomer",
    may: "customers.read",
    summary: "Get a customer with addresses, to create a booking; for a merged customer, the remaining one",
    answer: z.object({ customer: customerHit }),
    async run(ctx, { id }) {
      const customer = await findCustomerHit(ctx, id);
      return customer && { customer };
    },
  }),
]);
