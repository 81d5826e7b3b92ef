import { query } from "~/platform/auth/command.server";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import type { Opening } from "../business/office-time";
import { listOpeningHours } from "../business/queries.server";
import { loadBusyTimes } from "./roster.server";
import { type DaySlots, type Job, listSlots, nearbyRange, nearestSlots } from "./slots";
import "./table";

/** The slots for a job that needs these skills, from `from` to `to` (Dubai days). */
export const listAvailability = query(
  "website.use",
  async (
    ctx,
    { skills, job, from, to }: { skills: readonly string[]; job: Job; from: string; to: string },
  ): Promise<DaySlots[]> => {
    const roster = await loadBusyTimes(ctx, { skills, from, to });
    return listSlots(roster, job, from, to, ctx.now);
  },
);

/** Public holidays on which the business is closed, by Dubai day. */
export const listClosedHolidays = query(
  "website.use",
  async (ctx, { from, to }: { from: string; to: string }): Promise<Map<string, string>> => {
    const rows = await ctx.db
      .selectFrom("public_holidays")
      .select(["day", "name"])
      .where("open", "=", false)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .execute();
    return new Map(rows.map(({ day, name }) => [day, name]));
  },
);

/** The three free slots nearest to one that has gone. */
export const findNearestSlots = query(
  "website.use",
  async (ctx, input: { skills: readonly string[]; job: Job; day: string; time: string }) => {
    const { skills, job, day, time } = input;
    const range = nearbyRange(day, ctx.now);
    return nearestSlots(await listAvailability(ctx, { skills, job, ...range }), day, time);
  },
);

/** When the office is open from today on. The emergency line knows no hours. */
export const getOpening = query("website.use", async (ctx): Promise<Opening> => {
  const [week, holidays] = await Promise.all([
    listOpeningHours(ctx),
    memoizeInTransaction(ctx, "holidays", () =>
      ctx.db
        .selectFrom("public_holidays")
        .select("day")
        .where("open", "=", false)
        .where("day", ">=", dubaiDate(ctx.now))
        .orderBy("day")
        .execute(),
    ),
  ]);
  return { week, closedDays: holidays.map(({ day }) => day) };
});
