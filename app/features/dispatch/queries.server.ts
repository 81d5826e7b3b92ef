import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { addMinutes } from "~/platform/time";
import { bookedService } from "../bookings/trade.server";
import "../bookings/table";
import "../catalogue/table";
import "../scheduling/table";
import type { VisitsWithin } from "./views";

/** More than anybody reads: what is told is told in the order of time, and that there is more. */
const MOST_VISITS = 50;

/** A technician's visits ahead or under way that touch the time from `start` to `end`; without `end`, from then on. */
export const listVisitsWithin = query(
  "visits.plan",
  async (
    ctx,
    { technicianId, start, end }: { technicianId: string; start: Date; end: Date | null },
  ): Promise<VisitsWithin> => {
    const rows = await visitsOf(ctx, technicianId)
      .where("visits.live", "=", true)
      .where("visits.state", "!=", "work_done")
      .where("visits.ends_at", ">", ctx.now)
      .where(sql<boolean>`visits.during && tstzrange(${start}, ${end}, '[)')`)
      .limit(MOST_VISITS + 1)
      .execute();
    return {
      visits: rows.slice(0, MOST_VISITS).map((row) => ({
        id: row.id,
        bookingId: row.booking_id,
        reference: row.reference,
        serviceName: row.service_name,
        customerName: row.contact_name,
        area: row.area,
        state: row.state,
        startsAt: row.starts_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
      })),
      more: rows.length > MOST_VISITS,
    };
  },
);

/** What a technician's calendar reaches back and holds: calendar programs fetch it whole, again and again. */
const CALENDAR_DAYS_BEHIND = 30;
const CALENDAR_MOST = 1_000;

/** Everything that a technician's own calendar shows, for whoever holds its link. */
export const listCalendarVisits = query("calendar-link.read", async (ctx) => {
  if (ctx.actor.role !== "calendar-holder") return [];
  return visitsOf(ctx, ctx.actor.technicianId)
    .select(["bookings.contact_phone", "bookings.address", "bookings.message", "bookings.version"])
    .where("visits.starts_at", ">", addMinutes(ctx.now, -CALENDAR_DAYS_BEHIND * 24 * 60))
    .limit(CALENDAR_MOST)
    .execute();
});

function visitsOf(ctx: Ctx, technicianId: string) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .innerJoin("services", "services.id", "bookings.service_id")
    .select([
      "visits.id",
      "visits.booking_id",
      "visits.state",
      "visits.starts_at",
      "visits.ends_at",
      "visits.arrived_at",
      "visits.ended_at",
      "bookings.reference",
      "bookings.contact_name",
      "bookings.area",
      bookedService,
    ])
    .where("visits.technician_id", "=", technicianId)
    .orderBy("visits.starts_at")
    .orderBy("visits.id");
}
