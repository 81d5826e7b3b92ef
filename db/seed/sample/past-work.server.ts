import { sql } from "kysely";
import { listOpeningHours } from "~/features/core/business/queries.server";
import { type Actor, nameOf, userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { chance, id, pick } from "../large/rows.server";
import {
  comments,
  contactMessages,
  DAYS_OF_WORK_AHEAD,
  DAYS_OF_WORK_BEHIND,
  demandByMonth,
  jobs,
  names,
} from "./past-work";
import { currentEmergency, dayRoutes, homes, people, technicians } from "./people";
import { withoutTriggers } from "./triggers.server";

/** Share of a technician's possible visits that are booked on a working day of this week, in percent. */
const BOOKED_PERCENT = 95;
/** Demand at the beginning in percent of today's, apart from the technicians who joined since. */
const DEMAND_AT_FIRST = 8;
/** Customers in addition to those of people.ts. Phone numbers from +971 50 000 1000. */
const CUSTOMERS = 650;
/** Work of the customers with an account, in percent. */
const PEOPLE_PERCENT = 7;
const MAX_VISITS_A_DAY = 6;
/** Minutes between two visits of a technician, enough for the way within a part of the city. */
const MIN_PAUSE = 30;
/** Number of `exampleCustomer` in `past_work`. */
export const EXAMPLE_CUSTOMER = -1;

const HOMES = sql`${homes.length}::int`;
/** Place in `homes` of the home of customer `n`. */
const homeOfCustomer = sql`(CASE WHEN n < 0 THEN -1 - n ELSE n END % ${HOMES})`;

const json = (value: unknown) => sql`${sql.lit(JSON.stringify(value))}::jsonb`;

/**
 * Adds the work of the past year and the coming days by SQL: what the commands of `dispatcher` write, without
 * running them. The rows stay in the temporary table `past_work` until the end of the transaction.
 */
export async function addPastWork(ctx: Ctx, dispatcher: Actor): Promise<void> {
  // Triggers and foreign keys keep their plans, made while the tables are empty, to the end of the transaction: by
  // indexes, because a scan of the growing table for each row takes minutes.
  await sql`SELECT set_config('enable_seqscan', 'off', true)`.execute(ctx.db);
  await planWork(ctx);
  await assignWorkToExampleCustomer(ctx);
  await addWarrantyVisits(ctx);
  await addCustomers(ctx);
  await planSteps(ctx);
  await addBookings(ctx);
  await addTimeline(ctx, dispatcher);
  await addReviews(ctx, dispatcher);
  await addPageLoads(ctx);
}

/**
 * Fills the shifts of the technicians with jobs, in half-hour steps. `n` depends on technician and day only, so
 * that two starts on the same day plan the same work.
 */
async function planWork(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const today = dubaiDate(now);
  const week = await listOpeningHours(ctx);
  const routes = technicians.map(({ name, email }) => ({ address: email, routes: dayRoutes(name) }));
  await sql`CREATE TEMPORARY TABLE past_work ON COMMIT DROP AS
    WITH crew AS (
      SELECT technicians.id AS technician_id, place::int AS technician, routes, first_day
      FROM ROWS FROM (jsonb_to_recordset(${json(routes)}) AS (address text, routes jsonb)) WITH ORDINALITY AS listed (address, routes, place)
        JOIN technicians ON technicians.email = address JOIN employment_periods ON employment_periods.technician_id = technicians.id
    ), kinds AS (
      SELECT job.*, services.name AS service_name, services.duration_min AS usual_min, services.buffer_min, prices.id AS price_id,
        prices.name AS item_name, mode, unit, price_fils, next_hour_fils, coalesce(emergency_surcharge, 50) AS emergency_percent,
        coalesce(out_of_hours_surcharge, 25) AS hours_percent,
        CASE WHEN services.emergency OR prices.duration_min IS NULL THEN services.duration_min ELSE prices.duration_min * quantity END AS minutes
      FROM jsonb_to_recordset(${json(jobs)}) AS job (service text, item text, quantity int, message text, trade text)
        JOIN services ON services.id = job.service
        LEFT JOIN prices ON prices.service_id = job.service AND CASE WHEN job.item IS NULL THEN is_headline ELSE prices.item = job.item END
    ), choices AS (
      SELECT technician AS taken_by, kinds.*, row_number() OVER (PARTITION BY technician ORDER BY service, item, quantity, trade) - 1 AS choice,
        count(*) OVER (PARTITION BY technician) AS choices
      FROM crew CROSS JOIN kinds
      WHERE EXISTS (SELECT FROM technician_skills AS skill WHERE skill.technician_id = crew.technician_id AND service_id = service)
        AND (trade IS NULL OR EXISTS (SELECT FROM technician_skills AS skill WHERE skill.technician_id = crew.technician_id AND service_id = trade))
    ), days AS (
      SELECT ${today}::date + ago AS day, ago, extract(isodow FROM ${today}::date + ago)::int AS weekday,
        -- Each month in relation to the present one, so that this week is equally busy at every time of the year.
        least(97, ${BOOKED_PERCENT}::int * (${DEMAND_AT_FIRST}::int + (100 - ${DEMAND_AT_FIRST}::int) * least(1, (ago + ${DAYS_OF_WORK_BEHIND}::int) / ${DAYS_OF_WORK_BEHIND}::numeric) ^ 3.5) / 100
          * (${json(demandByMonth)} ->> (extract(month FROM ${today}::date + ago)::int - 1))::numeric
          / (${json(demandByMonth)} ->> (extract(month FROM ${today}::date)::int - 1))::numeric
          * CASE WHEN extract(isodow FROM ${today}::date + ago) = 7 THEN 0.6 ELSE 1 END
          * CASE WHEN ago > 5 THEN 1 - (ago - 5) * 0.08 ELSE 1 END) AS booked_percent
      FROM generate_series(${-DAYS_OF_WORK_BEHIND}::int, ${DAYS_OF_WORK_AHEAD}::int) AS ago
      WHERE NOT EXISTS (SELECT FROM public_holidays WHERE public_holidays.day = ${today}::date + ago)
    ), possible AS (
      SELECT technician_id, technician, days.*, start_min, end_min, turn,
        technician * 1000000 + (days.day - date '2020-01-01') * 10 + turn AS n,
        routes -> (technician + days.day - date '2020-01-01') % jsonb_array_length(routes) AS route
      FROM days JOIN crew ON days.day >= first_day JOIN shifts USING (technician_id, weekday), generate_series(0, ${MAX_VISITS_A_DAY - 1}::int) AS turn
    ), placed AS (
      SELECT possible.*, kinds.*, start_min + coalesce(sum(ceil((minutes + greatest(buffer_min, ${MIN_PAUSE}::int)) / 30.0) * 30) OVER (
          PARTITION BY possible.technician, day ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS at_min
      FROM possible JOIN choices AS kinds ON kinds.taken_by = possible.technician AND kinds.choice = ${chance(10, 1_048_576)} % kinds.choices
    ), timed AS (
      SELECT *, (day + at_min * interval '1 minute') AT TIME ZONE 'Asia/Dubai' AS starts_at,
        (day + (at_min + minutes) * interval '1 minute') AT TIME ZONE 'Asia/Dubai' AS ends_at, service = 'emergency' AS emergency,
        NOT EXISTS (SELECT FROM jsonb_to_recordset(${json(week)}) AS open (weekday int, "opensAt" time, "closesAt" time)
          WHERE open.weekday = placed.weekday AND at_min * interval '1 minute' >= "opensAt" AND at_min * interval '1 minute' < "closesAt") AS out_of_hours
      FROM (SELECT n, technician_id, technician, route, day, ago, weekday, booked_percent, end_min, service, item, quantity, message, trade, service_name, usual_min, buffer_min,
          price_id, item_name, mode, unit, price_fils, next_hour_fils, emergency_percent, hours_percent, minutes, at_min FROM placed) AS placed
      WHERE at_min + minutes <= end_min AND ${chance(11, 100)} < booked_percent
    ), asked AS (
      SELECT *, CASE WHEN emergency THEN starts_at - (15 + ${chance(12, 40)} + CASE WHEN ${chance(13, 14)} = 0 THEN 95 ELSE 0 END) * interval '1 minute'
          ELSE least(CASE WHEN wished > starts_at - interval '3 hours' THEN wished - interval '1 day' ELSE wished END,
            ${now}::timestamptz - (5 + ${chance(14, 20_160)}) * interval '1 minute') END AS requested_at
      FROM (SELECT *, (day - (ARRAY[0, 1, 1, 1, 2, 2, 3, 4, 6])[1 + ${chance(15, 9)}] + (420 + ${chance(16, 840)}) * interval '1 minute') AT TIME ZONE 'Asia/Dubai' AS wished
        FROM timed) AS timed
      WHERE (technician <> ${1 + technicians.findIndex(({ email }) => email === currentEmergency.technician)}::int
          OR starts_at > ${now}::timestamptz + interval '3 hours' OR ends_at < ${now}::timestamptz - interval '1 hour')
        -- An emergency is never planned ahead.
        AND (NOT emergency OR ends_at < ${now}::timestamptz - interval '1 hour')
    ), answered AS (
      SELECT *, CASE WHEN emergency THEN requested_at + interval '5 minutes'
          ELSE least(requested_at + CASE WHEN ${chance(17, 100)} < 6 THEN 125 + ${chance(18, 180)} ELSE 4 + ${chance(18, 90)} END * interval '1 minute', starts_at - interval '1 hour') END AS responded_at,
        starts_at - (15 + ${chance(19, 15)}) * interval '1 minute' AS departed_at,
        starts_at + (${chance(20, 20)} - 6 + CASE WHEN ${chance(21, 20)} = 0 THEN 20 ELSE 0 END) * interval '1 minute' AS arrived_at,
        ends_at - ${chance(22, 20)} * interval '1 minute' AS ended_at,
        CASE WHEN emergency THEN 100 ELSE ${chance(23, 100)} END AS fate,
        -- The visits that should have begun in the last hour and did not; at least the first of them.
        day = ${today}::date AND NOT emergency AND starts_at BETWEEN ${now}::timestamptz - interval '70 minutes' AND ${now}::timestamptz - interval '16 minutes'
          AND (${chance(24, 6)} = 0 OR row_number() OVER (PARTITION BY starts_at BETWEEN ${now}::timestamptz - interval '70 minutes' AND ${now}::timestamptz - interval '16 minutes' ORDER BY ${chance(25, 1_000)}, n) = 1) AS late
      FROM asked
    ), lived AS (
      SELECT *, ended_at + (30 + ${chance(26, 60)}) * interval '1 minute' AS completed_at, CASE
          WHEN responded_at > ${now} THEN 'requested'
          WHEN late THEN 'scheduled'
          WHEN fate < 2 THEN 'declined'
          WHEN fate < 6 AND responded_at + interval '30 minutes' < ${now} THEN 'cancelled'
          WHEN departed_at > ${now} THEN 'scheduled'
          WHEN fate < 8 AND starts_at < ${now}::timestamptz - interval '1 day' THEN 'closed'
          WHEN arrived_at > ${now} THEN 'en_route'
          WHEN ended_at > ${now} THEN 'on_site'
          WHEN ended_at + (30 + ${chance(26, 60)}) * interval '1 minute' > ${now} THEN 'work_done'
          ELSE 'completed' END AS state
      FROM answered
    )
    SELECT lived.*, ${id("sample booking")} AS id, ${id("sample visit")} AS visit_id, NULL::uuid AS warranty_of, mode <> 'survey' AND price_fils > 0 AS is_charged,
      -- Of the customers who live in the home (homeOfCustomer).
      CASE WHEN ${chance(30, 100)} < ${PEOPLE_PERCENT}::int
        THEN -1 - home_number - ${HOMES} * (${chance(31, 1_000)} % ((${people.length - 1}::int - home_number) / ${HOMES} + 1))
        ELSE home_number + ${HOMES} * (${chance(32, 10_000)} * ${CUSTOMERS}::numeric / ${HOMES} * (0.35 + 0.65 * (ago + ${DAYS_OF_WORK_BEHIND}::int) / ${DAYS_OF_WORK_BEHIND + DAYS_OF_WORK_AHEAD}::int) / 10000)::int END AS customer,
      CASE mode WHEN 'hourly' THEN price_fils + (quantity - 1) * coalesce(next_hour_fils, price_fils) ELSE price_fils * quantity END AS work_fils,
      CASE WHEN emergency THEN emergency_percent WHEN out_of_hours THEN hours_percent END AS surcharge_percent
    FROM (SELECT *, (route -> ${chance(34, 1_000)} % jsonb_array_length(route))::int AS home_number FROM lived) AS lived`.execute(
    db,
  );
  await sql`ALTER TABLE past_work ADD PRIMARY KEY (n)`.execute(db);
  await sql`CREATE INDEX ON past_work (service, completed_at)`.execute(db);
  await sql`ANALYZE past_work`.execute(db);
}

/** Work that the example customer has in any case, by its days from today. */
async function assignWorkToExampleCustomer({ db }: Ctx): Promise<void> {
  await sql`UPDATE past_work SET customer = ${EXAMPLE_CUSTOMER}::int
    FROM (VALUES ('handyman', 'scheduled', 2), ('general-maintenance', 'completed', -3), ('painting', 'completed', -70), ('hvac', 'completed', -190))
        AS example (service, state, days),
      LATERAL (SELECT n FROM past_work WHERE service = example.service AND state = example.state
        ORDER BY abs(ago - days), n LIMIT 1) AS nearest
    WHERE past_work.n = nearest.n`.execute(db);
}

/**
 * One in thirty-five jobs is the return, under warranty, to the same kind of work days before in the same part of the
 * city.
 */
async function addWarrantyVisits({ db }: Ctx): Promise<void> {
  await sql`UPDATE past_work SET warranty_of = before.id, customer = before.customer, is_charged = false
    FROM past_work AS later CROSS JOIN LATERAL (
      SELECT id, customer FROM past_work AS before
      WHERE before.service = later.service AND before.state = 'completed' AND before.warranty_of IS NULL
        AND later.route @> to_jsonb(before.home_number)
        AND before.completed_at BETWEEN later.requested_at - interval '15 days' AND later.requested_at
      ORDER BY before.completed_at DESC, before.n LIMIT 1
    ) AS before
    WHERE past_work.n = later.n AND later.state = 'completed' AND later.is_charged AND NOT later.emergency
      AND later.customer <> ${EXAMPLE_CUSTOMER}::int
      AND (hashint8extended(later.n, 33) & 1048575) % 35 = 0`.execute(db);
  // A job that got a return keeps its own history: no return of a return.
  await sql`UPDATE past_work SET warranty_of = NULL, is_charged = true
    WHERE warranty_of IN (SELECT id FROM past_work WHERE warranty_of IS NOT NULL)`.execute(db);
}

async function addCustomers({ db, requestId }: Ctx): Promise<void> {
  const home = sql`(${json(homes)} -> ${homeOfCustomer})`;
  await sql`CREATE TEMPORARY TABLE sample_customers ON COMMIT DROP AS
    SELECT n, since, id, coalesce(person ->> 'name', first || ' ' || last) AS name,
      coalesce(person ->> 'email', lower(replace(first || '.' || last, ' ', '.')) || '.' || n || '@example.com') AS email,
      coalesce(person ->> 'phone', '+97150000' || 1000 + n) AS phone, home, ${id("sample property")} AS property_id,
      -- Villas have a number, apartments a unit.
      CASE WHEN home ->> 'unitNumber' = '' THEN 'Villa ' || 1 + ${chance(7, 240)} ELSE home ->> 'buildingName' END AS building,
      CASE WHEN home ->> 'unitNumber' = '' THEN '' ELSE (100 * (1 + ${chance(8, 38)}) + 1 + ${chance(9, 12)})::text END AS unit_number
    FROM (SELECT customer AS n, min(requested_at) AS since FROM past_work GROUP BY customer) AS known,
      LATERAL (SELECT ${id("sample customer")} AS id, ${home} AS home, CASE WHEN n < 0 THEN ${json(people)} -> (-1 - n) END AS person,
        ${json(names)} -> ${chance(3, names.length)} AS origin) AS who,
      LATERAL (SELECT origin -> 'first' ->> (${chance(4, 1_000)} % jsonb_array_length(origin -> 'first')) AS first,
        origin -> 'last' ->> (${chance(5, 1_000)} % jsonb_array_length(origin -> 'last')) AS last) AS called`.execute(
    db,
  );
  await sql`ANALYZE sample_customers`.execute(db);
  await sql`INSERT INTO customers (id, name, email, phone, created_at) SELECT id, name, email, phone, since FROM sample_customers ORDER BY since`.execute(
    db,
  );
  await sql`INSERT INTO properties (id, customer_id, street, building, unit, area, landmark, created_at)
    SELECT property_id, id, home ->> 'street', building, unit_number, home ->> 'area', home ->> 'landmark', since FROM sample_customers`.execute(
    db,
  );
  await sql`INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
    SELECT next_trail_id(since), since, 'customer.added', 'visitor', 'customer', id, ${requestId} FROM sample_customers ORDER BY since`.execute(
    db,
  );
}

/** Status changes of each booking; their number is the version of the booking. */
async function planSteps({ db }: Ctx): Promise<void> {
  await sql`CREATE TEMPORARY TABLE sample_steps ON COMMIT DROP AS
    SELECT next_trail_id(at) AS trail_id, steps.* FROM (
      SELECT past_work.id, visit_id, starts_at, emergency, step.*, row_number() OVER (PARTITION BY past_work.n ORDER BY place) - 1 AS from_version
      FROM past_work, LATERAL (VALUES
        (1, 'request', NULL, 'requested', requested_at, true, NULL),
        (2, 'acknowledge', 'requested', 'requested', requested_at + interval '2 minutes', emergency, NULL),
        (3, 'confirm', 'requested', CASE WHEN emergency THEN 'confirmed' ELSE 'scheduled' END, responded_at, state NOT IN ('requested', 'declined'), NULL),
        (3, 'decline', 'requested', 'declined', responded_at, state = 'declined', 'We do not cover this area yet'),
        (4, 'assign', 'confirmed', 'scheduled', responded_at + interval '1 minute', emergency, NULL),
        (5, 'cancel', 'scheduled', 'cancelled', responded_at + interval '30 minutes', state = 'cancelled', 'Plans changed'),
        (5, 'depart', 'scheduled', 'en_route', departed_at, state IN ('en_route', 'on_site', 'work_done', 'completed', 'closed'), NULL),
        (6, 'arrive', 'en_route', 'on_site', arrived_at, state IN ('on_site', 'work_done', 'completed'), NULL),
        (6, 'reportNoAccess', 'en_route', 'no_access', starts_at + interval '20 minutes', state = 'closed', NULL),
        (7, 'finishWork', 'on_site', 'work_done', ended_at, state IN ('work_done', 'completed'), NULL),
        (8, 'complete', 'work_done', 'completed', completed_at, state = 'completed', NULL),
        (8, 'close', 'no_access', 'closed', starts_at + interval '20 hours', state = 'closed', NULL)
      ) AS step (place, event, from_state, to_state, at, happened, reason)
      WHERE happened
    ) AS steps ORDER BY at, place`.execute(db);
  await sql`ANALYZE sample_steps`.execute(db);
}

/** Triggers that notify open pages, and those whose results the inserts already contain. */
const KNOWN_BY_INSERT = {
  bookings: ["sync_booking_fields_on_insert"],
  visits: [
    "notify_technicians_of_visit",
    "notify_paged_technicians",
    "fill_booking_fields",
    "set_last_visit_start",
    "sync_last_visit_start_on_insert_or_delete",
  ],
};

/** Bookings per statement, so that none is logged as slow. */
const ROWS = 500;

async function addBookings(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  // Numbers in the order of the requests, year by year.
  await sql`CREATE TEMPORARY TABLE sample_numbers ON COMMIT DROP AS
    SELECT row_number() OVER () AS place, year, number FROM (
      SELECT extract(year FROM requested_at AT TIME ZONE 'Asia/Dubai')::int AS year, count(*)::int AS wanted FROM past_work GROUP BY 1 ORDER BY 1) AS years,
      LATERAL take_booking_numbers(year, wanted) AS number`.execute(db);
  await sql`CREATE TEMPORARY TABLE sample_bookings ON COMMIT DROP AS
    SELECT made.*, 'BK-' || year || '-' || lpad(number::text, 6, '0') AS reference, version, people.id AS customer_id, property_id, people.name, email, phone,
      home, building, unit_number
    FROM (SELECT *, row_number() OVER (ORDER BY requested_at, n)::int AS place FROM past_work) AS made JOIN sample_numbers USING (place)
      JOIN (SELECT id, count(*) AS version FROM sample_steps GROUP BY id) AS steps USING (id) JOIN sample_customers AS people ON people.n = customer`.execute(
    db,
  );
  await sql`ALTER TABLE sample_bookings ADD PRIMARY KEY (place)`.execute(db);
  await sql`ANALYZE sample_bookings`.execute(db);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM sample_bookings`.execute(
    db,
  );
  await withoutTriggers(ctx, KNOWN_BY_INSERT, async () => {
    for (let first = 1; first <= rows[0]!.count; first += ROWS) {
      await addBookingsBetween(ctx, first, first + ROWS - 1);
    }
  });
}

async function addBookingsBetween({ db }: Ctx, first: number, last: number): Promise<void> {
  const isIncluded = sql`place BETWEEN ${first}::int AND ${last}::int`;
  await sql`INSERT INTO bookings (id, reference, state, version, service_id, emergency, trade_id, customer_id, property_id, contact_name, contact_email,
      contact_phone, address, address_parts, area, message, preferred_date, preferred_time, warranty_of_id, duration_min, estimate_fils, requested_at,
      contact_due_at, responded_at, acknowledged_at, dispatched_at, arrived_at)
    SELECT id, reference, state, version, service, emergency, trade, customer_id, property_id, name, email, phone,
      concat_ws(', ', home ->> 'street', building, nullif(unit_number, ''), home ->> 'area', nullif(home ->> 'landmark', '')),
      jsonb_build_object('street', home ->> 'street', 'buildingName', building, 'unitNumber', unit_number, 'area', home ->> 'area', 'landmark', home ->> 'landmark'),
      home ->> 'area', message, CASE WHEN NOT emergency THEN day END, CASE WHEN NOT emergency THEN (starts_at AT TIME ZONE 'Asia/Dubai')::time END,
      warranty_of, nullif(minutes, usual_min), CASE WHEN warranty_of IS NOT NULL THEN 0 ELSE work_fils + coalesce(round(work_fils * surcharge_percent / 100.0), 0) END,
      requested_at, CASE WHEN warranty_of IS NULL THEN requested_at + interval '2 hours' END, CASE WHEN state <> 'requested' THEN responded_at END,
      CASE WHEN emergency THEN requested_at + interval '2 minutes' END, CASE WHEN emergency THEN responded_at + interval '1 minute' END,
      CASE WHEN emergency THEN arrived_at END
    FROM sample_bookings WHERE ${isIncluded} ORDER BY place`.execute(db);
  await sql`INSERT INTO booking_lines (booking_id, position, kind, service_id, price_id, item, name, mode, unit, quantity, unit_fils, next_hour_fils, percent, gross_fils)
    SELECT id, 1, 'work', service, price_id, coalesce(item, 'survey'), item_name, mode, unit, quantity, price_fils, next_hour_fils, NULL::int, work_fils
    FROM sample_bookings WHERE warranty_of IS NULL AND ${isIncluded}
    UNION ALL
    SELECT id, 2, CASE WHEN emergency THEN 'emergency-uplift' ELSE 'out-of-hours-uplift' END, service, NULL, NULL, '', 'fixed', 'visit', 1,
      round(work_fils * surcharge_percent / 100.0), NULL, surcharge_percent, round(work_fils * surcharge_percent / 100.0)
    FROM sample_bookings WHERE warranty_of IS NULL AND is_charged AND surcharge_percent > 0 AND ${isIncluded}`.execute(
    db,
  );
  await sql`INSERT INTO visits (id, booking_id, technician_id, state, starts_at, ends_at, buffer_min, created_at, requested_at, area, trade, last_visit_start,
      departed_at, arrived_at, ended_at)
    SELECT visit_id, id, technician_id, CASE state WHEN 'requested' THEN 'held' WHEN 'declined' THEN 'cancelled' WHEN 'closed' THEN 'no_access'
        WHEN 'completed' THEN 'work_done' ELSE state END, starts_at, ends_at, buffer_min, requested_at, requested_at, home ->> 'area',
      coalesce(trade, service), CASE WHEN state NOT IN ('cancelled', 'declined', 'closed') THEN starts_at END,
      CASE WHEN state IN ('en_route', 'on_site', 'work_done', 'completed', 'closed') THEN departed_at END,
      CASE WHEN state IN ('on_site', 'work_done', 'completed') THEN arrived_at END,
      CASE WHEN state IN ('work_done', 'completed') THEN ended_at WHEN state = 'closed' THEN starts_at + interval '20 minutes' END
    FROM sample_bookings WHERE ${isIncluded} ORDER BY place`.execute(db);
}

/** A timeline entry and a trail entry for each step. Customers request, the dispatcher does the rest. */
async function addTimeline({ db, requestId }: Ctx, dispatcher: Actor): Promise<void> {
  const by = sql`CASE WHEN event = 'request' THEN NULL ELSE ${userIdOf(dispatcher)}::uuid END`;
  await sql`INSERT INTO timeline_entries (booking_id, event, from_state, to_state, from_version, reason, actor_id, actor_role, actor_name, at)
    SELECT id, event, from_state, to_state, from_version, reason, ${by}, CASE event WHEN 'request' THEN 'customer' ELSE ${dispatcher.role} END,
      CASE WHEN event <> 'request' THEN ${nameOf(dispatcher)} END, at FROM sample_steps`.execute(db);
  await sql`INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
    SELECT trail_id, at, CASE event WHEN 'request' THEN 'booking.requested' WHEN 'acknowledge' THEN 'booking.acknowledged' WHEN 'confirm' THEN 'booking.confirmed'
        WHEN 'decline' THEN 'booking.declined' WHEN 'cancel' THEN 'booking.cancelled' WHEN 'assign' THEN 'booking.technician-assigned' ELSE 'booking.status-changed' END,
      ${by}, CASE event WHEN 'request' THEN 'visitor' ELSE ${dispatcher.role} END, 'booking', id,
      CASE event WHEN 'request' THEN jsonb_build_object('emergency', emergency, 'held', NOT emergency)
        WHEN 'acknowledge' THEN '{}' WHEN 'decline' THEN '{}' WHEN 'cancel' THEN '{"hadVisit": true}'
        WHEN 'confirm' THEN jsonb_build_object('version', from_version + 1, 'heldStartsAt', CASE WHEN NOT emergency THEN to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END, 'notifiedWithVisit', emergency)
        WHEN 'assign' THEN jsonb_build_object('visitId', visit_id, 'technicianId', (SELECT technician_id FROM visits WHERE visits.id = visit_id), 'fromStartsAt', NULL)
        ELSE jsonb_build_object('transition', event, 'to', to_state, 'visitId', CASE WHEN event NOT IN ('complete', 'close') THEN visit_id END) END,
      ${requestId} FROM sample_steps`.execute(db);
  await sql`INSERT INTO trail_values (trail_id, actor_name, reason)
    SELECT trail_id, ${nameOf(dispatcher)}, reason FROM sample_steps WHERE event <> 'request'`.execute(db);
}

/**
 * One in six finished jobs is reviewed within two days, of the example customer all but the latest; most reviews are
 * published the next day.
 */
async function addReviews({ db, now, requestId }: Ctx, dispatcher: Actor): Promise<void> {
  const ratings = [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 2, 5, 5, 4, 5, 5, 5, 5, 5, 1, 5];
  const rating = sql`(ARRAY[${sql.join(ratings.map((one) => sql.lit(one)))}])[1 + ${chance(50, ratings.length)}]`;
  const comment = sql`CASE rating ${sql.join(
    comments.map((texts, at) => sql`WHEN ${sql.lit(at + 1)} THEN ${pick(texts, 51)}`),
    sql` `,
  )} END`;
  await sql`WITH written AS (
      INSERT INTO reviews (booking_id, rating, comment, created_at, published_at, answer, answered_at)
      SELECT id, rating, ${comment}, written_at, CASE WHEN n % 12 <> 0 AND written_at + interval '18 hours' < ${now} THEN written_at + interval '18 hours' END,
        CASE WHEN is_answered THEN 'We are sorry about that, and have called you to put it right.' END, CASE WHEN is_answered THEN written_at + interval '20 hours' END
      FROM (SELECT *, rating <= 2 AND written_at + interval '20 hours' < ${now} AS is_answered
        FROM (SELECT n, id, completed_at + (120 + ${chance(52, 2_500)}) * interval '1 minute' AS written_at, ${rating} AS rating
          FROM past_work WHERE state = 'completed' AND warranty_of IS NULL
            AND CASE WHEN customer = ${EXAMPLE_CUSTOMER}::int THEN ended_at < ${now}::timestamptz - interval '30 days' ELSE ${chance(53, 6)} = 0 END) AS done
        WHERE written_at < ${now} ORDER BY written_at) AS done
      RETURNING booking_id, rating, created_at, published_at, answered_at
    ), happened AS (
      SELECT booking_id, created_at AS at, 'booking.reviewed' AS type, NULL::uuid AS actor_id, 'customer' AS actor_role, jsonb_build_object('rating', rating) AS data FROM written
      UNION ALL
      SELECT booking_id, published_at, 'booking.review-published', ${userIdOf(dispatcher)}::uuid, ${dispatcher.role}, '{}' FROM written WHERE published_at IS NOT NULL
    )
    INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
    SELECT next_trail_id(at), at, type, actor_id, actor_role, 'booking', booking_id, data, ${requestId} FROM happened ORDER BY at`.execute(
    db,
  );
}

/** About one visitor in twelve starts the form, and three of five who start it request a booking. */
async function addPageLoads({ db, now }: Ctx): Promise<void> {
  await sql`INSERT INTO daily_page_loads (day, page_loads, form_starts)
    SELECT day, requests * (18 + ${chance(60, 9)}), requests * 5 / 3 + ${chance(61, 3)}
    FROM (SELECT day::date AS day, day::date - date '2020-01-01' AS n, (SELECT count(*) FROM past_work
        WHERE warranty_of IS NULL AND (requested_at AT TIME ZONE 'Asia/Dubai')::date = day::date) AS requests
      FROM generate_series(${dubaiDate(now)}::date - ${DAYS_OF_WORK_BEHIND}::int, ${dubaiDate(now)}::date - 1, interval '1 day') AS day) AS days`.execute(
    db,
  );
}

/** Messages of the contact form. All but the last two are answered. */
export async function addContactMessages({ db, now, requestId }: Ctx, dispatcher: Actor): Promise<void> {
  const written = contactMessages.map(({ daysAgo, message }, at) => ({
    ...people[(at * 5) % people.length]!,
    message,
    sentAt: new Date(now.getTime() - (daysAgo * 24 * 60 + 95) * 60_000),
    isAnswered: at < contactMessages.length - 2,
  }));
  await sql`WITH written AS (
      SELECT gen_random_uuid() AS id, given.* FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        AS given (name text, email text, phone text, message text, "sentAt" timestamptz, "isAnswered" boolean)
    ), sent AS (
      INSERT INTO contact_messages (id, reference, name, email, phone, message, sent_at)
      SELECT id, format_reference('MS', nextval('message_numbers'), "sentAt"), name, email, phone, message, "sentAt" FROM written ORDER BY "sentAt"
    ), answered AS (
      INSERT INTO inbox_item_states (message_id, state, version) SELECT id, 'answered', 1 FROM written WHERE "isAnswered"
    )
    INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
    SELECT next_trail_id(at), at, 'inbox.item-state-changed', ${userIdOf(dispatcher)}::uuid, ${dispatcher.role}, 'inbox', id, '{"transition": "answer"}', ${requestId}
    FROM (SELECT id, "sentAt" + interval '50 minutes' AS at FROM written WHERE "isAnswered") AS answers ORDER BY at`.execute(
    db,
  );
}
