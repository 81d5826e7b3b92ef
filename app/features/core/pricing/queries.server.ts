import type { Selectable } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import type { PriceBookItem } from "./booking-price";
import { termsIn } from "./price-row";
import type { PriceBook, PriceEntry } from "./views";

/** Item of the price book; without its own times it uses those of its service. */
export type PriceItem = Omit<PriceBookItem, "emergency" | "durationMin" | "durationKnown" | "bufferMin"> & {
  durationMin: number | null;
  bufferMin: number | null;
};

/** Lists current items of one service or all, in the office's order. */
export const listPriceItems = query(
  "website.use",
  async function listPriceItems(ctx, serviceId?: string): Promise<PriceItem[]> {
    let inForce = ctx.db
      .selectFrom("prices")
      .distinctOn(["service_id", "item"])
      .selectAll()
      .where("effective_from", "<=", dubaiDate(ctx.now))
      .orderBy("service_id")
      .orderBy("item")
      .orderBy("effective_from", "desc");
    if (serviceId) inForce = inForce.where("service_id", "=", serviceId);
    const rows = await ctx.db.selectFrom(inForce.as("prices")).selectAll().orderBy("position").execute();
    return rows.map(itemOf);
  },
);

/** Price entries by id. */
export const listPricesById = query(
  "website.use",
  async function listPricesById(ctx, ids: readonly string[]): Promise<PriceItem[]> {
    const rows = await ctx.db.selectFrom("prices").selectAll().where("id", "=", anyOf(ids)).execute();
    return rows.map(itemOf);
  },
);

function itemOf(row: Selectable<Tables["prices"]>): PriceItem {
  return {
    priceId: row.id,
    serviceId: row.service_id,
    item: row.item,
    name: row.name,
    isHeadline: row.is_headline,
    mode: row.mode,
    unit: row.unit,
    fils: row.price_fils,
    nextFils: row.next_hour_fils,
    emergencySurcharge: row.emergency_surcharge,
    outOfHoursSurcharge: row.out_of_hours_surcharge,
    durationMin: row.duration_min,
    bufferMin: row.buffer_min,
  };
}

/** Price book of one service or all: past, current and planned. */
export const getPriceBook = query(
  "prices.read",
  async function getPriceBook(ctx, serviceId?: string): Promise<PriceBook> {
    const today = dubaiDate(ctx.now);
    let wanted = ctx.db
      .selectFrom("prices")
      .selectAll()
      .orderBy("position")
      .orderBy("item")
      .orderBy("effective_from", "desc");
    if (serviceId) wanted = wanted.where("service_id", "=", serviceId);
    const byItem = Map.groupBy(await wanted.execute(), (row) => `${row.service_id} ${row.item}`);
    return {
      items: [...byItem.values()].map((prices) => {
        const { service_id, item, name, is_headline } = prices[0]!;
        const inForce = prices.find(({ effective_from }) => effective_from <= today);
        return {
          serviceId: service_id,
          item,
          name,
          isHeadline: is_headline,
          prices: prices.map(
            (row): PriceEntry => ({
              id: row.id,
              ...termsIn(row),
              effectiveFrom: row.effective_from,
              period: row.effective_from > today ? "planned" : row === inForce ? "in-force" : "past",
              canWithdraw: row.effective_from >= today,
            }),
          ),
        };
      }),
    };
  },
);
