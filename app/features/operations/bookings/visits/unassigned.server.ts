import { sql } from "kysely";
import { acceptedStates } from "../booking";

/**
 * A hold with a technician counts only for requests. Two subqueries, because the first is an index-only
 * lookup in `visits_ahead`; `OFFSET 0` makes the planner evaluate the second for the few requests only.
 */
export const isUnassigned = sql<boolean>`(NOT EXISTS (
  SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL
    AND visits.state IN ('scheduled', 'en_route', 'on_site'))
  AND (bookings.state <> 'requested' OR NOT EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id AND visits.technician_id IS NOT NULL AND visits.state = 'held' OFFSET 0)))`;

/** Condition for queries on `visits AS missed`: a missed day of a multi-day job that no visit replaces. */
export const isMissedDay = sql<boolean>`(missed.multi_day AND missed.state = 'no_access' AND NOT EXISTS (
  SELECT FROM visits AS replacements WHERE replacements.replaces_visit_id = missed.id AND replacements.state <> 'cancelled'))`;

/** One day needs a technician while another visit is planned or under way: it was missed or lost its technician. */
const hasUnassignedDay = sql<boolean>`(bookings.state IN ('scheduled', 'en_route', 'on_site') AND bookings.id = ANY(ARRAY(
  SELECT booking_id FROM visits WHERE state = 'held' AND technician_id IS NULL
  UNION ALL SELECT missed.booking_id FROM visits AS missed WHERE ${isMissedDay})))`;

/** Confirmed work that needs a technician, as a whole or for one day. */
export const needsTechnician = sql<boolean>`(
  (bookings.state IN (${sql.join(acceptedStates.map(sql.lit))}) AND ${isUnassigned}) OR ${hasUnassignedDay})`;

/** The planned time passed without a departure, or the hold of a request without an answer. */
export function isOverdueUnstarted(now: Date) {
  return sql<boolean>`bookings.state IN ('requested', 'confirmed', 'scheduled') AND EXISTS (
    SELECT FROM visits WHERE visits.booking_id = bookings.id
      AND (visits.technician_id IS NOT NULL OR bookings.state = 'requested')
      AND visits.state IN ('held', 'scheduled') AND visits.ends_at <= ${now})`;
}
