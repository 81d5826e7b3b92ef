import { sql } from "kysely";
import "../../scheduling/table";
import "../table";

/**
 * That nobody is sent to a booking: it has no visit with a technician, neither ahead nor under way. One that is held with
 * somebody counts while its booking is only requested. Apart, as the index `visits_upcoming_idx` has the first; `OFFSET 0`: the second is asked
 * of the few that are requested, rather than of all visits first.
 */
export const isUnassigned = sql<boolean>`(NOT EXISTS (
  SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL
    AND visits.state IN ('scheduled', 'en_route', 'on_site'))
  AND (bookings.state <> 'requested' OR NOT EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL AND visits.state = 'held' OFFSET 0)))`;

/**
 * That a visit was to be over by `now` and nobody set out: whether somebody was there is for the office to find out. Of a
 * request, that the time which was held for it is over, and nobody answered.
 */
export function isOverdueUnstarted(now: Date) {
  return sql<boolean>`bookings.state IN ('requested', 'confirmed', 'scheduled') AND EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id
      AND (visits.technician_id IS NOT NULL OR bookings.state = 'requested')
      AND visits.state IN ('held', 'scheduled') AND visits.ends_at <= ${now})`;
}
