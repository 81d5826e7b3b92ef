import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import type { EndedRecurringBooking } from "../../templates/booking/recurring-booking";
import "../../../bookings/table";
import "../../../scheduling/table";
import "../../../recurring-bookings/table";

/** Current facts of an ended recurring booking for its email. `shownId`: the linked booking. */
export async function readEndedRecurringBooking(
  ctx: Ctx,
  recurringBookingId: string,
  cancelledIds: readonly string[],
): Promise<EndedRecurringBooking & { isOver: boolean; shownId: string | null }> {
  const { ended_at } = await ctx.db
    .selectFrom("recurring_bookings")
    .select("ended_at")
    .where("id", "=", recurringBookingId)
    .executeTakeFirstOrThrow();
  const rows = await ctx.db
    .selectFrom("recurring_booking_visits")
    .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
    .select(["bookings.id", "reference", "state", "preferred_date as day"])
    .select(
      sql<Date | null>`(SELECT max(starts_at) FROM visits
        WHERE visits.booking_id = bookings.id AND (live OR bookings.state = 'cancelled'))`.as("startsAt"),
    )
    .where("recurring_booking_id", "=", recurringBookingId)
    .orderBy("number")
    .execute();
  const cancelled = rows.filter(({ id, state }) => cancelledIds.includes(id) && state === "cancelled");
  const today = dubaiDate(ctx.now);
  const toCome = rows.filter(({ state, startsAt, day }) => {
    const on = startsAt ? dubaiDate(startsAt) : day;
    return AHEAD.includes(state) && on !== null && on >= today;
  });
  return {
    isOver: ended_at !== null,
    cancelled,
    toCome,
    shownId: toCome[0]?.id ?? rows.at(-1)?.id ?? null,
  };
}

const AHEAD: readonly string[] = ["requested", "confirmed", "scheduled"];
