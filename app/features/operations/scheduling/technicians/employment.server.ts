import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import type { EmploymentPeriod } from "./employment";

/** Periods that touch the days `from` to `to`, in order of time. */
export function listEmployment(ctx: Ctx, from: string, to: string): Promise<EmploymentPeriod[]> {
  return ctx.db
    .selectFrom("employmentPeriods")
    .select(["technicianId", "firstDay", "lastDay"])
    .where("firstDay", "<=", to)
    .where((eb) => eb.or([eb("lastDay", "is", null), eb("lastDay", ">=", from)]))
    .orderBy("firstDay")
    .execute();
}

/** The last day is the day of the deactivation. */
export async function endEmployment(ctx: Ctx, technicianId: string): Promise<void> {
  await ctx.db
    .updateTable("employmentPeriods")
    .set({ lastDay: sql<string>`greatest(first_day, ${dubaiDate(ctx.now)}::date)` })
    .where("technicianId", "=", technicianId)
    .where("lastDay", "is", null)
    .execute();
}

/** Continues a period that has not ended or ended today, because periods of a technician never overlap. */
export async function resumeEmployment(ctx: Ctx, technicianId: string): Promise<void> {
  const today = dubaiDate(ctx.now);
  const { numUpdatedRows } = await ctx.db
    .updateTable("employmentPeriods")
    .set({ lastDay: null })
    .where("technicianId", "=", technicianId)
    .where((eb) => eb.or([eb("lastDay", "is", null), eb("lastDay", ">=", today)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await ctx.db.insertInto("employmentPeriods").values({ technicianId, firstDay: today }).execute();
}
