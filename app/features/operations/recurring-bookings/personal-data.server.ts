import { m } from "~/paraglide/messages";
import { entry, facts } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { markRecurringBookingEnded } from "./book-due-occurrences.server";
import { labelForRecurrence } from "./labels";

/**
 * Holds no personal data, because contact and address are stored in the bookings. Erasing a customer ends
 * their recurring bookings.
 */
export const personalDataOfRecurringBookings: PersonalData = {
  name: "recurring-bookings",
  tables: { recurring_bookings: "anonymized", recurring_booking_visits: "anonymized" },

  async collect(ctx, { userId }) {
    const recurringBooking = await ctx.db
      .selectFrom("recurring_booking_visits")
      .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
      .innerJoin(
        "recurring_bookings",
        "recurring_bookings.id",
        "recurring_booking_visits.recurring_booking_id",
      )
      .select([
        "bookings.reference",
        "recurrence_interval as interval",
        "number",
        "start_time as time",
        "ended_at as endedAt",
      ])
      .where("bookings.user_id", "=", userId)
      .orderBy("recurring_bookings.id")
      .orderBy("number")
      .execute();
    const parts = recurringBooking.map(({ reference, interval, number }) =>
      entry(reference, facts({ [m.recurring_bookings_title()]: labelForRecurrence({ number, interval }) })),
    );
    return [
      { name: "recurring-bookings", data: recurringBooking, title: m.recurring_bookings_my_title(), parts },
    ];
  },

  async erase(ctx, { records }) {
    const recurring = await ctx.db
      .selectFrom("recurring_bookings")
      .select("id")
      .where("ended_at", "is", null)
      .where("id", "in", (eb) =>
        eb
          .selectFrom("recurring_booking_visits")
          .select("recurring_booking_id")
          .where("booking_id", "=", anyOf(records.booking)),
      )
      .execute();
    for (const { id } of recurring) await markRecurringBookingEnded(ctx, id, "erased");
  },
};
