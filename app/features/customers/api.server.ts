import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, newApi, readQuery } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { findCustomerHit, lookUpCustomers } from "./queries.server";
import { customerHit } from "./views";

/** Finding a customer while they are on the phone. */
export const customersApi = newApi();

const lookupQuery = z.object({ search: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)) });

customersApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/customer-lookup",
    summary: "Customers by a part of their phone, name or email, with their addresses; five at most",
    description: "Query: search, at least three characters.",
    responses: { 200: answerOf(z.object({ customers: z.array(customerHit) }), "The latest first") },
  }),
  async (c) => {
    const customers = await lookUpCustomers(c.get("ctx"), readQuery(c, lookupQuery).search);
    if (!customers) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json({ customers }, 200);
  },
);

customersApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/customer-lookup/{id}",
    summary: "A customer to book for, with their addresses; of one that was merged, the record that was kept",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: {
      200: answerOf(z.object({ customer: customerHit }), "The customer"),
      404: answerOf(z.object({ message: z.string() }), "Not found"),
    },
  }),
  async (c) => {
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    const customer = id.success ? await findCustomerHit(c.get("ctx"), id.data) : null;
    if (!customer) throw new ApiError(404, "not-found", m.admin_customers_error_not_found());
    return c.json({ customer }, 200);
  },
);
