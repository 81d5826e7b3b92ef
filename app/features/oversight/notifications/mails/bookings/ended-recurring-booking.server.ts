import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import type { EndedRecurringBooking } from "../../templates/booking/recurring-booking";

export async function readEndedRecurringBooking(
  ctx: Ctx,
  recurringBookingId: string,
  cancelledIds: readonly string[],
): Promise<EndedRecurringBooking & { isOver: boolean; linkedBookingId: string | null }> {
  const { endedAt } = await ctx.db
    .selectFrom("recurringBookings")
    .select("endedAt")
    .where("id", "=", recurringBookingId)
    .executeTakeFirstOrThrow();
  const rows = await ctx.db
    .selectFrom("recurringBookingVisits")
    .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
    .select(["bookings.id", "reference", "state", "preferredDate as day"])
    .select(
      sql<Date | null>`(SELECT max(starts_at) FROM visits
        WHERE visits.booking_id = bookings.id AND (live OR bookings.state = 'cancelled'))`.as("startsAt"),
    )
    .where("recurringBookingId", "=", recurringBookingId)
    .orderBy("number")
    .execute();
  const cancelled = rows.filter(({ id, state }) => cancelledIds.includes(id) && state === "cancelled");
  const today = dubaiDate(ctx.now);
  const upcoming = rows.filter(({ state, startsAt, day }) => {
    const visitDay = startsAt ? dubaiDate(startsAt) : day;
    return UPCOMING_STATES.includes(state) && visitDay !== null && visitDay >= today;
  });
  return {
    isOver: endedAt !== null,
    cancelled,
    upcoming,
    linkedBookingId: upcoming[0]?.id ?? rows.at(-1)?.id ?? null,
  };
}

const UPCOMING_STATES: readonly string[] = ["requested", "confirmed", "scheduled"];
