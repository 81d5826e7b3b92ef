import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { inRows } from "~/platform/lists/in-rows.server";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { awaitingStates } from "./quote";

/** Days before expiry on which the customer is reminded. */
export const REMINDER_DAYS = 3;
const BATCH_SIZE = 100;

/** Expires quotes past their last day. Safe to run concurrently, and skips quotes that are being answered. */
export async function expireQuotes(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const expired = await ctx.db
      .updateTable("quotes")
      .set((eb) => ({ state: "expired", version: eb("version", "+", 1) }))
      .where((eb) =>
        inRows(
          "id",
          eb
            .selectFrom("quotes")
            .select("id")
            .where("state", "in", awaitingStates)
            .where("validUntil", "<", dubaiDate(ctx.now))
            .orderBy("validUntil")
            .limit(BATCH_SIZE)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .returning("id")
      .execute();
    for (const { id } of expired) await emit(ctx, "quote.expired", id, {});
  });
}

/**
 * Reminds customers of unanswered quotes that expire soon, once each and between 09:00 and 19:00 in Dubai.
 */
export async function remindOfExpiringQuotes(ctx: Ctx): Promise<void> {
  if (dubaiTime(ctx.now) < "09:00" || dubaiTime(ctx.now) >= "19:00") return;
  const today = dubaiDate(ctx.now);
  await inTransaction(ctx, async (ctx) => {
    const expiring = await ctx.db
      .updateTable("quotes")
      .set({ expiryRemindedAt: ctx.now })
      .where((eb) =>
        inRows(
          "id",
          eb
            .selectFrom("quotes")
            .select("id")
            .where("state", "in", awaitingStates)
            .where("validUntil", ">=", today)
            .where("validUntil", "<=", addDays(today, REMINDER_DAYS))
            .where("expiryRemindedAt", "is", null)
            // Not for quotes sent within the reminder period, because the customer has just read them.
            .where((eb) => eb("sentAt", "<", new Date(ctx.now.getTime() - REMINDER_DAYS * 86_400_000)))
            .limit(BATCH_SIZE)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .returning("id")
      .execute();
    for (const { id } of expiring) await emit(ctx, "quote.expiring", id, {});
  });
}
