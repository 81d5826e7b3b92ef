import { command } from "~/platform/auth/command.server";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type AffectedVisitsScope, withAffectedVisitsCheck } from "../days/affected-visits.server";
import "../days/days";

/*
 * Holidays and seasons of shorter days. Affected visits stay where they are; the office must confirm having
 * seen them.
 */

type AcceptedVisits = Pick<AffectedVisitsScope, "acceptedVisitIds">;

export const addHoliday = command(
  "holidays.manage",
  async function addHoliday(ctx, asked: { day: string; name: string; tentative: boolean } & AcceptedVisits) {
    return withAffectedVisitsCheck(ctx, asked, async () => {
      const { day, name, tentative } = asked;
      const added = await ctx.db
        .insertInto("publicHolidays")
        .values({ day, name, tentative })
        .onConflict((conflict) => conflict.column("day").doNothing())
        .returning("day")
        .executeTakeFirst();
      if (!added) return refuse("holiday-exists");
      await emit(ctx, "holiday.added", day, { name, tentative });
      return { ok: true };
    });
  },
);

/** Confirms the announced date of a moon-dependent holiday. */
export const confirmHoliday = command("holidays.manage", async function confirmHoliday(ctx, day: string) {
  const confirmed = await ctx.db
    .updateTable("publicHolidays")
    .set({ tentative: false })
    .where("day", "=", day)
    .returning("day")
    .executeTakeFirst();
  if (!confirmed) return refuse("holiday-unknown");
  await emit(ctx, "holiday.confirmed", day, {});
  return { ok: true };
});

export const setOpenOnHoliday = command(
  "holidays.manage",
  async function setOpenOnHoliday(
    ctx,
    { day, open, acceptedVisitIds }: { day: string; open: boolean } & AcceptedVisits,
  ) {
    return withAffectedVisitsCheck(ctx, { acceptedVisitIds }, async () => {
      const changed = await ctx.db
        .updateTable("publicHolidays")
        .set({ open })
        .where("day", "=", day)
        .returning("day")
        .executeTakeFirst();
      if (!changed) return refuse("holiday-unknown");
      await emit(ctx, open ? "holiday.opened" : "holiday.closed", day, {});
      return { ok: true };
    });
  },
);

export const removeHoliday = command("holidays.manage", async function removeHoliday(ctx, day: string) {
  const removed = await ctx.db
    .deleteFrom("publicHolidays")
    .where("day", "=", day)
    .returning(["name", "tentative"])
    .executeTakeFirst();
  if (!removed) return refuse("holiday-unknown");
  await emit(ctx, "holiday.removed", day, removed);
  return { ok: true };
});

export const planSeason = command(
  "holidays.manage",
  async function planSeason(
    ctx,
    {
      acceptedVisitIds,
      ...season
    }: { name: string; firstDay: string; lastDay: string; shorterByMin: number } & AcceptedVisits,
  ) {
    return withAffectedVisitsCheck(ctx, { acceptedVisitIds }, async () => {
      const { name, firstDay, lastDay, shorterByMin } = season;
      try {
        const { id } = await ctx.db
          .insertInto("seasons")
          .values({ name, firstDay, lastDay, shorterByMin })
          .returning("id")
          .executeTakeFirstOrThrow();
        await emit(ctx, "holiday.season-planned", id, season, { subjectType: "season" });
        return { ok: true };
      } catch (error) {
        if (violatesConstraint("overlap", error)) return refuse("season-overlap");
        throw error;
      }
    });
  },
);

export const cancelSeason = command("holidays.manage", async function cancelSeason(ctx, id: string) {
  const removed = await ctx.db
    .deleteFrom("seasons")
    .where("id", "=", id)
    .returning(["name", "firstDay", "lastDay", "shorterByMin"])
    .executeTakeFirst();
  if (!removed) return refuse("season-unknown");
  const { name, firstDay, lastDay, shorterByMin } = removed;
  const season = { name, firstDay, lastDay, shorterByMin };
  await emit(ctx, "holiday.season-cancelled", id, season, { subjectType: "season" });
  return { ok: true };
});
