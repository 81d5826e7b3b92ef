import { query } from "~/platform/auth/command.server";
import { dubaiDate } from "~/platform/time";
import type { PriceTerms } from "./price";
import type { PriceBook, PriceEntry } from "./views";
import "./table";

/** A price from the price book. */
export interface Price extends PriceTerms {
  id: string;
  serviceId: string;
}

/** The leading price of each service ("from AED …"), as in force today in Dubai. */
export const listLeadPrices = query("website.use", async (ctx, serviceId?: string): Promise<Price[]> => {
  let wanted = ctx.db
    .selectFrom("prices")
    .distinctOn("service_id")
    .select(["id", "service_id", "mode", "unit", "price_fils", "next_fils"])
    .where("lead", "=", true)
    .where("effective_from", "<=", dubaiDate(ctx.now))
    .orderBy("service_id")
    .orderBy("effective_from", "desc");
  if (serviceId) wanted = wanted.where("service_id", "=", serviceId);
  const rows = await wanted.execute();
  return rows.map((row) => ({
    id: row.id,
    serviceId: row.service_id,
    mode: row.mode,
    unit: row.unit,
    fils: row.price_fils,
    nextFils: row.next_fils,
  }));
});

export interface PriceItem extends Price {
  /** Names it within its service, and stays the same when the price changes. */
  item: string;
  name: string;
}

/** Every item of a service's price book, as in force today in Dubai, in the office's order. */
export const listPriceItems = query("website.use", async (ctx, serviceId: string): Promise<PriceItem[]> => {
  const inForce = ctx.db
    .selectFrom("prices")
    .distinctOn("item")
    .selectAll()
    .where("service_id", "=", serviceId)
    .where("effective_from", "<=", dubaiDate(ctx.now))
    .orderBy("item")
    .orderBy("effective_from", "desc");
  const rows = await ctx.db.selectFrom(inForce.as("prices")).selectAll().orderBy("position").execute();
  return rows.map((row) => ({
    id: row.id,
    serviceId: row.service_id,
    item: row.item,
    name: row.name,
    mode: row.mode,
    unit: row.unit,
    fils: row.price_fils,
    nextFils: row.next_fils,
  }));
});

/** A service's whole price book for the office: what was, what is in force today in Dubai, and what is planned. */
export const getPriceBook = query("prices.read", async (ctx, serviceId: string): Promise<PriceBook> => {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("prices")
    .selectAll()
    .where("service_id", "=", serviceId)
    .orderBy("position")
    .orderBy("effective_from", "desc")
    .execute();
  const byItem = Map.groupBy(rows, ({ item }) => item);
  return {
    items: [...byItem.values()].map((prices) => {
      const { item, name, lead } = prices[0]!;
      const inForce = prices.find(({ effective_from }) => effective_from <= today);
      return {
        item,
        name,
        lead,
        prices: prices.map((row): PriceEntry => {
          const standing = row.effective_from > today ? "planned" : row === inForce ? "in-force" : "past";
          return {
            id: row.id,
            mode: row.mode,
            unit: row.unit,
            fils: row.price_fils,
            nextFils: row.next_fils,
            effectiveFrom: row.effective_from,
            standing,
            canWithdraw: row.effective_from >= today,
          };
        }),
      };
    }),
  };
});
