import { sql } from "kysely";
import type { Ctx } from "../context";

export interface RecordsToAnonymize {
  userId: string;
  records: { type: string; ids: readonly string[] }[];
}

/**
 * Removes name, address and free text of the person's actions, and values of actions on their records. The
 * entries themselves remain.
 */
export async function anonymizeTrail(ctx: Ctx, { userId, records }: RecordsToAnonymize): Promise<void> {
  await ctx.db
    .updateTable("trailValues")
    .set({ actorName: null, clientIp: null, reason: null })
    .where("trailId", "in", (eb) => eb.selectFrom("trail").select("id").where("actorId", "=", userId))
    .execute();
  for (const { type, ids } of [...records, { type: "account", ids: [userId] }]) {
    await ctx.db
      .updateTable("trailValues")
      .from("trail")
      .whereRef("trail.id", "=", "trailValues.trailId")
      .where("trail.subjectType", "=", type)
      .where(concernsRecords(ids))
      .set({
        reason: null,
        before: null,
        after: null,
        clientIp: sql`CASE WHEN trail.actor_id IS NOT NULL THEN trail_values.client_ip END`,
      })
      .execute();
  }
}

export function concernsRecords(ids: readonly string[]) {
  return sql<boolean>`trail.subject_id = any(${ids}::text[])`;
}

/**
 * Limits a query to the months since an instant, because each month read costs time: by record since it had no entry yet.
 * Entries from before months are included. `column`: id of an entry. `until`: an instant of the last month.
 */
export function isInMonthsSince(column: "trail.id" | "trailValues.trailId", instant: Date, until?: Date) {
  const id = sql.ref(column);
  const first = sql`first_trail_id(dubai_day(${instant}::timestamptz))`;
  const months = until
    ? sql`${id} >= ${first} AND ${id} < first_trail_id((dubai_day(${until}::timestamptz) + interval '1 month')::date)`
    : sql`${id} >= ${first}`;
  return sql<boolean>`(${id} < first_trail_id('2000-01-01') OR ${months})`;
}
