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
  tables: { recurringBookings: "anonymized", recurringBookingVisits: "anonymized" },

  async collect(ctx, { userId }) {
    const recurringBooking = await ctx.db
      .selectFrom("recurringBookingVisits")
      .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
      .innerJoin("recurringBookings", "recurringBookings.id", "recurringBookingVisits.recurringBookingId")
      .select([
        "bookings.reference",
        "recurrenceInterval as interval",
        "number",
        "startTime as time",
        "endedAt",
      ])
      .where("bookings.userId", "=", userId)
      .orderBy("recurringBookings.id")
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
      .selectFrom("recurringBookings")
      .select("id")
      .where("endedAt", "is", null)
      .where("id", "in", (eb) =>
        eb
          .selectFrom("recurringBookingVisits")
          .select("recurringBookingId")
          .where("bookingId", "=", anyOf(records.booking)),
      )
      .execute();
    for (const { id } of recurring) await markRecurringBookingEnded(ctx, id, "erased");
  },
};
