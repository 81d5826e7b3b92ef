import { expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { addDays, addMinutes, daysBetween, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { acceptedStates, EMERGENCY_ARRIVAL_MIN, unassignedQueueStates } from "../booking";
import { EMERGENCY_FORGOTTEN_MIN } from "../promise/emergency";
import { arrivalAwaited } from "../promise/promise";
import { hasNobody, wasLeftAlone } from "../visits/unassigned.server";
import { type BookingFilter, type FilterPromise, NO_AREA } from "./booking-filter";
import { matchesBooking } from "./search.server";
import "../../packages/table";
import "../table";

/** That a booking is in the office's list under this filter: whoever counts what the list shows asks by the same. */
export function isWanted(ctx: Ctx, filter: BookingFilter) {
  const sought = soughtVisits(filter);
  if (!sought) return isWantedItself(ctx, filter);
  const eb = expressionBuilder<Tables, "bookings">();
  const ids = sought.select("sought.booking_id");
  return eb.and([
    isWantedItself(ctx, filter),
    isFew(filter)
      ? // Visits first, by their index: the planner takes them to be spread over all bookings, and would go through those.
        sql<boolean>`bookings.id = ANY(ARRAY(${ids}))`
      : eb.exists(ids.whereRef("sought.booking_id", "=", "bookings.id")),
  ]);
}

/** The same, but for what the filter says of visits. */
export function isWantedItself(ctx: Ctx, filter: BookingFilter) {
  const eb = expressionBuilder<Tables, "bookings">();
  const all = [];
  if (filter.state) all.push(eb("bookings.state", "=", filter.state));
  if (filter.service) all.push(eb("bookings.service_id", "=", filter.service));
  if (filter.area) all.push(eb("bookings.area", "=", filter.area === NO_AREA ? "" : filter.area));
  if (filter.emergency) all.push(eb("bookings.emergency", "=", true));
  if (filter.clock) all.push(isOnTheClock(ctx.now));
  if (filter.unassigned) all.push(eb("bookings.state", "in", acceptedStates), hasNobody);
  if (filter.unmade) all.push(wasLeftAlone(ctx.now));
  if (filter.contract) all.push(isContractVisitOfWeek(ctx.now));
  if (filter.search) all.push(matchesBooking(filter.search));
  if (filter.promise) all.push(hasPromise(filter.promise, ctx.now));
  if (filter.stage) all.push(cameFar[filter.stage]);
  if (filter.dates === "received") all.push(...timesOf(sql`bookings.requested_at`, filter));
  return eb.and(all);
}

/** The visits of which a booking in the list has at least one; null where the filter says nothing of visits. */
function soughtVisits(filter: BookingFilter) {
  const { technician, visit, again, dates = "visit" } = filter;
  const times = {
    visit: timesOf(sql`sought.starts_at`, filter),
    arrived: [isArrival, ...timesOf(sql`sought.arrived_at`, filter)],
    finished: [isFinish, ...timesOf(sql`sought.ended_at`, filter)],
    received: [],
  }[dates];
  if (!technician && !visit && !again && times.length === 0) return null;
  return (
    expressionBuilder<Tables, "bookings">()
      .selectFrom("visits as sought")
      // Where somebody came and it was called off then, they came all the same.
      .$if(dates !== "arrived", (visits) => visits.where("sought.live", "=", true))
      .$if(Boolean(visit), (visits) => visits.where("sought.state", "=", visit!))
      .$if(Boolean(technician), (visits) => visits.where("sought.technician_id", "=", technician!))
      .$if(Boolean(again), (visits) => visits.where("sought.came_back", "=", true))
      .where((visits) => visits.and(times))
  );
}

/**
 * The bookings of those visits, with when they were asked for and when their last visits begin: indexes have all three, so that a page
 * is cut off before any booking is looked at. Null where that brings nothing.
 */
export function bookingsOfFewVisits(filter: BookingFilter) {
  if (!isFew(filter)) return null;
  const visits = soughtVisits(filter);
  return visits?.select(["sought.requested_at", "sought.last_start", "sought.booking_id"]).distinct() ?? null;
}

export type FewVisits = NonNullable<ReturnType<typeof bookingsOfFewVisits>>;

/** How many bookings have a visit on that day, by its state, and (null) in any: as many as the list shows, in one reading. */
export async function countVisited(ctx: Ctx, day: string): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ state: string | null; count: number }>`
    SELECT state, count(DISTINCT booking_id)::int AS count FROM visits AS sought
    WHERE live AND ${sql.join(timesOf(sql`starts_at`, { from: day, to: day }), sql` AND `)}
    GROUP BY GROUPING SETS ((state), ())`.execute(ctx.db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** That the visits of the filter are few beside all that there are: nobody makes more than a few thousand. */
function isFew({ technician, again, dates = "visit", from, to }: BookingFilter): boolean {
  const bounded = dates !== "received" && from && to && daysBetween(from, to) < FEW_DAYS;
  return technician !== undefined || again !== undefined || Boolean(bounded);
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
function hasPromise(promise: FilterPromise, now: Date): RawBuilder<boolean> {
  const inTime = sql`bookings.requested_at + make_interval(mins => ${EMERGENCY_ARRIVAL_MIN})`;
  const answerKept = sql`bookings.responded_at <= bookings.contact_due_at`;
  const answerLate = sql`(bookings.responded_at > bookings.contact_due_at
    OR (bookings.responded_at IS NULL AND bookings.state = 'requested' AND bookings.contact_due_at < ${now}))`;
  const arrivalKept = sql`bookings.arrived_at <= ${inTime}`;
  const arrivalLate = sql`(bookings.arrived_at > ${inTime}
    OR (bookings.arrived_at IS NULL AND bookings.state = ANY(${arrivalAwaited}::text[]) AND ${inTime} < ${now}))`;
  switch (promise) {
    case "answer":
      return sql`(NOT bookings.emergency AND (${answerKept} OR ${answerLate}))`;
    case "answer-kept":
      return sql`(NOT bookings.emergency AND ${answerKept})`;
    case "answer-late":
      return sql`(NOT bookings.emergency AND ${answerLate})`;
    case "arrival":
      return sql`(bookings.emergency AND (${arrivalKept} OR ${arrivalLate}))`;
    case "arrival-kept":
      return sql`(bookings.emergency AND ${arrivalKept})`;
    case "arrival-late":
      return sql`(bookings.emergency AND ${arrivalLate})`;
  }
}

/** What was sent on the website has a promise to be in touch; what the office took down has none. */
const sent = sql`bookings.contact_due_at IS NOT NULL`;
const cameFar = {
  sent: sql<boolean>`(${sent})`,
  agreed: sql<boolean>`(${sent} AND bookings.state NOT IN ('requested', 'declined', 'cancelled'))`,
  completed: sql<boolean>`(${sent} AND bookings.state = 'completed')`,
};

/** That an emergency waits for somebody to arrive, and is no older than a day (docs/domain.md, "Emergencies"). */
export function isOnTheClock(now: Date) {
  const eb = expressionBuilder<Tables, "bookings">();
  return eb.and([
    eb("bookings.emergency", "=", true),
    eb("bookings.state", "in", arrivalAwaited),
    eb("bookings.requested_at", ">", addMinutes(now, -EMERGENCY_FORGOTTEN_MIN)),
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
