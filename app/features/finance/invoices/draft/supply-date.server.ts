import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";

/** Day in Asia/Dubai on which the work of a booking was finished; null while it is not. */
async function findCompletionDay(ctx: Ctx, bookingId: string): Promise<string | null> {
  const { at } = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select(sql<Date | null>`max(coalesce(visits.ended_at, visits.ends_at))`.as("at"))
    .where("bookingId", "=", bookingId)
    .where("visits.state", "=", "work_done")
    .where("bookings.state", "in", ["work_done", "completed"])
    .executeTakeFirstOrThrow();
  return at && dubaiDate(at);
}

/**
 * Supply date of an invoice: the day on which the work of its booking was finished. Only an invoice without
 * finished work has the typed one (docs/domain.md, "VAT and invoices").
 */
export async function findSupplyDate(
  ctx: Ctx,
  bookingId: string | null,
  typed: string | null = null,
): Promise<string | null> {
  return (bookingId && (await findCompletionDay(ctx, bookingId))) || typed;
}
