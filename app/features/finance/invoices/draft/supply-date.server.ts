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

/** Due date of an instalment, from that day on. */
async function findInstalmentDay(ctx: Ctx, contractId: string, number: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("contractInstalments")
    .select("dueDate")
    .where("contractId", "=", contractId)
    .where("number", "=", number)
    .where("dueDate", "<=", dubaiDate(ctx.now))
    .executeTakeFirst();
  return row?.dueDate ?? null;
}

export interface SupplySource {
  bookingId: string | null;
  contractId?: string | null;
  instalment?: number | null;
}

/**
 * Supply date of an invoice: the day on which the work of its booking was finished, or the due date of its
 * instalment. Only other invoices have the typed one (docs/domain.md, "VAT and invoices").
 */
export async function findSupplyDate(
  ctx: Ctx,
  { bookingId, contractId = null, instalment = null }: SupplySource,
  typed: string | null = null,
): Promise<string | null> {
  if (contractId !== null && instalment !== null)
    return (await findInstalmentDay(ctx, contractId, instalment)) ?? typed;
  return (bookingId && (await findCompletionDay(ctx, bookingId))) || typed;
}
