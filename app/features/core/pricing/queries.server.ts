import type { Selectable } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import { inReaderLanguage } from "~/platform/locale/content-language.server";
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
      .distinctOn(["serviceId", "item"])
      .selectAll()
      .where("effectiveFrom", "<=", dubaiDate(ctx.now))
      .orderBy("serviceId")
      .orderBy("item")
      .orderBy("effectiveFrom", "desc");
    if (serviceId) inForce = inForce.where("serviceId", "=", serviceId);
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
  const { name, unit } = inReaderLanguage(row, ["name", "unit"]);
  return {
    priceId: row.id,
    serviceId: row.serviceId,
    item: row.item,
    name,
    isHeadline: row.isHeadline,
    mode: row.mode,
    unit,
    fils: row.priceFils,
    nextFils: row.nextHourFils,
    emergencySurcharge: row.emergencySurcharge,
    outOfHoursSurcharge: row.outOfHoursSurcharge,
    durationMin: row.durationMin,
    bufferMin: row.bufferMin,
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
      .orderBy("effectiveFrom", "desc");
    if (serviceId) wanted = wanted.where("serviceId", "=", serviceId);
    const byItem = Map.groupBy(await wanted.execute(), (row) => `${row.serviceId} ${row.item}`);
    return {
      items: [...byItem.values()].map((prices) => {
        const { serviceId, item, name, nameAr, unitAr, version, isHeadline } = prices[0]!;
        const inForce = prices.find(({ effectiveFrom }) => effectiveFrom <= today);
        return {
          serviceId,
          item,
          name,
          nameAr,
          unitAr,
          version,
          isHeadline,
          prices: prices.map(
            (row): PriceEntry => ({
              id: row.id,
              ...termsIn(row),
              effectiveFrom: row.effectiveFrom,
              period: row.effectiveFrom > today ? "planned" : row === inForce ? "in-force" : "past",
              canWithdraw: row.effectiveFrom >= today,
            }),
          ),
        };
      }),
    };
  },
);
