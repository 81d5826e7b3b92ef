import type { Ctx } from "~/platform/context";
import { inTransaction, type Refusal, sqlState } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { mayPlanPeople } from "../policy";
import "../days";
import "../table";

/** Public holidays, and seasons of shorter days. Visits that are planned on such days stay: the office moves them. */

export type NotAllowed = { ok: false; reason: "not-allowed" };
type Done = { ok: true };
const done: Done = { ok: true };

/** The frame of every change: it either happens whole and is told, or not at all. */
function planDays<Result extends Done | Refusal>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result | NotAllowed> {
  return inTransaction<Result | NotAllowed>(ctx, async (ctx) =>
    mayPlanPeople(ctx.actor) ? work(ctx) : { ok: false, reason: "not-allowed" },
  );
}

export type HolidayKnown = { ok: false; reason: "holiday-known" };

/** The business is closed that day, unless it is opened. */
export function addHoliday(ctx: Ctx, holiday: { day: string; name: string; tentative: boolean }) {
  return planDays<Done | HolidayKnown>(ctx, async (ctx) => {
    const added = await ctx.db
      .insertInto("public_holidays")
      .values(holiday)
      .onConflict((conflict) => conflict.column("day").doNothing())
      .returning("day")
      .executeTakeFirst();
    if (!added) return { ok: false, reason: "holiday-known" };
    const { day, name, tentative } = holiday;
    await emit(ctx, "holiday.added", day, { name, tentative });
    return done;
  });
}

export type HolidayUnknown = { ok: false; reason: "holiday-unknown" };

/** The moon was seen: the holiday is that day. */
export function confirmHoliday(ctx: Ctx, day: string) {
  return planDays<Done | HolidayUnknown>(ctx, async (ctx) => {
    const confirmed = await ctx.db
      .updateTable("public_holidays")
      .set({ tentative: false })
      .where("day", "=", day)
      .returning("day")
      .executeTakeFirst();
    if (!confirmed) return { ok: false, reason: "holiday-unknown" };
    await emit(ctx, "holiday.confirmed", day, {});
    return done;
  });
}

/** Whether the business works on a holiday all the same. */
export function setOpenOnHoliday(ctx: Ctx, day: string, open: boolean) {
  return planDays<Done | HolidayUnknown>(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable("public_holidays")
      .set({ open })
      .where("day", "=", day)
      .returning("day")
      .executeTakeFirst();
    if (!changed) return { ok: false, reason: "holiday-unknown" };
    await emit(ctx, open ? "holiday.opened" : "holiday.closed", day, {});
    return done;
  });
}

/** It was another day, or none. */
export function removeHoliday(ctx: Ctx, day: string) {
  return planDays<Done | HolidayUnknown>(ctx, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom("public_holidays")
      .where("day", "=", day)
      .returning(["name", "tentative"])
      .executeTakeFirst();
    if (!removed) return { ok: false, reason: "holiday-unknown" };
    await emit(ctx, "holiday.removed", day, removed);
    return done;
  });
}

export type SeasonOverlap = { ok: false; reason: "season-overlap" };

export function planSeason(
  ctx: Ctx,
  season: { name: string; firstDay: string; lastDay: string; shorterByMin: number },
) {
  return planDays<Done | SeasonOverlap>(ctx, async (ctx) => {
    const { name, firstDay, lastDay, shorterByMin } = season;
    try {
      const { id } = await ctx.db
        .insertInto("seasons")
        .values({ name, first_day: firstDay, last_day: lastDay, shorter_by_min: shorterByMin })
        .returning("id")
        .executeTakeFirstOrThrow();
      await emit(ctx, "holiday.season-planned", id, season, { subjectType: "season" });
      return done;
    } catch (error) {
      if (sqlState(error) === "23P01") return { ok: false, reason: "season-overlap" };
      throw error;
    }
  });
}

export type SeasonUnknown = { ok: false; reason: "season-unknown" };

export function cancelSeason(ctx: Ctx, id: string) {
  return planDays<Done | SeasonUnknown>(ctx, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom("seasons")
      .where("id", "=", id)
      .returning(["name", "first_day", "last_day", "shorter_by_min"])
      .executeTakeFirst();
    if (!removed) return { ok: false, reason: "season-unknown" };
    const { name, first_day: firstDay, last_day: lastDay, shorter_by_min: shorterByMin } = removed;
    const season = { name, firstDay, lastDay, shorterByMin };
    await emit(ctx, "holiday.season-cancelled", id, season, { subjectType: "season" });
    return done;
  });
}
