import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, newApi, readQuery } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { lookUpCustomers } from "./queries.server";
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
