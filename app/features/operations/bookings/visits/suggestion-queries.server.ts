import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { loadRoster } from "../../scheduling/roster.server";
import { firstSuggestedDay, SUGGESTED_DAYS_AHEAD, suggestPlacements } from "../../scheduling/suggest";
import { requiredSkills } from "../work/booked-service.server";
import { loadServiceWithTimes } from "../work/service-times.server";
import { isMissedDay } from "./unassigned.server";
import type { SuggestionView } from "./views";

/** Best suggestions first; null if the booking does not exist. */
export const listSuggestions = query(
  "bookings.manage",
  async function listSuggestions(ctx, bookingId: string): Promise<SuggestionView[] | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select([
        "serviceId",
        "durationMin",
        "bufferMin",
        requiredSkills,
        "area",
        "emergency",
        "state",
        "continueOn",
        "preferredDate",
        "preferredTime",
        "preferredTechnicianId",
      ])
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return null;
    const [service, planned, missed] = await Promise.all([
      loadServiceWithTimes(ctx, {
        serviceId: booking.serviceId,
        durationMin: booking.durationMin,
        bufferMin: booking.bufferMin,
      }),
      ctx.db
        .selectFrom("visits")
        .select(["id", "technicianId", "startsAt", "endsAt"])
        .where("bookingId", "=", bookingId)
        .where("state", "in", ["held", "scheduled"])
        .where("leadVisitId", "is", null)
        // A visit without a technician is assigned first.
        .orderBy(sql`technician_id IS NOT NULL`)
        .orderBy("startsAt")
        .executeTakeFirst(),
      ctx.db
        .selectFrom("visits as missed")
        .select(["startsAt", "endsAt"])
        .where("bookingId", "=", bookingId)
        .where(isMissedDay)
        .orderBy("startsAt")
        .executeTakeFirst(),
    ]);
    const replacesDay = booking.state !== "on_hold" && (!planned || planned.technicianId !== null) && missed;
    const visit = replacesDay ? undefined : planned;
    const agreed = visit && { day: dubaiDate(visit.startsAt), time: dubaiTime(visit.startsAt) };
    const preferred =
      booking.state === "on_hold"
        ? { day: booking.continueOn, time: null }
        : {
            day: replacesDay ? null : booking.preferredDate,
            time: booking.preferredTime?.slice(0, 5) ?? null,
          };
    const sameLength = visit ?? replacesDay;
    const criteria = {
      // A resized visit keeps its length, and a missed day is placed again at its length.
      job: sameLength ? { ...service, durationMin: minutesOf(sameLength) } : service,
      area: booking.area,
      ...(agreed ?? preferred),
      emergency: booking.emergency,
      preferredTechnicianId: booking.preferredTechnicianId,
      now: ctx.now,
    };
    const from = firstSuggestedDay(criteria);
    const roster = await loadRoster(ctx, {
      skills: booking.skills,
      from,
      to: addDays(from, SUGGESTED_DAYS_AHEAD),
      excludedVisitId: visit?.id,
    });
    return suggestPlacements(roster, criteria).map(({ technicianId, name, day, ...rest }) => ({
      technicianId,
      name,
      date: day,
      ...rest,
    }));
  },
);

function minutesOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}
