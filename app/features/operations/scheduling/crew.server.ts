import { sql } from "kysely";

/** Crew of a visit (docs/decisions/0052-crews-and-multi-day-jobs.md) without the visit itself. */
const fromOtherCrew = sql`FROM visits AS mates JOIN technicians AS people ON people.id = mates.technician_id
  WHERE (mates.id = coalesce(visits.lead_visit_id, visits.id) OR mates.lead_visit_id = coalesce(visits.lead_visit_id, visits.id))
    AND mates.id <> visits.id AND mates.state <> 'cancelled'`;

// Most visits need one technician, so the subquery is skipped.
const isSingleTechnician = sql`visits.crew_size = 1 AND visits.lead_visit_id IS NULL`;

/** Names of the rest of the crew, lead first. */
export const otherCrewNames = sql<string[]>`CASE WHEN ${isSingleTechnician} THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(people.name ORDER BY mates.lead_visit_id NULLS FIRST, mates.created_at, mates.id), '[]') ${fromOtherCrew}) END`.as(
  "otherCrewNames",
);

/** Like `otherCrewNames`, with phone numbers. */
export const otherCrew = sql<
  { name: string; phone: string; isLead: boolean }[]
>`CASE WHEN ${isSingleTechnician} THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(json_build_object('name', people.name, 'phone', people.phone, 'isLead', mates.lead_visit_id IS NULL)
    ORDER BY mates.lead_visit_id NULLS FIRST, mates.created_at, mates.id), '[]') ${fromOtherCrew}) END`.as(
  "otherCrew",
);

/** Day n of m of a multi-day job (docs/decisions/0052-crews-and-multi-day-jobs.md); null for single visits. */
export const multiDayPosition = sql<{
  day: number;
  days: number;
} | null>`CASE WHEN visits.multi_day OR visits.lead_visit_id IS NOT NULL THEN (
  SELECT json_build_object('day', count(*) FILTER (WHERE days.starts_at <= visits.starts_at), 'days', count(*))
  FROM visits AS days WHERE days.booking_id = visits.booking_id AND days.multi_day AND days.live
  HAVING count(*) > 1 AND bool_or(days.id = coalesce(visits.lead_visit_id, visits.id))) END`.as(
  "multiDayPosition",
);

export const visitCrewSize = sql<number>`CASE WHEN visits.lead_visit_id IS NULL THEN visits.crew_size
  ELSE (SELECT lead.crew_size FROM visits AS lead WHERE lead.id = visits.lead_visit_id) END`.as("crewSize");
