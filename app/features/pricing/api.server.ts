import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson, readQuery } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { dubaiDate } from "~/platform/time";
import { type PlanRefusal, planPrice, type WithdrawRefusal, withdrawPrice } from "./commands.server";
import { findPriceBook } from "./queries.server";
import { priceSchema } from "./schema";
import { type PriceBook, priceBook } from "./views";

/** What the office does with prices. Everything here lies behind the admin guard. */
export const pricingApi = newApi();

const refusedAnswer = z.object({ success: z.literal(false), reason: z.string(), message: z.string() });
const serviceId = z.string().check(z.minLength(1), z.maxLength(80));

pricingApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/prices",
    summary: "The price book of a service: what was, what is in force and what is planned",
    description: "Query: service. Money is AED including VAT, in fils.",
    responses: { 200: answerOf(priceBook, "Items in their order, the latest price first") },
  }),
  async (c) =>
    c.json(await getBook(c.get("ctx"), readQuery(c, z.object({ service: serviceId })).service), 200),
);

const planBody = (today: string) => z.extend(priceSchema(today), { serviceId });

pricingApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/prices",
    summary: "Give an item another price from a day on; what was in force is kept",
    description: "`item` and `name`: of an item that is not there yet, its id and what it is called.",
    request: { body: bodyOf(planBody(""), "The price; money is AED including VAT, in fils") },
    responses: {
      200: answerOf(priceBook, "Planned, or in force from today"),
      400: answerOf(
        z.extend(refusedAnswer, { errors: z.record(z.string(), z.string()) }),
        "A rule is broken",
      ),
      404: answerOf(refusedAnswer, "There is no such service"),
      409: answerOf(
        refusedAnswer,
        "day-taken: there is one from that day on; unchanged: it costs that already",
      ),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const planned = await readJson(c, planBody(dubaiDate(ctx.now)));
    const result = await planPrice(ctx, planned);
    if (!result.ok) throw refused(result.reason);
    return c.json(await getBook(ctx, planned.serviceId), 200);
  },
);

pricingApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/prices/{id}/withdraw",
    summary: "Take back a price that begins today or later, unless somebody booked at it",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: {
      200: answerOf(priceBook, "Withdrawn"),
      404: answerOf(refusedAnswer, "There is no such price"),
      409: answerOf(refusedAnswer, "in-force, or booked"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    if (!id.success) throw refused("not-found");
    const result = await withdrawPrice(ctx, id.data);
    if (!result.ok) throw refused(result.reason);
    return c.json(await getBook(ctx, result.serviceId), 200);
  },
);

async function getBook(ctx: Ctx, serviceId: string): Promise<PriceBook> {
  const book = await findPriceBook(ctx, serviceId);
  if (!book) throw refused("not-allowed");
  return book;
}

function refused(reason: PlanRefusal["reason"] | WithdrawRefusal["reason"]): ApiError {
  switch (reason) {
    case "not-allowed":
      return new ApiError(403, reason, m.common_error_not_allowed());
    case "not-found":
      return new ApiError(404, reason, m.admin_price_error_gone());
    case "unknown-service":
      return new ApiError(404, reason, m.admin_services_error_not_found());
    case "in-force":
      return new ApiError(409, reason, m.admin_price_error_in_force());
    case "booked":
      return new ApiError(409, reason, m.admin_price_error_booked());
    case "day-past":
      return new ApiError(409, reason, m.admin_price_error_past());
    case "day-taken":
      return new ApiError(409, reason, m.admin_price_error_taken());
    case "unchanged":
      return new ApiError(409, reason, m.admin_price_error_unchanged());
  }
}
