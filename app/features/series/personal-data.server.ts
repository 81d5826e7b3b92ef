import { m } from "~/paraglide/messages";
import { entry, facts } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { labelForPlace } from "./labels";
import { endSeries } from "./make-visits.server";
import "../bookings/table";
import "./table";

/** A series tells only how often: whom it is for stands in its bookings. Of whoever is forgotten nothing more is booked. */
export const personalDataOfSeries: PersonalData = {
  name: "series",
  tables: { visit_series: "anonymized", series_bookings: "anonymized" },

  async collect(ctx, { userId }) {
    const series = await ctx.db
      .selectFrom("series_bookings")
      .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
      .innerJoin("visit_series", "visit_series.id", "series_bookings.series_id")
      .select(["bookings.reference", "rhythm", "number", "at_time as time", "ended_at as endedAt"])
      .where("bookings.user_id", "=", userId)
      .orderBy("visit_series.id")
      .orderBy("number")
      .execute();
    const parts = series.map(({ reference, rhythm, number }) =>
      entry(reference, facts({ [m.series_title()]: labelForPlace({ number, rhythm }) })),
    );
    return [{ name: "series", data: series, title: m.series_own_title(), parts }];
  },

  async erase(ctx, { records }) {
    const going = await ctx.db
      .selectFrom("visit_series")
      .select("id")
      .where("ended_at", "is", null)
      .where("id", "in", (eb) =>
        eb.selectFrom("series_bookings").select("series_id").where("booking_id", "=", anyOf(records.booking)),
      )
      .execute();
    for (const { id } of going) await endSeries(ctx, id, "forgotten");
  },
};
