import { sql } from "kysely";

/**
 * A hold with a technician counts only for requests. Two subqueries, because the first is an index-only
 * lookup in `visits_ahead`; `OFFSET 0` makes the planner evaluate the second for the few requests only.
 */
export const isUnassigned = sql<boolean>`(NOT EXISTS (
  SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL
    AND visits.state IN ('scheduled', 'en_route', 'on_site'))
  AND (bookings.state <> 'requested' OR NOT EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL AND visits.state = 'held' OFFSET 0)))`;

/** The planned time passed without a departure, or the hold of a request without an answer. */
export function isOverdueUnstarted(now: Date) {
  return sql<boolean>`bookings.state IN ('requested', 'confirmed', 'scheduled') AND EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id
      AND (visits.technician_id IS NOT NULL OR bookings.state = 'requested')
      AND visits.state IN ('held', 'scheduled') AND visits.ends_at <= ${now})`;
}
