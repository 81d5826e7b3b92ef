import { type RawBuilder, type Selectable, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { inReaderLanguage } from "~/platform/locale/content-language.server";
import { addSurcharge, findHeadlineItem, type PriceBookItem } from "../pricing/booking-price";
import { listPriceItems, listPricesById, type PriceItem } from "../pricing/queries.server";
import type { ServiceRecord, ServiceView } from "./views";

/** Facts of a service for scheduling and booking. */
export interface Service {
  id: string;
  name: string;
  durationMin: number;
  bufferMin: number;
  outdoor: boolean;
  emergency: boolean;
  active: boolean;
}

/** Returns a bookable service, or null. */
export const findService = query(
  "website.use",
  async function findService(ctx, id: string): Promise<Service | null> {
    const service = await readService(ctx, id);
    return service?.active ? service : null;
  },
);

/** Returns the service of an existing booking, which may be archived since. */
export const getService = query("website.use", async function getService(ctx, id: string): Promise<Service> {
  const service = await readService(ctx, id);
  if (!service) throw new Error(`Service ${id} does not exist`);
  return service;
});

async function readService(ctx: Ctx, id: string): Promise<Service | null> {
  const row = await memoizeInTransaction(ctx, `service ${id}`, () =>
    ctx.db.selectFrom("services").selectAll().where("id", "=", id).executeTakeFirst(),
  );
  if (!row) return null;
  const { name } = inReaderLanguage(row, ["name"]);
  return {
    id: row.id,
    name,
    durationMin: row.durationMin,
    bufferMin: row.bufferMin,
    outdoor: row.outdoor,
    emergency: row.emergency,
    active: row.active,
  };
}

/** Lists the public services with their headline price. */
export const listServices = query("website.use", async function listServices(ctx): Promise<ServiceView[]> {
  const rows = await ctx.db
    .selectFrom("services")
    .selectAll()
    .where("active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const priceOf = await loadHeadlinePrices(ctx);
  return rows.map((row) => ({ ...viewOf(row), page: row.page, price: priceOf(row) }));
});

/** Lists the whole catalogue for the office, unpaged because there are about a dozen services. */
export const listCatalogue = query("services.read", async function listCatalogue(ctx): Promise<
  ServiceRecord[]
> {
  const rows = await ctx.db
    .selectFrom("services")
    .selectAll()
    .select((await isInUse(ctx)).as("inUse"))
    .orderBy("active", "desc")
    .orderBy("position")
    .orderBy("id")
    .execute();
  const priceOf = await loadHeadlinePrices(ctx);
  return rows.map((row) => ({
    ...viewOf(row),
    version: row.version,
    texts: { name: row.name, nameAr: row.nameAr, summary: row.summary, summaryAr: row.summaryAr },
    bufferMin: row.bufferMin,
    accountingCode: row.accountingCode,
    active: row.active,
    inUse: row.inUse,
    price: priceOf(row),
  }));
});

/** SQL: true if any foreign key in the database refers to the service. */
async function isInUse({ db }: Ctx): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT relname AS "table", attname AS "column" FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
    WHERE contype = 'f' AND confrelid = 'services'::regclass AND confdeltype IN ('a', 'r') ORDER BY 1, 2`.execute(
    db,
  );
  const uses = rows.map(
    ({ table, column }) =>
      sql`EXISTS (SELECT FROM ${sql.table(table)} AS used WHERE used.${sql.ref(column)} = services.id)`,
  );
  return sql<boolean>`(${sql.join(uses, sql` OR `)})`;
}

/** Headline price of each service; that of an emergency includes the surcharge. */
async function loadHeadlinePrices(ctx: Ctx): Promise<(service: ServiceRow) => ServiceView["price"]> {
  const items = await listPriceItems(ctx);
  return ({ id, emergency }) => {
    const headline = findHeadlineItem(items, id);
    if (!headline) return bySurvey;
    return { ...addSurcharge(headline, emergency ? "emergency-uplift" : null), name: headline.name };
  };
}

/**
 * Lists bookable items with prices, by service. An item without its own duration takes that of the service.
 */
export const listBookableItems = query("website.use", async function listBookableItems(ctx): Promise<
  PriceBookItem[]
> {
  const services = await ctx.db
    .selectFrom("services")
    .select(["id", "emergency", "durationMin", "bufferMin"])
    .where("active", "=", true)
    .execute();
  const items = Map.groupBy(await listPriceItems(ctx), ({ serviceId }) => serviceId);
  return services.flatMap((service) =>
    (items.get(service.id) ?? []).map((item) => withDuration(item, service)),
  );
});

/** Lists prices by id with their durations, also of archived services. */
export const listItemsByPriceId = query(
  "website.use",
  async function listItemsByPriceId(ctx, priceIds: readonly string[]): Promise<PriceBookItem[]> {
    const items = await listPricesById(ctx, priceIds);
    const services = await ctx.db
      .selectFrom("services")
      .select(["id", "emergency", "durationMin", "bufferMin"])
      .execute();
    return items.map((item) => withDuration(item, services.find(({ id }) => id === item.serviceId)!));
  },
);

function withDuration(
  item: PriceItem,
  service: Pick<ServiceRow, "emergency" | "durationMin" | "bufferMin">,
): PriceBookItem {
  return {
    ...item,
    emergency: service.emergency,
    durationMin: item.durationMin ?? service.durationMin,
    durationKnown: item.durationMin !== null,
    bufferMin: item.bufferMin ?? service.bufferMin,
  };
}

const bySurvey = { name: "", mode: "survey" as const, fils: null, nextFils: null, unit: "" };

type ServiceRow = Selectable<Tables["services"]>;

function viewOf(row: ServiceRow) {
  const { name, summary } = inReaderLanguage(row, ["name", "summary"]);
  return {
    id: row.id,
    name,
    summary,
    icon: row.icon,
    emergency: row.emergency,
    outdoor: row.outdoor,
    durationMin: row.durationMin,
  };
}
