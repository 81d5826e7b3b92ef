import { m } from "~/paraglide/messages";
import { entry, facts } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { markRecurringBookingEnded } from "./book-due-occurrences.server";
import { labelForRecurrence } from "./labels";
import "../bookings/table";
import "./table";

/** A series tells only how often: whom it is for stands in its bookings. Of whoever is forgotten nothing more is booked. */
export const personalDataOfRecurringBookings: PersonalData = {
  name: "recurring-bookings",
  tables: { visit_series: "anonymized", series_bookings: "anonymized" },

  async collect(ctx, { userId }) {
    const recurringBooking = await ctx.db
      .selectFrom("series_bookings")
      .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
      .innerJoin("visit_series", "visit_series.id", "series_bookings.series_id")
      .select([
        "bookings.reference",
        "rhythm as interval",
        "number",
        "at_time as time",
        "ended_at as endedAt",
      ])
      .where("bookings.user_id", "=", userId)
      .orderBy("visit_series.id")
      .orderBy("number")
      .execute();
    const parts = recurringBooking.map(({ reference, interval, number }) =>
      entry(reference, facts({ [m.series_title()]: labelForRecurrence({ number, interval }) })),
    );
    return [{ name: "recurring-bookings", data: recurringBooking, title: m.series_own_title(), parts }];
  },

  async erase(ctx, { records }) {
    const recurring = await ctx.db
      .selectFrom("visit_series")
      .select("id")
      .where("ended_at", "is", null)
      .where("id", "in", (eb) =>
        eb.selectFrom("series_bookings").select("series_id").where("booking_id", "=", anyOf(records.booking)),
      )
      .execute();
    for (const { id } of recurring) await markRecurringBookingEnded(ctx, id, "forgotten");
  },
};
