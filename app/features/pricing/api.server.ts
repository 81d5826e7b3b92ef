import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { planPrice, withdrawPrice } from "./commands.server";
import { getPriceBook } from "./queries.server";
import { priceSchema } from "./schema";
import { priceBook } from "./views";

const serviceId = z.string().check(z.minLength(1), z.maxLength(80));

/** Price administration. Money in fils including VAT. */
export const pricingApi = endpoints("price", [
  get("/admin/prices", {
    may: "prices.read",
    summary: "The price book, of one service or of all: what was, what is in force and what is planned",
    description: "Items in their order, the latest price first. Money is AED including VAT, in fils.",
    query: z.object({ service: z.optional(serviceId) }),
    answer: priceBook,
    run: (ctx, { service }) => getPriceBook(ctx, service),
  }),

  post("/admin/prices", {
    may: "prices.manage",
    summary: "Give an item another price from a day on; what was in force is kept",
    description: "`item` and `name`: of an item that is not there yet, its id and what it is called.",
    body: (now: Date) => z.extend(priceSchema(dubaiDate(now)), { serviceId }),
    answer: priceBook,
    idempotent: true,
    run: planPrice,
    refuses: ["unknown-service", "day-past", "day-taken", "unchanged"],
    reply: (ctx, { serviceId }) => getPriceBook(ctx, serviceId),
  }),

  post("/admin/prices/{id}/withdraw", {
    may: "prices.manage",
    summary: "Take back a price that begins today or later, unless somebody booked at it",
    answer: priceBook,
    run: (ctx, { id }) => withdrawPrice(ctx, id),
    refuses: ["not-found", "in-force", "booked"],
    reply: (ctx, _, { serviceId }) => getPriceBook(ctx, serviceId),
  }),
]);
