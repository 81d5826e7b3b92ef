import { expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { addDays, addMinutes, daysBetween, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { EMERGENCY_ARRIVAL_MIN, unassignedQueueStates } from "../booking";
import { EMERGENCY_MAX_AGE_MIN } from "../response-targets/emergency";
import { awaitingArrivalStates } from "../response-targets/response-target";
import { isOverdueUnstarted, needsTechnician } from "../visits/unassigned.server";
import { type BookingFilter, type FilterTarget, NO_AREA } from "./booking-filter";
import { matchesBooking } from "./search.server";

/** Dashboards use the list's condition too, so that their counts match. */
export function matchesFilter(ctx: Ctx, filter: BookingFilter) {
  const matching = matchingVisits(ctx, filter);
  if (!matching) return matchesBookingColumns(ctx, filter);
  const eb = expressionBuilder<Tables, "bookings">();
  const ids = matching.select("matching.bookingId");
  return eb.and([
    matchesBookingColumns(ctx, filter),
    isSelective(filter)
      ? // Evaluates the visits first through an array, because the planner would otherwise scan all bookings.
        sql<boolean>`bookings.id = ANY(ARRAY(${ids}))`
      : eb.exists(ids.whereRef("matching.bookingId", "=", "bookings.id")),
  ]);
}

export function matchesBookingColumns(ctx: Ctx, filter: BookingFilter) {
  const eb = expressionBuilder<Tables, "bookings">();
  const conditions = [];
  if (filter.state) conditions.push(eb("bookings.state", "=", filter.state));
  if (filter.service) conditions.push(eb("bookings.serviceId", "=", filter.service));
  if (filter.area) conditions.push(eb("bookings.area", "=", filter.area === NO_AREA ? "" : filter.area));
  if (filter.emergency) conditions.push(eb("bookings.emergency", "=", true));
  if (filter.awaitingArrival) conditions.push(isEmergencyAwaitingArrival(ctx.now));
  if (filter.unassigned) conditions.push(needsTechnician);
  if (filter.overdue) conditions.push(isOverdueUnstarted(ctx.now));
  if (filter.onHold) conditions.push(isHoldDue(ctx.now));
  if (filter.contract) conditions.push(isContractVisitOfWeek(ctx.now));
  if (filter.search) conditions.push(matchesBooking(filter.search));
  if (filter.target) conditions.push(matchesTarget(filter.target, ctx.now));
  if (filter.stage) conditions.push(stageConditions[filter.stage]);
  if (filter.dates === "received") conditions.push(...timesOf(sql`bookings.requested_at`, filter));
  return eb.and(conditions);
}

/** Null if the filter has no condition on visits. */
function matchingVisits(ctx: Pick<Ctx, "now">, filter: BookingFilter) {
  const { technician, visit, callback, dates = "visit" } = filter;
  const times = {
    visit: isToday(filter, ctx.now) ? [isWorkOfToday(ctx.now)] : timesOf(sql`matching.starts_at`, filter),
    arrived: [isArrival, ...timesOf(sql`matching.arrived_at`, filter)],
    finished: [isFinish, ...timesOf(sql`matching.ended_at`, filter)],
    received: [],
  }[dates];
  if (!technician && !visit && !callback && times.length === 0) return null;
  return (
    expressionBuilder<Tables, "bookings">()
      .selectFrom("visits as matching")
      // An arrival counts even if the visit was cancelled afterwards.
      .$if(dates !== "arrived", (visits) => visits.where("matching.live", "=", true))
      .$if(Boolean(visit), (visits) => visits.where("matching.state", "=", visit!))
      .$if(Boolean(technician), (visits) => visits.where("matching.technicianId", "=", technician!))
      .$if(Boolean(callback), (visits) => visits.where("matching.ledToWarranty", "=", true))
      .where((visits) => visits.and(times))
  );
}

/**
 * Ids and sort keys from indexes of `visits`, so that a page is cut off before any booking is read. Null if
 * not selective.
 */
export function selectiveVisitQuery(ctx: Pick<Ctx, "now">, filter: BookingFilter) {
  if (!isSelective(filter)) return null;
  const visits = matchingVisits(ctx, filter);
  return (
    visits?.select(["matching.requestedAt", "matching.lastVisitStart", "matching.bookingId"]).distinct() ??
    null
  );
}

export type SelectiveVisits = NonNullable<ReturnType<typeof selectiveVisitQuery>>;

/** Bookings with work today, by visit state; key null for any state. Same condition as the list. */
export async function countBookingsByVisitState(ctx: Ctx): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ state: string | null; count: number }>`
    SELECT state, count(DISTINCT booking_id)::int AS count FROM visits AS matching
    WHERE live AND ${isWorkOfToday(ctx.now)}
    GROUP BY GROUPING SETS ((state), ())`.execute(ctx.db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

function isToday({ from, to, weekday, hour }: BookingFilter, now: Date): boolean {
  const today = dubaiDate(now);
  return from === today && to === today && !weekday && !hour;
}

/** Planned for today, or planned for yesterday and under way or finished after midnight. */
function isWorkOfToday(now: Date): RawBuilder<boolean> {
  const today = dubaiDate(now);
  const [before, start, end] = [addDays(today, -1), today, addDays(today, 1)].map((day) =>
    dubaiInstant(day, "00:00"),
  );
  return sql<boolean>`(matching.starts_at >= ${before} AND matching.starts_at < ${end} AND (matching.starts_at >= ${start}
    OR matching.ended_at >= ${start} OR (matching.ended_at IS NULL AND matching.state IN ('en_route', 'on_site'))))`;
}

/** A technician has at most a few thousand visits, and so has a date range of a quarter. */
function isSelective({ technician, callback, dates = "visit", from, to }: BookingFilter): boolean {
  const bounded = dates !== "received" && from && to && daysBetween(from, to) < MAX_SELECTIVE_DAYS;
  return technician !== undefined || callback !== undefined || Boolean(bounded);
}
const MAX_SELECTIVE_DAYS = 92;

function timesOf(at: RawBuilder<unknown>, filter: BookingFilter): RawBuilder<boolean>[] {
  const { start, end } = instantsOf(filter);
  const conditions: RawBuilder<boolean>[] = [];
  if (start) conditions.push(sql`${at} >= ${start}`);
  if (end) conditions.push(sql`${at} < ${end}`);
  if (filter.weekday) conditions.push(sql`extract(isodow FROM dubai_day(${at})) = ${Number(filter.weekday)}`);
  if (filter.hour) conditions.push(sql`dubai_hour(${at}) = ${Number(filter.hour)}`);
  return conditions;
}

const isArrival = sql<boolean>`matching.arrived_at IS NOT NULL AND matching.technician_id IS NOT NULL AND matching.lead_visit_id IS NULL`;

/** The last visit that finished the work, at most one per booking. */
const isFinish = sql<boolean>`matching.state = 'work_done' AND matching.technician_id IS NOT NULL AND matching.ended_at IS NOT NULL
  AND NOT matching.superseded AND matching.lead_visit_id IS NULL`;

/** Same definition as analytics (docs/domain.md, "Analytics"). */
function matchesTarget(target: FilterTarget, now: Date): RawBuilder<boolean> {
  const inTime = sql`bookings.requested_at + make_interval(mins => ${EMERGENCY_ARRIVAL_MIN})`;
  const answerMet = sql`bookings.responded_at <= bookings.contact_due_at`;
  const answerMissed = sql`(bookings.responded_at > bookings.contact_due_at
    OR (bookings.responded_at IS NULL AND bookings.state = 'requested' AND bookings.contact_due_at < ${now}))`;
  const arrivalMet = sql`bookings.arrived_at <= ${inTime}`;
  const arrivalMissed = sql`(bookings.arrived_at > ${inTime}
    OR (bookings.arrived_at IS NULL AND bookings.state = ANY(${awaitingArrivalStates}::text[]) AND ${inTime} < ${now}))`;
  switch (target) {
    case "answer":
      return sql`(NOT bookings.emergency AND (${answerMet} OR ${answerMissed}))`;
    case "answer-met":
      return sql`(NOT bookings.emergency AND ${answerMet})`;
    case "answer-missed":
      return sql`(NOT bookings.emergency AND ${answerMissed})`;
    case "arrival":
      return sql`(bookings.emergency AND (${arrivalMet} OR ${arrivalMissed}))`;
    case "arrival-met":
      return sql`(bookings.emergency AND ${arrivalMet})`;
    case "arrival-missed":
      return sql`(bookings.emergency AND ${arrivalMissed})`;
  }
}

/** Only website requests have a contact deadline. */
const isWebsiteRequest = sql`bookings.contact_due_at IS NOT NULL`;
const stageConditions = {
  sent: sql<boolean>`(${isWebsiteRequest})`,
  accepted: sql<boolean>`(${isWebsiteRequest} AND bookings.state NOT IN ('requested', 'declined', 'cancelled'))`,
  completed: sql<boolean>`(${isWebsiteRequest} AND bookings.state = 'completed')`,
};

/** At most a day old (docs/domain.md, "Emergencies"). */
export function isEmergencyAwaitingArrival(now: Date) {
  const eb = expressionBuilder<Tables, "bookings">();
  return eb.and([
    eb("bookings.emergency", "=", true),
    eb("bookings.state", "in", awaitingArrivalStates),
    eb("bookings.requestedAt", ">", addMinutes(now, -EMERGENCY_MAX_AGE_MIN)),
  ]);
}

/** The day on which work on hold is expected to continue has come. */
function isHoldDue(now: Date) {
  return sql<boolean>`(bookings.state = 'on_hold' AND bookings.continue_on <= ${dubaiDate(now)})`;
}

/** By visit or, without a visit, by preferred date. */
function isContractVisitOfWeek(now: Date) {
  const today = dubaiDate(now);
  const from = addDays(today, 1 - weekdayOf(today));
  const to = addDays(from, 6);
  const { start, end } = instantsOf({ from, to });
  // Starts from the week's visits and the queued bookings, because both sets are small.
  return sql<boolean>`(bookings.state NOT IN ('cancelled', 'declined', 'work_done', 'completed', 'closed') AND bookings.id = ANY(ARRAY(
    SELECT visits.booking_id FROM visits JOIN entitlement_uses ON entitlement_uses.booking_id = visits.booking_id
      WHERE visits.live AND visits.starts_at >= ${start} AND visits.starts_at < ${end}
    UNION ALL
    SELECT waiting.id FROM bookings AS waiting
      WHERE waiting.state IN (${sql.join(unassignedQueueStates.map(sql.lit))}) AND waiting.preferred_date BETWEEN ${from} AND ${to}
        AND EXISTS (SELECT FROM entitlement_uses WHERE entitlement_uses.booking_id = waiting.id)
        AND NOT EXISTS (SELECT FROM visits WHERE visits.booking_id = waiting.id AND visits.live))))`;
}

function instantsOf({ from, to }: BookingFilter) {
  return {
    start: from ? dubaiInstant(from, "00:00") : null,
    end: to ? dubaiInstant(addDays(to, 1), "00:00") : null,
  };
}
