import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { travelMinutes } from "../../core/geography/travel";
import type { Interval, Roster, RosterVisit, Shift } from "./slots";

interface RosterRow {
  id: string;
  name: string;
  active: boolean;
  skilled: boolean;
  certifiedUntil: string | null;
  zones: string[];
  shifts: Shift[];
  timeOff: Interval[];
  onCall: Interval[];
  /** Column arrays, because building JSON objects dominated the query time. */
  visits: { [Name in keyof IdentifiedVisit]: IdentifiedVisit[Name][] } | null;
  holidays: { day: string; name: string }[];
  shorterDays: { day: string; shorterByMin: number }[];
}

export interface IdentifiedVisit extends RosterVisit {
  id: string;
  /** Visit of the lead technician, shared by the crew. */
  crewVisitId: string;
}

const VISIT_COLUMNS = {
  start: millis("began"),
  end: millis("free_at"),
  workEnd: millis("work_end"),
  area: sql`area`,
  id: sql`id`,
  crewVisitId: sql`coalesce(lead_visit_id, id)`,
};

const VISIT_TIME_COLUMNS = ["start", "end", "workEnd", "area"] as const;

export function loadRosterWithVisitIds(ctx: Ctx, query: RosterQuery): Promise<Roster<IdentifiedVisit>> {
  return readRoster<IdentifiedVisit>(ctx, query, [...VISIT_TIME_COLUMNS, "id", "crewVisitId"]);
}

/** Times only, because areas double the payload of a month. */
export function loadBusyTimes(ctx: Ctx, query: RosterQuery): Promise<Roster<Interval>> {
  return readRoster<Interval>(ctx, query, ["start", "end"]);
}

/** Without visits, because closed times depend on shifts only. */
export function loadShifts(ctx: Ctx, query: RosterQuery): Promise<Roster<never>> {
  return readRoster<never>(ctx, query, []);
}

interface RosterQuery {
  skills: readonly string[];
  from: string;
  to: string;
  includeUnavailable?: boolean;
  excludedVisitId?: string;
  excludedVisitIds?: readonly string[];
  /** Visits at their planned times instead of their actual ones. */
  asPlanned?: boolean;
}

/** Planned load of days; a visit counts on its planned day, wherever it began (docs/domain.md, "Dispatch board"). */
export function loadPlannedRoster(ctx: Ctx, days: Pick<RosterQuery, "from" | "to">): Promise<Roster> {
  return loadRoster(ctx, { ...days, skills: [], includeUnavailable: true, asPlanned: true });
}

/**
 * Roster from `from` to `to` (days in Asia/Dubai, inclusive), in one query.
 * `includeUnavailable`: also inactive and untrained technicians, so that the office sees the reason.
 * `excludedVisitId`: ignored with its crew, so that a moved visit does not block itself.
 */
export function loadRoster(ctx: Ctx, query: RosterQuery): Promise<Roster> {
  return readRoster<RosterVisit>(ctx, query, VISIT_TIME_COLUMNS);
}

async function readRoster<Visit extends Interval>(
  ctx: Ctx,
  query: RosterQuery,
  columns: readonly (keyof Visit & keyof typeof VISIT_COLUMNS)[],
): Promise<Roster<Visit>> {
  const start = dubaiInstant(query.from, "00:00");
  // An evening visit may end the next day and another may follow on the day after.
  const lastDay = addDays(query.to, 2);
  const end = dubaiInstant(lastDay, "00:00");
  const skills = [...new Set(query.skills)];
  // ">=" instead of "=", because the planner underestimates equality and then reads visits per technician.
  const skilled = sql`(SELECT count(*) FROM technician_skills
    WHERE technician_id = technicians.id AND service_id = ANY (${skills}::text[])) >= ${skills.length}`;
  const excludedVisitIds = query.excludedVisitIds ?? (query.excludedVisitId ? [query.excludedVisitId] : []);
  const range = sql`tstzrange(${start}, ${end}, '[)')`;
  const selected = query.includeUnavailable ? sql`true` : sql`technicians.active AND ${skilled}`;
  const aggregates = columns.map((name) => sql`${sql.lit(name)}, json_agg(${VISIT_COLUMNS[name]})`);
  // One aggregate for all technicians instead of a lookup for each.
  const busyTimes = sql`
    SELECT technician_id, json_build_object(${sql.join(aggregates)}) AS visits
      FROM visits, LATERAL ${query.asPlanned ? plannedBusyTime : effectiveBusyTime(ctx.now)} AS taken
      WHERE ${columns.length === 0 ? sql`false` : sql`live AND technician_id IN (SELECT id FROM technicians WHERE ${selected})`}
        AND starts_at >= ${addMinutes(start, -MAX_VISIT_MIN)} AND starts_at < ${end}
        AND coalesce(lead_visit_id, id) <> ALL (${excludedVisitIds}::uuid[])
      GROUP BY technician_id`;
  const { rows } = await sql<RosterRow>`
    SELECT technicians.id, technicians.name, technicians.active,
      ${skilled} AS skilled,
      (SELECT min(expires_on) FROM certificates WHERE technician_id = technicians.id) AS certified_until,
      (SELECT coalesce(json_agg(area), '[]')
        FROM technician_zones WHERE technician_id = technicians.id) AS zones,
      (SELECT coalesce(json_agg(json_build_object('weekday', weekday, 'startMin', start_min, 'endMin', end_min)), '[]')
        FROM shifts WHERE technician_id = technicians.id) AS shifts,
      (SELECT coalesce(json_agg(${interval("during")}), '[]')
        FROM time_off WHERE technician_id = technicians.id AND during && ${range}) AS time_off,
      (SELECT coalesce(json_agg(${interval("during")}), '[]') FROM (
        SELECT during FROM on_call_shifts WHERE technician_id = technicians.id AND during && ${range}
        UNION ALL SELECT tstzrange(NULL, NULL) WHERE technicians.on_call) AS rota) AS on_call,
      taken.visits,
      (SELECT coalesce(json_agg(json_build_object('day', day, 'name', name)), '[]')
        FROM public_holidays WHERE NOT open AND day BETWEEN ${query.from} AND ${lastDay}) AS holidays,
      (SELECT coalesce(json_agg(json_build_object('day', day::date, 'shorterByMin', shorter_by_min)), '[]')
        FROM seasons, generate_series(
          greatest(first_day, ${query.from}::date), least(last_day, ${lastDay}::date), '1 day') AS day) AS shorter_days
    FROM technicians LEFT JOIN (${busyTimes}) AS taken ON taken.technician_id = technicians.id
    WHERE ${selected}
    ORDER BY technicians.name, technicians.id`.execute(ctx.db);
  return {
    technicians: rows.map((row) => ({
      id: row.id,
      name: row.name,
      active: row.active,
      skilled: row.skilled,
      certifiedUntil: row.certifiedUntil,
      zones: row.zones,
      shifts: row.shifts,
      timeOff: row.timeOff,
      onCall: row.onCall,
      visits: toVisits<Visit>(row.visits, columns),
    })),
    holidays: new Map(rows[0]?.holidays.map(({ day, name }) => [day, name])),
    shorterDays: new Map(rows[0]?.shorterDays.map(({ day, shorterByMin }) => [day, shorterByMin])),
  };
}

