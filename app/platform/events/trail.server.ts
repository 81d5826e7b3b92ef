import { sql } from "kysely";
import type { Ctx } from "../context";
import "../table";

export interface AnonymizedRecords {
  /** The account of the person. */
  userId: string;
  /** Records that are about the person, by the subject type of their events: customer, booking … */
  records: { type: string; ids: readonly string[] }[];
}

/**
 * Takes a person out of the trail, in the caller's transaction: their name, their address and what they typed where they
 * acted, and the values and reasons in what was done to their records. What was done, to which record and when, stays.
 */
export async function anonymizeTrail(ctx: Ctx, { userId, records }: AnonymizedRecords): Promise<void> {
  await ctx.db
    .updateTable("trail_values")
    .set({ actor_name: null, client_ip: null, reason: null })
    .where("trail_id", "in", (eb) => eb.selectFrom("trail").select("id").where("actor_id", "=", userId))
    .execute();
  for (const { type, ids } of [...records, { type: "account", ids: [userId] }]) {
    await ctx.db
      .updateTable("trail_values")
      .from("trail")
      .whereRef("trail.id", "=", "trail_values.trail_id")
      .where("trail.subject_type", "=", type)
      .where(aboutRecords(ids))
      .set({
        reason: null,
        before: null,
        after: null,
        // Without an account it was the person, or somebody for them.
        client_ip: sql`CASE WHEN trail.actor_id IS NOT NULL THEN trail_values.client_ip END`,
      })
      .execute();
  }
}

/** Entries of the trail about these records; none for none. */
export function aboutRecords(ids: readonly string[]) {
  return sql<boolean>`trail.subject_id = any(${ids}::text[])`;
}
