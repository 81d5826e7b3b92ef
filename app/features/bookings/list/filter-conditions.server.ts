import { expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { addDays, addMinutes, daysBetween, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { acceptedStates, EMERGENCY_ARRIVAL_MIN, unassignedQueueStates } from "../booking";
import { EMERGENCY_MAX_AGE_MIN } from "../response-targets/emergency";
import { awaitingArrivalStates } from "../response-targets/response-target";
import { isOverdueUnstarted, isUnassigned } from "../visits/unassigned.server";
import { type BookingFilter, type FilterTarget, NO_AREA } from "./booking-filter";
import { matchesBooking } from "./search.server";
import "../../packages/table";
import "../table";

/** That a booking is in the office's list under this filter: whoever counts what the list shows asks by the same. */
export function matchesFilter(ctx: Ctx, filter: BookingFilter) {
  const sought = matchingVisits(filter);
  if (!sought) return matchesBookingColumns(ctx, filter);
  const eb = expressionBuilder<Tables, "bookings">();
  const ids = sought.select("sought.booking_id");
  return eb.and([
    matchesBookingColumns(ctx, filter),
    isSelective(filter)
      ? // Visits first, by their index: the planner takes them to be spread over all bookings, and would go through those.
        sql<boolean>`bookings.id = ANY(ARRAY(${ids}))`
      : eb.exists(ids.whereRef("sought.booking_id", "=", "bookings.id")),
  ]);
}

/** The same, but for what the filter says of visits. */
export function matchesBookingColumns(ctx: Ctx, filter: BookingFilter) {
  const eb = expressionBuilder<Tables, "bookings">();
  const all = [];
  if (filter.state) all.push(eb("bookings.state", "=", filter.state));
  if (filter.service) all.push(eb("bookings.service_id", "=", filter.service));
  if (filter.area) all.push(eb("bookings.area", "=", filter.area === NO_AREA ? "" : filter.area));
  if (filter.emergency) all.push(eb("bookings.emergency", "=", true));
  if (filter.awaitingArrival) all.push(isEmergencyAwaitingArrival(ctx.now));
  if (filter.unassigned) all.push(eb("bookings.state", "in", acceptedStates), isUnassigned);
  if (filter.overdue) all.push(isOverdueUnstarted(ctx.now));
  if (filter.contract) all.push(isContractVisitOfWeek(ctx.now));
  if (filter.search) all.push(matchesBooking(filter.search));
  if (filter.target) all.push(hasTarget(filter.target, ctx.now));
  if (filter.stage) all.push(reachedStage[filter.stage]);
  if (filter.dates === "received") all.push(...timesOf(sql`bookings.requested_at`, filter));
  return eb.and(all);
}

/** The visits of which a booking in the list has at least one; null where the filter says nothing of visits. */
function matchingVisits(filter: BookingFilter) {
  const { technician, visit, callback, dates = "visit" } = filter;
  const times = {
    visit: timesOf(sql`sought.starts_at`, filter),
    arrived: [isArrival, ...timesOf(sql`sought.arrived_at`, filter)],
    finished: [isFinish, ...timesOf(sql`sought.ended_at`, filter)],
    received: [],
  }[dates];
  if (!technician && !visit && !callback && times.length === 0) return null;
  return (
    expressionBuilder<Tables, "bookings">()
      .selectFrom("visits as sought")
      // Where somebody came and it was called off then, they came all the same.
      .$if(dates !== "arrived", (visits) => visits.where("sought.live", "=", true))
      .$if(Boolean(visit), (visits) => visits.where("sought.state", "=", visit!))
      .$if(Boolean(technician), (visits) => visits.where("sought.technician_id", "=", technician!))
      .$if(Boolean(callback), (visits) => visits.where("sought.came_back", "=", true))
      .where((visits) => visits.and(times))
  );
}

/**
 * The bookings of those visits, with when they were asked for and when their last visits begin: indexes have all three, so that a page
 * is cut off before any booking is looked at. Null where that brings nothing.
 */
export function selectiveVisitQuery(filter: BookingFilter) {
  if (!isSelective(filter)) return null;
  const visits = matchingVisits(filter);
  return visits?.select(["sought.requested_at", "sought.last_start", "sought.booking_id"]).distinct() ?? null;
}

export type SelectiveVisits = NonNullable<ReturnType<typeof selectiveVisitQuery>>;

/** How many bookings have a visit on that day, by its state, and (null) in any: as many as the list shows, in one reading. */
export async function countBookingsByVisitState(ctx: Ctx, day: string): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ state: string | null; count: number }>`
    SELECT state, count(DISTINCT booking_id)::int AS count FROM visits AS sought
    WHERE live AND ${sql.join(timesOf(sql`starts_at`, { from: day, to: day }), sql` AND `)}
    GROUP BY GROUPING SETS ((state), ())`.execute(ctx.db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** That the visits of the filter are few beside all that there are: nobody makes more than a few thousand. */
function isSelective({ technician, callback, dates = "visit", from, to }: BookingFilter): boolean {
  const bounded = dates !== "received" && from && to && daysBetween(from, to) < FEW_DAYS;
  return technician !== undefined || callback !== undefined || Boolean(bounded);
}
const FEW_DAYS = 92;

/** That an instant is on the days, the weekday and in the hour that are asked for, in Dubai. */
function timesOf(at: RawBuilder<unknown>, filter: BookingFilter): RawBuilder<boolean>[] {
  const { start, end } = instantsOf(filter);
  const all: RawBuilder<boolean>[] = [];
  if (start) all.push(sql`${at} >= ${start}`);
  if (end) all.push(sql`${at} < ${end}`);
  if (filter.weekday) all.push(sql`extract(isodow FROM dubai_day(${at})) = ${Number(filter.weekday)}`);
  if (filter.hour) all.push(sql`dubai_hour(${at}) = ${Number(filter.hour)}`);
  return all;
}

/** Somebody came to it: whoever leads, where several did. */
const isArrival = sql<boolean>`sought.arrived_at IS NOT NULL AND sought.technician_id IS NOT NULL AND sought.lead_id IS NULL`;

/** The visit that finished its booking's work, the last of them: at most one of a booking. */
const isFinish = sql<boolean>`sought.state = 'work_done' AND sought.technician_id IS NOT NULL AND sought.ended_at IS NOT NULL
  AND NOT sought.done_again AND sought.lead_id IS NULL`;

/** The same as analytics counts (docs/domain.md, "Figures"). */
function hasTarget(target: FilterTarget, now: Date): RawBuilder<boolean> {
  const inTime = sql`bookings.requested_at + make_interval(mins => ${EMERGENCY_ARRIVAL_MIN})`;
  const answerKept = sql`bookings.responded_at <= bookings.contact_due_at`;
  const answerLate = sql`(bookings.responded_at > bookings.contact_due_at
    OR (bookings.responded_at IS NULL AND bookings.state = 'requested' AND bookings.contact_due_at < ${now}))`;
  const arrivalKept = sql`bookings.arrived_at <= ${inTime}`;
  const arrivalLate = sql`(bookings.arrived_at > ${inTime}
    OR (bookings.arrived_at IS NULL AND bookings.state = ANY(${awaitingArrivalStates}::text[]) AND ${inTime} < ${now}))`;
  switch (target) {
    case "answer":
      return sql`(NOT bookings.emergency AND (${answerKept} OR ${answerLate}))`;
    case "answer-met":
      return sql`(NOT bookings.emergency AND ${answerKept})`;
    case "answer-missed":
      return sql`(NOT bookings.emergency AND ${answerLate})`;
    case "arrival":
      return sql`(bookings.emergency AND (${arrivalKept} OR ${arrivalLate}))`;
    case "arrival-met":
      return sql`(bookings.emergency AND ${arrivalKept})`;
    case "arrival-missed":
      return sql`(bookings.emergency AND ${arrivalLate})`;
  }
}

/** What was sent on the website has a promise to be in touch; what the office took down has none. */
const sent = sql`bookings.contact_due_at IS NOT NULL`;
const reachedStage = {
  sent: sql<boolean>`(${sent})`,
  accepted: sql<boolean>`(${sent} AND bookings.state NOT IN ('requested', 'declined', 'cancelled'))`,
  completed: sql<boolean>`(${sent} AND bookings.state = 'completed')`,
};

/** That an emergency waits for somebody to arrive, and is no older than a day (docs/domain.md, "Emergencies"). */
export function isEmergencyAwaitingArrival(now: Date) {
  const eb = expressionBuilder<Tables, "bookings">();
  return eb.and([
    eb("bookings.emergency", "=", true),
    eb("bookings.state", "in", awaitingArrivalStates),
    eb("bookings.requested_at", ">", addMinutes(now, -EMERGENCY_MAX_AGE_MIN)),
  ]);
}

/** That it takes of a contract, is not done, and is to be made this week: by its visits, or, where it has none, by the day that it is planned for. */
function isContractVisitOfWeek(now: Date) {
  const today = dubaiDate(now);
  const from = addDays(today, 1 - weekdayOf(today));
  const to = addDays(from, 6);
  const { start, end } = instantsOf({ from, to });
  // By what is few: the visits of the week, and what waits for one. Whatever else is under way has a visit.
  return sql<boolean>`(bookings.state NOT IN ('cancelled', 'declined', 'work_done', 'completed', 'closed') AND bookings.id = ANY(ARRAY(
    SELECT visits.booking_id FROM visits JOIN contract_uses ON contract_uses.booking_id = visits.booking_id
      WHERE visits.live AND visits.starts_at >= ${start} AND visits.starts_at < ${end}
    UNION ALL
    SELECT waiting.id FROM bookings AS waiting
      WHERE waiting.state IN (${sql.join(unassignedQueueStates.map(sql.lit))}) AND waiting.preferred_date BETWEEN ${from} AND ${to}
        AND EXISTS (SELECT FROM contract_uses WHERE contract_uses.booking_id = waiting.id)
        AND NOT EXISTS (SELECT FROM visits WHERE visits.booking_id = waiting.id AND visits.live))))`;
}

/** From the first instant of the one day to the last of the other. */
function instantsOf({ from, to }: BookingFilter) {
  return {
    start: from ? dubaiInstant(from, "00:00") : null,
    end: to ? dubaiInstant(addDays(to, 1), "00:00") : null,
  };
}