function toVisits<Visit>(visits: RosterRow["visits"], columns: readonly (keyof IdentifiedVisit)[]): Visit[] {
  const rows = (visits?.start ?? []).map((): Partial<Record<keyof IdentifiedVisit, unknown>> => ({}));
  for (const name of columns) for (const [at, row] of rows.entries()) row[name] = visits![name][at];
  return rows as Visit[];
}

/** By the rota or permanently, except on time off. */
export function isOnCallAt(instant: Date) {
  return sql<boolean>`((technicians.on_call OR EXISTS (
      SELECT FROM on_call_shifts WHERE technician_id = technicians.id AND during @> ${instant}::timestamptz))
    AND NOT EXISTS (
      SELECT FROM time_off WHERE technician_id = technicians.id AND during @> ${instant}::timestamptz))`;
}

/** Longest possible visit, in minutes. */
const MAX_VISIT_MIN = 24 * 60;

/** Assumed further minutes of overdue work until the technician reports the end. */
const OVERRUN_MIN = 15;
/** Overdue work older than this counts as finished but not reported. */
const STALE_AFTER_MIN = 12 * 60;

/**
 * Actual busy time: from departure if earlier than planned, to the reported end; overdue work is extended.
 */
function effectiveBusyTime(now: Date) {
  return sql`(SELECT least(starts_at, departed_at, arrived_at, ended_at) AS began,
      coalesce(ended_at, work_end) AS work_end,
      coalesce(ended_at, work_end + make_interval(mins => buffer_min)) AS free_at
    FROM (SELECT greatest(ends_at, CASE WHEN state IN ('en_route', 'on_site')
      AND ends_at > ${addMinutes(now, -STALE_AFTER_MIN)} THEN ${addMinutes(now, OVERRUN_MIN)}::timestamptz END) AS work_end) AS under_way)`;
}

const plannedBusyTime = sql`(SELECT starts_at AS began, ends_at AS work_end,
      ends_at + make_interval(mins => buffer_min) AS free_at)`;

/**
 * Delayed start of a visit if the preceding work overruns and leaves too little travel time; null if on time.
 */
export async function findDelayedStart(
  ctx: Ctx,
  { technicianId, startsAt, area }: { technicianId: string; startsAt: Date; area: string },
): Promise<Date | null> {
  // Too early to predict, or so late that a report was forgotten.
  if (Math.abs(startsAt.getTime() - ctx.now.getTime()) > STALE_AFTER_MIN * 60_000) return null;
  const { rows } = await sql<{ area: string; workEnd: Date }>`
    SELECT area, taken.work_end FROM visits, LATERAL ${effectiveBusyTime(ctx.now)} AS taken
    WHERE live AND technician_id = ${technicianId}
      AND starts_at > ${addMinutes(startsAt, -MAX_VISIT_MIN)} AND starts_at < ${startsAt} AND taken.work_end > ends_at
    ORDER BY taken.work_end DESC LIMIT 1`.execute(ctx.db);
  const previousVisit = rows[0];
  if (!previousVisit) return null;
  const arrival = addMinutes(previousVisit.workEnd, travelMinutes(previousVisit.area, area) ?? 0);
  return arrival > startsAt ? arrival : null;
}

function millis(expression: "began" | "work_end" | "free_at") {
  // date_part() is twice as fast as extract(), which returns numeric.
  return sql`(date_part('epoch', ${sql.raw(expression)}) * 1000)::bigint`;
}

/** Milliseconds; unbounded ends become the extreme dates. */
function interval(column: string) {
  const range = sql.ref(column);
  return sql`json_build_object(
    'start', coalesce((extract(epoch FROM lower(${range})) * 1000)::bigint, 0),
    'end', coalesce((extract(epoch FROM upper(${range})) * 1000)::bigint, 8640000000000000))`;
}
