import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { planPrice, withdrawPrice } from "./commands.server";
import { getPriceBook } from "./queries.server";
import { priceSchema } from "./schema";
import { priceBook } from "./views";

const serviceId = z.string().check(z.minLength(1), z.maxLength(80));

export const pricingApi = endpoints("price", [
  get("/admin/prices", {
    may: "prices.read",
    summary: "Price book of one or all services: past, current and planned prices",
    description: "Items in order, newest price first. Amounts are AED including VAT, in fils.",
    query: z.object({ service: z.optional(serviceId) }),
    answer: priceBook,
    run: (ctx, { service }) => getPriceBook(ctx, service),
  }),

  post("/admin/prices", {
    may: "prices.manage",
    summary: "Set the price of an item from a day; earlier prices are kept",
    description:
      "`item` and `name`: id and name of a new item. `nameAr` and `unitAr`: Arabic texts, also alone. `version`: of the item in the price " +
      "book; refused if its Arabic texts were changed since.",
    body: (now: Date) => z.extend(priceSchema(dubaiDate(now)), { serviceId }),
    answer: priceBook,
    idempotent: true,
    run: planPrice,
    refuses: ["unknown-service", "stale", "day-past", "day-taken", "unchanged"],
    reply: (ctx, { serviceId }) => getPriceBook(ctx, serviceId),
  }),

  post("/admin/prices/{id}/withdraw", {
    may: "prices.manage",
    summary: "Withdraw a price from today or later, unless it was booked",
    answer: priceBook,
    run: (ctx, { id }) => withdrawPrice(ctx, id),
    refuses: ["not-found", "in-force", "booked"],
    reply: (ctx, _, { serviceId }) => getPriceBook(ctx, serviceId),
  }),
]);
