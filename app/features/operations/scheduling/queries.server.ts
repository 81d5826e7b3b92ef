import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { InvalidInput } from "~/platform/errors";
import { addDays, daysBetween, dubaiDate } from "~/platform/time";
import type { Opening } from "../../core/business/office-time";
import { listOpeningHours } from "../../core/business/queries.server";
import { holidayInReaderLanguage } from "./days/holiday-names";
import { loadBusyTimes } from "./roster.server";
import { type DaySlots, type Job, listSlots, nearbyRange, nearestSlots } from "./slots";
import type { OfferedDay } from "./views";

/** SQL: start of a row of `visits`, as `actualVisitTime` defines it. */
export const actualVisitStart = sql<Date>`CASE WHEN visits.ended_at IS NULL THEN visits.starts_at
  ELSE least(coalesce(visits.arrived_at, visits.starts_at), visits.ended_at) END`;

interface SlotSearch {
  skills: readonly string[];
  job: Job;
  /** Visit that is moved: its own time counts as free, and its helpers do not lead it. */
  moved?: MovedVisit | null;
}

export interface MovedVisit {
  visitId: string;
  helperIds: readonly string[];
}

export const listAvailability = query(
  "website.use",
  async function listAvailability(
    ctx,
    { skills, job, from, to, moved }: SlotSearch & { from: string; to: string },
  ): Promise<DaySlots[]> {
    const roster = await loadBusyTimes(ctx, { skills, from, to, excludedVisitId: moved?.visitId });
    const technicians = roster.technicians.filter(({ id }) => !moved?.helperIds.includes(id));
    return listSlots({ ...roster, technicians }, job, from, to, ctx.now);
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
    return new Map(rows.map(({ day, name }) => [day, holidayInReaderLanguage(name)]));
  },
);

/** Days per request. */
const MAX_DAYS = 31;

/** `range`: two weeks from today by default. Days on which the business is closed name their holiday. */
export const listOfferedDays = query(
  "website.use",
  async function listOfferedDays(
    ctx,
    search: SlotSearch,
    range: { from?: string; to?: string },
  ): Promise<OfferedDay[]> {
    const from = range.from ?? dubaiDate(ctx.now);
    const to = range.to ?? addDays(from, 13);
    if (daysBetween(from, to) < 0 || daysBetween(from, to) >= MAX_DAYS) {
      throw new InvalidInput(
        { to: m.booking_error_date_range({ days: MAX_DAYS }) },
        m.common_error_invalid(),
      );
    }
    const [days, holidays] = await Promise.all([
      listAvailability(ctx, { ...search, from, to }),
      listClosedHolidays(ctx, { from, to }),
    ]);
    return days.map((day) => ({ ...day, holiday: holidays.get(day.date) ?? null }));
  },
);

export const findNearestSlots = query(
  "website.use",
  async function findNearestSlots(ctx, { day, time, ...search }: SlotSearch & { day: string; time: string }) {
    const range = nearbyRange(day, ctx.now);
    return nearestSlots(await listAvailability(ctx, { ...search, ...range }), day, time);
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
