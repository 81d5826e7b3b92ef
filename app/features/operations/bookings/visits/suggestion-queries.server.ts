import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { loadRoster } from "../../scheduling/roster.server";
import { firstSuggestedDay, SUGGESTED_DAYS_AHEAD, suggestPlacements } from "../../scheduling/suggest";
import { requiredSkills } from "../work/booked-service.server";
import { loadServiceWithTimes } from "../work/service-times.server";
import type { SuggestionView } from "./views";

/** Best suggestions first; null if the booking does not exist. */
export const listSuggestions = query(
  "bookings.manage",
  async function listSuggestions(ctx, bookingId: string): Promise<SuggestionView[] | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select([
        "service_id",
        "duration_min",
        "buffer_min",
        requiredSkills,
        "area",
        "emergency",
        "preferred_date",
        "preferred_time",
        "preferred_technician_id",
      ])
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return null;
    const [service, visit] = await Promise.all([
      loadServiceWithTimes(ctx, {
        serviceId: booking.service_id,
        durationMin: booking.duration_min,
        bufferMin: booking.buffer_min,
      }),
      ctx.db
        .selectFrom("visits")
        .select(["id", "starts_at", "ends_at"])
        .where("booking_id", "=", bookingId)
        .where("state", "in", ["held", "scheduled"])
        .where("lead_visit_id", "is", null)
        .orderBy("starts_at")
        .executeTakeFirst(),
    ]);
    const agreed = visit && { day: dubaiDate(visit.starts_at), time: dubaiTime(visit.starts_at) };
    const preferred = { day: booking.preferred_date, time: booking.preferred_time?.slice(0, 5) ?? null };
    const criteria = {
      // A resized visit keeps its length.
      job: visit ? { ...service, durationMin: minutesOf(visit) } : service,
      area: booking.area,
      ...(agreed ?? preferred),
      emergency: booking.emergency,
      preferredTechnicianId: booking.preferred_technician_id,
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

function minutesOf({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): number {
  return (ends_at.getTime() - starts_at.getTime()) / 60_000;
}
