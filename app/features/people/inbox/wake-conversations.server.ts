import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import "./conversation";

/** Opens conversations whose snoozing has ended. */
export async function wakeConversations(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .updateTable("conversations")
    .set({ state: "open", snoozedUntil: null, version: sql`version + 1` })
    .where("snoozedUntil", "<=", ctx.now)
    .returning("id")
    .execute();
  for (const { id } of rows) await emit(ctx, "inbox.state-changed", id, { state: "open" });
}
