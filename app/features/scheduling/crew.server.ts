import { sql } from "kysely";
import "./table";

/** The rows of a crew (docs/decisions/0052-several-hands.md), but for the one that is read. */
const fromOtherCrew = sql`FROM visits AS mates JOIN technicians AS people ON people.id = mates.technician_id
  WHERE (mates.id = coalesce(visits.lead_id, visits.id) OR mates.lead_id = coalesce(visits.lead_id, visits.id))
    AND mates.id <> visits.id AND mates.state <> 'cancelled'`;

// Most visits take one, and nothing is read for them.
const isSingleTechnician = sql`visits.hands = 1 AND visits.lead_id IS NULL`;

/** The names of the others who come to a visit, whoever leads first. */
export const otherCrewNames = sql<string[]>`CASE WHEN ${isSingleTechnician} THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(people.name ORDER BY mates.lead_id NULLS FIRST, mates.created_at, mates.id), '[]') ${fromOtherCrew}) END`.as(
  "other_crew_names",
);

/** The same, with how to reach them. */
export const otherCrew = sql<
  { name: string; phone: string; leads: boolean }[]
>`CASE WHEN ${isSingleTechnician} THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(json_build_object('name', people.name, 'phone', people.phone, 'leads', mates.lead_id IS NULL)
    ORDER BY mates.lead_id NULLS FIRST, mates.created_at, mates.id), '[]') ${fromOtherCrew}) END`.as(
  "other_crew",
);

/** Which day of how many it is, where work of several days is planned as one (docs/decisions/0054-days-of-a-plan.md); else null. */
export const multiDayPosition = sql<{
  day: number;
  days: number;
} | null>`CASE WHEN visits.of_plan OR visits.lead_id IS NOT NULL THEN (
  SELECT json_build_object('day', count(*) FILTER (WHERE days.starts_at <= visits.starts_at), 'days', count(*))
  FROM visits AS days WHERE days.booking_id = visits.booking_id AND days.of_plan AND days.state NOT IN ('cancelled', 'no_access')
  HAVING count(*) > 1 AND bool_or(days.id = coalesce(visits.lead_id, visits.id))) END`.as(
  "multi_day_position",
);

/** How many people the visit takes that a row is of. */
export const visitCrewSize = sql<number>`CASE WHEN visits.lead_id IS NULL THEN visits.hands
  ELSE (SELECT lead.hands FROM visits AS lead WHERE lead.id = visits.lead_id) END`.as("hands");
