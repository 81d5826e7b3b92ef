import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction, violatesConstraint } from "~/platform/database/transaction.server";
import type { CustomerMerge, PersonalData } from "~/platform/personal-data.server";
import { deleteProperty } from "./write-properties.server";

/** The export is in accounts, because it includes the properties of the person's bookings. */
export const personalDataOfProperties: PersonalData = {
  name: "properties",
  tables: { properties: "anonymized" },

  async find(ctx, { userId }) {
    const own = ctx.db.selectFrom("customers").select("id").where("userId", "=", userId);
    const properties = await ctx.db
      .selectFrom("properties")
      .select("id")
      .where((eb) => eb.or([eb("customerId", "in", own), eb("addedBy", "=", userId)]))
      .execute();
    return { propertyIds: properties.map(({ id }) => id) };
  },

  async erase(ctx, { propertyIds }) {
    for (const id of propertyIds) await anonymizeProperty(ctx, id);
  },

  /** Runs after records of the duplicate addresses have moved. */
  async merge(ctx, { keptId, mergedId, properties }) {
    for (const duplicateProperties of properties) await mergeProperty(ctx, duplicateProperties);
    const moved = await ctx.db
      .updateTable("properties")
      .set({ customerId: keptId })
      .where("customerId", "=", mergedId)
      .executeTakeFirst();
    return { properties: Number(moved.numUpdatedRows) + properties.length };
  },
};

/** Keeps details that only the duplicate has; no record refers to it any more. */
async function mergeProperty(ctx: Ctx, { from, to }: CustomerMerge["properties"][number]): Promise<void> {
  await ctx.db
    .updateTable("properties as own")
    .from("properties as double")
    .set({
      landmark: sql`coalesce(nullif(own.landmark, ''), double.landmark)`,
      makani: sql`coalesce(own.makani, double.makani)`,
      addedBy: sql`coalesce(own.added_by, double.added_by)`,
    })
    .where("own.id", "=", to)
    .where("double.id", "=", from)
    .execute();
  await deleteProperty(ctx, from);
}

/** Deletes an address; if records refer to it, only its area stays, for statistics. */
async function anonymizeProperty(ctx: Ctx, id: string): Promise<void> {
  try {
    await inTransaction(ctx, (ctx) => deleteProperty(ctx, id));
  } catch (error) {
    if (!violatesConstraint("reference", error)) throw error;
    await ctx.db
      .updateTable("properties")
      .set({ street: sql`'- ' || id`, building: "", unit: "", landmark: "", makani: null, addedBy: null })
      .where("id", "=", id)
      .execute();
  }
}
