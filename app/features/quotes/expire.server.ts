import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { awaitingAnswer } from "./quote";
import "./table";

/** How many days before its last one a customer is reminded of a quote. */
export const ENDING_DAYS = 3;
const AT_ONCE = 100;

/**
 * Ends the quotes whose last day is over. What was answered between is left alone: each is found and changed in one go, and
 * of two workers the second finds it done.
 */
export async function expireQuotes(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const over = await ctx.db
      .updateTable("quotes")
      .set((eb) => ({ state: "expired", version: eb("version", "+", 1) }))
      .where("id", "in", (eb) =>
        eb
          .selectFrom("quotes")
          .select("id")
          .where("state", "in", awaitingAnswer)
          .where("valid_until", "<", dubaiDate(ctx.now))
          .orderBy("valid_until")
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning("id")
      .execute();
    for (const { id } of over) await emit(ctx, "quote.expired", id, {});
  });
}

/** Has customers reminded, once and by day, of what they have not answered and what ends soon. */
export async function remindOfEnding(ctx: Ctx): Promise<void> {
  if (dubaiTime(ctx.now) < "09:00" || dubaiTime(ctx.now) >= "19:00") return;
  const today = dubaiDate(ctx.now);
  await inTransaction(ctx, async (ctx) => {
    const ending = await ctx.db
      .updateTable("quotes")
      .set({ ending_told_at: ctx.now })
      .where("id", "in", (eb) =>
        eb
          .selectFrom("quotes")
          .select("id")
          .where("state", "in", awaitingAnswer)
          .where("valid_until", ">=", today)
          .where("valid_until", "<=", addDays(today, ENDING_DAYS))
          .where("ending_told_at", "is", null)
          // What was sent for a few days only was just read.
          .where((eb) => eb("sent_at", "<", new Date(ctx.now.getTime() - ENDING_DAYS * 86_400_000)))
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning("id")
      .execute();
    for (const { id } of ending) await emit(ctx, "quote.ending", id, {});
  });
}
