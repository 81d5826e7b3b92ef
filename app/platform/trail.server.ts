import { sql } from "kysely";
import { anyOf } from "./any-of.server";
import type { Ctx } from "./context";
import "./table";

export interface Forgotten {
  /** The account of the person. */
  userId: string;
  /** Records that are about the person, by the subject type of their events: customer, booking … */
  records: { type: string; ids: readonly string[] }[];
}

/** The trail keeps what was done; who it was, what they typed, and what stood in these records before goes. */
export async function forgetTrailOf(ctx: Ctx, { userId, records }: Forgotten): Promise<void> {
  await ctx.db
    .updateTable("events")
    .set({ actor_name: null, client_ip: null, data: sql`data - 'reason'` })
    .where("actor_id", "=", userId)
    .execute();
  for (const { ids } of records) {
    await ctx.db
      .updateTable("events")
      .set({ data: JSON.stringify({ before: {}, after: {} }) })
      .where("subject_id", "=", anyOf(ids))
      .where("type", "=", "customer.edited")
      .execute();
  }
}
