import { expressionBuilder } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { agreedStates } from "./booking";
import type { BookingFilter } from "./booking-filter";
import { EMERGENCY_FORGOTTEN_MIN } from "./emergency";
import { arrivalAwaited } from "./promise";
import { matchesBooking } from "./search.server";
import { hasNobody, wasLeftAlone } from "./unassigned.server";
import "./table";

/** That a booking is in the office's list under this filter: whoever counts what the list shows asks by the same. */
export function isWanted(ctx: Ctx, filter: BookingFilter) {
  const eb = expressionBuilder<Tables, "bookings">();
  const all = [];
  if (filter.state) all.push(eb("bookings.state", "=", filter.state));
  if (filter.service) all.push(eb("bookings.service_id", "=", filter.service));
  if (filter.area) all.push(eb("bookings.area", "=", filter.area));
  if (filter.emergency) all.push(eb("bookings.emergency", "=", true));
  if (filter.clock) all.push(isOnTheClock(ctx.now));
  if (filter.unassigned) all.push(eb("bookings.state", "in", agreedStates), hasNobody);
  if (filter.unmade) all.push(wasLeftAlone(ctx.now));
  if (filter.search) all.push(matchesBooking(filter.search));
  const { start, end } = instantsOf(filter);
  const received = filter.dates === "received";
  if (received && start) all.push(eb("bookings.requested_at", ">=", start));
  if (received && end) all.push(eb("bookings.requested_at", "<", end));
  const { technician, visit } = filter;
  if (technician || visit || (!received && (start || end))) {
    all.push(
      eb.exists(
        eb
          .selectFrom("visits as sought")
          .select("sought.id")
          .whereRef("sought.booking_id", "=", "bookings.id")
          .where("sought.live", "=", true)
          .$if(Boolean(visit), (visits) => visits.where("sought.state", "=", visit!))
          .$if(Boolean(technician), (visits) => visits.where("sought.technician_id", "=", technician!))
          .$if(!received && start !== null, (visits) => visits.where("sought.starts_at", ">=", start!))
          .$if(!received && end !== null, (visits) => visits.where("sought.starts_at", "<", end!)),
      ),
    );
  }
  return eb.and(all);
}

/** That an emergency waits for somebody to arrive, and is no older than a day (docs/domain.md, "Emergencies"). */
export function isOnTheClock(now: Date) {
  const eb = expressionBuilder<Tables, "bookings">();
  return eb.and([
    eb("bookings.emergency", "=", true),
    eb("bookings.state", "in", arrivalAwaited),
    eb("bookings.requested_at", ">", addMinutes(now, -EMERGENCY_FORGOTTEN_MIN)),
  ]);
}

/** From the first instant of the one day to the last of the other. */
function instantsOf({ from, to }: BookingFilter) {
  return {
    start: from ? dubaiInstant(from, "00:00") : null,
    end: to ? dubaiInstant(addDays(to, 1), "00:00") : null,
  };
}
