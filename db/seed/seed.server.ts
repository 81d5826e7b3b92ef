import { type Kysely, sql } from "kysely";
import { system } from "~/platform/auth/actor";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { openingHours, prices, publicHolidays, services } from "./catalogue";
import { itemNames, serviceTexts, unitNames } from "./catalogue-arabic";
import { seedContent, seedSampleContent } from "./content.server";
import { business } from "./sample/business";
import { seedSample } from "./sample/sample.server";

/** Arbitrary key, distinct from all other advisory locks of the product. */
const SEED_LOCK = 7_302;

/** Prices are valid from this day, which is before the sample's first contract. */
const FIRST_PRICES = "2025-01-01";

/**
 * Seeds an empty database once: completely or not at all, and by one process if several start together.
 * Records that an admin changed or deleted later are not restored.
 */
export async function seed(
  { db, config }: { db: Kysely<Tables>; config: Pick<Config, "sampleData"> },
  now = new Date(),
): Promise<void> {
  const ctx: Ctx = { actor: system, db, now, requestId: "first-start", locale: DEFAULT_LOCALE };
  await inTransaction(ctx, async (ctx) => {
    // No timeouts: sample data can take longer than other work may wait.
    await sql`SELECT set_config(name, '0', true) FROM unnest(ARRAY['statement_timeout', 'lock_timeout']) AS name`.execute(
      ctx.db,
    );
    await sql`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`.execute(ctx.db);
    const seeded = await ctx.db.selectFrom("settings").select("name").limit(1).executeTakeFirst();
    if (seeded) return;
    await ctx.db
      .insertInto("settings")
      .values([
        // A real business enters its details and hours first (docs/domain.md, "Today").
        { name: "business", value: JSON.stringify(config.sampleData ? business : {}), version: 1 },
        { name: "hours", value: JSON.stringify({ week: config.sampleData ? openingHours : [] }), version: 1 },
      ])
      .execute();
    await ctx.db
      .insertInto("services")
      .values(services.map((service, position) => ({ ...service, ...serviceTexts[service.id], position })))
      .execute();
    await ctx.db
      .insertInto("prices")
      .values(
        prices.map((price, position) => ({
          nextHourFils: null,
          isHeadline: false,
          emergencySurcharge: 50,
          outOfHoursSurcharge: 25,
          ...price,
          nameAr: itemNames[`${price.serviceId} ${price.item}`],
          unitAr: unitNames[price.unit],
          position,
          effectiveFrom: FIRST_PRICES,
        })),
      )
      .execute();
    await ctx.db.insertInto("publicHolidays").values(publicHolidays).execute();
    await seedContent(ctx, FIRST_PRICES);
    if (config.sampleData) {
      await seedSampleContent(ctx);
      await seedSample(ctx);
    }
  });
}
