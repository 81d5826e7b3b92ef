import { sql } from "kysely";
import "../../scheduling/table";
import "../table";

/**
 * No visit ahead or under way has a technician. A hold with a technician counts only for requests. Two
 * subqueries, because the first is an index-only lookup in `visits_ahead`; `OFFSET 0` makes the planner
 * evaluate the second for the few requests instead of for all visits.
 */
export const isUnassigned = sql<boolean>`(NOT EXISTS (
  SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL
    AND visits.state IN ('scheduled', 'en_route', 'on_site'))
  AND (bookings.state <> 'requested' OR NOT EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL AND visits.state = 'held' OFFSET 0)))`;

/**
 * A planned visit has ended without a departure, so the office must find out what happened; or the hold of a
 * request has passed without an answer.
 */
export function isOverdueUnstarted(now: Date) {
  return sql<boolean>`bookings.state IN ('requested', 'confirmed', 'scheduled') AND EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id
      AND (visits.technician_id IS NOT NULL OR bookings.state = 'requested')
      AND visits.state IN ('held', 'scheduled') AND visits.ends_at <= ${now})`;
}
