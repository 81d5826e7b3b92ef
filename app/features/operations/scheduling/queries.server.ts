import { query } from "~/platform/auth/command.server";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import type { Opening } from "../../core/business/office-time";
import { listOpeningHours } from "../../core/business/queries.server";
import { loadBusyTimes } from "./roster.server";
import { type DaySlots, type Job, listSlots, nearbyRange, nearestSlots } from "./slots";

export const listAvailability = query(
  "website.use",
  async function listAvailability(
    ctx,
    { skills, job, from, to }: { skills: readonly string[]; job: Job; from: string; to: string },
  ): Promise<DaySlots[]> {
    const roster = await loadBusyTimes(ctx, { skills, from, to });
    return listSlots(roster, job, from, to, ctx.now);
  },
);

/** Holidays on which the business is closed, by day (Asia/Dubai). */
export const listClosedHolidays = query(
  "website.use",
  async function listClosedHolidays(
    ctx,
    { from, to }: { from: string; to: string },
  ): Promise<Map<string, string>> {
    const rows = await ctx.db
      .selectFrom("publicHolidays")
      .select(["day", "name"])
      .where("open", "=", false)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .execute();
    return new Map(rows.map(({ day, name }) => [day, name]));
  },
);

export const findNearestSlots = query(
  "website.use",
  async function findNearestSlots(
    ctx,
    input: { skills: readonly string[]; job: Job; day: string; time: string },
  ) {
    const { skills, job, day, time } = input;
    const range = nearbyRange(day, ctx.now);
    return nearestSlots(await listAvailability(ctx, { skills, job, ...range }), day, time);
  },
);

/** Opening hours from today on; the emergency line is always open. */
export const getOpening = query("website.use", async function getOpening(ctx): Promise<Opening> {
  const [week, holidays] = await Promise.all([
    listOpeningHours(ctx),
    memoizeInTransaction(ctx, "holidays", () =>
      ctx.db
        .selectFrom("publicHolidays")
        .select("day")
        .where("open", "=", false)
        .where("day", ">=", dubaiDate(ctx.now))
        .orderBy("day")
        .execute(),
    ),
  ]);
  return { week, closedDays: holidays.map(({ day }) => day) };
});
