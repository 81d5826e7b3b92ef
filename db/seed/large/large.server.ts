import { type Kysely, sql } from "kysely";
import { readSettings } from "~/features/core/business/read-settings.server";
import { currentSeller } from "~/features/finance/quotes/document/parties.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { addDays, dubaiDate } from "~/platform/time";
import { business } from "../sample/business";
import { homes, requests } from "../sample/people";
import {
  addContracts,
  BOOKINGS_PER_CONTRACT_VISIT,
  customerUnderContract,
  linkVisitsToContracts,
} from "./contracts.server";
import { addBooks, addCreditNotes, addPayouts } from "./money.server";
import {
  addToCounter,
  chance,
  createBookingCounter,
  dropBookingCounter,
  firstNames,
  id,
  lastNames,
  numbered,
  pick,
} from "./rows.server";
import { addTraces } from "./traces.server";

/*
 * Creates a large company by SQL statements: three years of bookings with visits, quotes, invoices, payments,
 * contracts, credit notes, refunds, emails and the other lists of the office. For performance tests and for
 * trying screens. Bypasses the commands and sends no notifications.
 */

export interface Size {
  bookings: number;
  technicians: number;
}

/** Volume of a maintenance company with twenty vans in each of twenty-five districts. */
export const LARGE: Size = { bookings: 1_000_000, technicians: 500 };

const DAYS = 1_000;
const DAYS_AHEAD = 14;
/** Visits planned under a contract: air conditioning only, or the full check. */
const visitsUnderContract = [
  { service: "hvac", message: "AC service of the contract." },
  { service: "general-maintenance", message: "Electrical and plumbing check of the contract." },
];
/** Visits per technician and day: one in the morning and one after lunch. */
const VISITS_A_DAY = 2;
/** Bookings for which the technicians have time. */
export const maxBookings = (technicians: number) => technicians * DAYS * VISITS_A_DAY;
/** Rows per transaction. */
const STEP = 20_000;
/** Small, because constraints and triggers plan their queries by the known size of a table. */
const FIRST_STEP = 500;

/** Per thousand bookings: 400 customers, 300 invoices, 100 quotes and 20 contracts. */
export async function seedLarge(
  ctx: Ctx,
  { bookings, technicians }: Size,
  tell: (done: number) => void = () => {},
): Promise<void> {
  // Unless the office entered its own.
  await ctx.db
    .updateTable("settings")
    .set({ value: JSON.stringify(business) })
    .where("name", "=", "business")
    .where("version", "=", 1)
    .execute();
  const { db } = ctx;
  const customers = Math.ceil(bookings * 0.4);
  await createBookingCounter(db);
  await switchTriggers(db, "DISABLE");
  await addTechnicians(db, technicians);
  for (let from = 1; from <= customers; from += STEP) {
    await addCustomers(ctx, from, Math.min(from + STEP - 1, customers));
  }
  await sql`VACUUM ANALYZE`.execute(db);
  await switchTriggers(db, "ENABLE");
  await addContracts(ctx, customers);
  await sql`VACUUM ANALYZE`.execute(db);
  await switchTriggers(db, "DISABLE");
  for (let done = 0; done < bookings; ) {
    const from = done + 1;
    done = Math.min(done + (done === 0 ? FIRST_STEP : STEP), bookings);
    const step = { from, to: done, bookings, technicians, customers };
    await db.transaction().execute((db) => addBookings({ ...ctx, db }, step));
    if (from === 1) await sql`VACUUM ANALYZE`.execute(db);
    tell(done);
  }
  await switchTriggers(db, "ENABLE");
  await dropBookingCounter(db);
  await sql`SELECT flag_all_duplicate_customers()`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
  await addCreditNotes(ctx);
  await addPayouts(ctx);
  await addBooks(ctx);
  // Posting day by day in one go leaves thousands of dead row versions of each sum.
  await sql`VACUUM FULL ledger_days`.execute(db);
  await addTraces(ctx, bookings);
  await sql`VACUUM ANALYZE`.execute(db);
}

/** Disables triggers for notifications, and those whose results the inserts already contain. */
async function switchTriggers(db: Kysely<Tables>, to: "DISABLE" | "ENABLE"): Promise<void> {
  const triggers = {
    // Duplicates are flagged at the end.
    customers: ["raise_duplicate_flag"],
    // These fields are inserted with each visit.
    bookings: ["sync_booking_fields_on_insert"],
    visits: ["notify_technicians_of_visit", "notify_paged_technicians", "fill_booking_fields"],
    // The ledger is posted afterwards by the same functions.
    invoices: ["apply_invoice_issue_on_insert", "post_to_ledger_on_insert"],
    payments: ["post_fee_to_ledger"],
    mails: ["notify_mail_state"],
    invoiceLines: ["refuse_issued_line_change"],
    settlements: ["apply_settlement", "post_to_ledger"],
  };
  for (const [table, names] of Object.entries(triggers)) {
    for (const name of names) {
      await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(to)} TRIGGER ${sql.ref(name)}`.execute(db);
    }
  }
}

async function addTechnicians(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`INSERT INTO technicians (id, name, email, phone, on_call, created_at)
    SELECT ${id("technician")}, ${pick(firstNames, 1)} || ' ' || ${pick(lastNames, 2)}, 'technician.' || n || '@rukn.example',
      '+97155' || (1000000 + n), n % 50 = 0, now() - interval '3 years'
    FROM generate_series(1, ${count}::int) AS n`.execute(db);
  await sql`INSERT INTO technician_skills (technician_id, service_id)
    SELECT ${id("technician")}, services.id FROM generate_series(1, ${count}::int) AS n, services
    WHERE NOT services.emergency OR n % 5 = 0`.execute(db);
  await sql`INSERT INTO shifts (technician_id, weekday, start_min, end_min)
    SELECT ${id("technician")}, weekday, 480, 1200 FROM generate_series(1, ${count}::int) AS n, generate_series(1, 7) AS weekday
    WHERE weekday <> 1 + n % 7`.execute(db);
}

/** One in two hundred customers has a rare name. */
const syllables = [
  "bel",
  "dar",
  "fin",
  "gor",
  "hal",
  "jun",
  "kes",
  "lom",
  "mir",
  "nev",
  "pol",
  "rus",
  "tam",
  "vik",
  "wen",
  "zor",
];
const rareName = sql`initcap(${pick(syllables, 7)} || ${pick(syllables, 8)}) || '-' || initcap(${pick(syllables, 9)} || ${pick(syllables, 10)})`;

async function addCustomers({ db }: Ctx, from: number, to: number): Promise<void> {
  await sql`INSERT INTO customers (id, name, email, phone, created_at)
    SELECT ${id("customer")}, ${pick(firstNames, 3)} || ' ' || CASE n % 200 WHEN 101 THEN ${rareName} ELSE ${pick(lastNames, 4)} END, 'customer.' || n || '@example.com',
      '+97150' || (1000000 + n), now() - ${chance(5, 1_000)} * interval '1 day' - n * interval '1 second'
    FROM generate_series(${from}::int, ${to}::int) AS n`.execute(db);
  const home = sql`(${sql.lit(JSON.stringify(homes))}::jsonb -> ${chance(6, homes.length)})`;
  await sql`INSERT INTO properties (id, customer_id, street, building, unit, area, landmark, created_at)
    SELECT ${id("property")}, ${id("customer")}, home ->> 'street', home ->> 'buildingName', (100 + n % 3000)::text,
      home ->> 'area', home ->> 'landmark', now() - interval '3 years'
    FROM (SELECT n, ${home} AS home FROM generate_series(${from}::int, ${to}::int) AS n) AS homes`.execute(
    db,
  );
}

interface Step {
  from: number;
  to: number;
  bookings: number;
  technicians: number;
  customers: number;
}

async function addBookings(ctx: Ctx, step: Step): Promise<void> {
  const { db, now } = ctx;
  const firstDay = addDays(dubaiDate(now), DAYS_AHEAD + 1 - DAYS);
  const requestedWork = sql`(${sql.lit(JSON.stringify(requests))}::jsonb)`;
  const yearly = sql`(${sql.lit(JSON.stringify(visitsUnderContract))}::jsonb)`;
  await sql`CREATE TEMPORARY TABLE made ON COMMIT DROP AS
    WITH slots AS (
      SELECT n, (n - 1) % ${step.technicians}::int + 1 AS technician, under_contract,
        CASE WHEN under_contract THEN ${customerUnderContract(step.customers)} ELSE 1 + (n::bigint * 7919 % ${step.customers}::int)::int END AS customer,
        ((n - 1)::bigint * ${DAYS * VISITS_A_DAY}::int / ${step.bookings}::int)::int AS slot, ${chance(10, 100)} AS fate,
        CASE WHEN under_contract THEN ${yearly} -> (CASE ${chance(21, 3)} WHEN 0 THEN 1 ELSE 0 END) ELSE ${requestedWork} -> ${chance(11, requests.length)} END AS wish
      FROM (SELECT n, n % ${BOOKINGS_PER_CONTRACT_VISIT}::int = 5 AS under_contract FROM generate_series(${step.from}::int, ${step.to}::int) AS n) AS numbers
    ), timed AS (
      SELECT *, (${firstDay}::date + slot / ${VISITS_A_DAY}::int + CASE slot % ${VISITS_A_DAY}::int WHEN 0 THEN time '08:30' ELSE time '14:00' END
          + technician % 3 * interval '30 minutes') AT TIME ZONE 'Asia/Dubai' AS starts_at,
        -- Nobody asks for an emergency days ahead.
        NOT under_contract AND ${chance(12, 25)} = 0 AND slot < ${(DAYS - DAYS_AHEAD - 1) * VISITS_A_DAY}::int AS emergency
      FROM slots
    ), asked AS (
      SELECT timed.*, services.id AS service_id, starts_at + services.duration_min * interval '1 minute' AS ends_at, services.buffer_min, services.name AS service_name,
        least(starts_at - CASE WHEN timed.emergency THEN interval '40 minutes' ELSE (6 + ${chance(13, 90)}) * interval '1 hour' END, ${now}::timestamptz - ${chance(14, 2_880)} * interval '1 minute') AS requested_at
      FROM timed JOIN services ON services.id = CASE WHEN timed.emergency THEN 'emergency' ELSE wish ->> 'service' END
    ), lived AS (
      SELECT *, CASE
          WHEN fate < 6 THEN 'cancelled'
          WHEN fate < 9 THEN 'declined'
          WHEN starts_at > ${now} AND fate < 14 AND requested_at > ${now}::timestamptz - interval '6 hours' THEN 'requested'
          WHEN starts_at > ${now} AND fate < 18 THEN 'confirmed'
          WHEN starts_at > ${now} THEN 'scheduled'
          WHEN ends_at > ${now} AND starts_at < ${now}::timestamptz - interval '16 minutes' AND fate >= 92 THEN 'scheduled'
          WHEN ends_at > ${now} THEN CASE WHEN fate < 50 THEN 'on_site' ELSE 'en_route' END
          -- Nobody was in: within days somebody comes again, and then it is done.
          WHEN starts_at > ${now}::timestamptz - interval '3 days' AND fate < 10 THEN 'no_access'
          WHEN fate < 12 THEN 'closed'
          WHEN starts_at > ${now}::timestamptz - interval '2 days' AND fate < 40 THEN 'work_done'
          ELSE 'completed' END AS state
      FROM asked
    )
    SELECT lived.*, ${id("booking")} AS id,
      people.name, people.email, people.phone, properties.id AS property_id, properties.street, properties.building, properties.unit,
      properties.area, properties.landmark, people.id AS customer_id, coalesce(nullif(price.price_fils, 0), 25000) AS fils, price.id AS price_id,
      price.item, price.mode, price.unit AS price_unit, price.price_fils, price.next_hour_fils,
      NULL::uuid AS contract_id, NULL::text AS contract_kind
    FROM lived JOIN customers AS people ON people.id = ${id("customer", "customer")}
      JOIN properties ON properties.id = ${id("property", "customer")}
      LEFT JOIN LATERAL (SELECT * FROM prices WHERE prices.service_id = lived.service_id AND is_headline ORDER BY effective_from LIMIT 1) AS price ON true`.execute(
    db,
  );
  await sql`ANALYZE made`.execute(db);
  await linkVisitsToContracts(ctx);

  const isDone = sql`state IN ('completed', 'closed', 'work_done')`;
  await sql`INSERT INTO bookings (id, reference, state, version, service_id, emergency, customer_id, property_id, contact_name, contact_email,
      contact_phone, address, address_parts, area, message, preferred_date, preferred_time, estimate_fils, requested_at, contact_due_at,
      responded_at, acknowledged_at, dispatched_at, arrived_at, trade_id)
    SELECT id, ${numbered("BK", "requested_at")}, state, CASE WHEN state = 'requested' THEN 1 WHEN ${isDone} THEN 3 ELSE 2 END, service_id,
      emergency, customer_id, property_id, name, email, phone, street || ', ' || building || ' ' || unit || ', ' || area,
      jsonb_build_object('street', street, 'buildingName', building, 'unitNumber', unit, 'area', area, 'landmark', landmark), area,
      wish ->> 'message', (starts_at AT TIME ZONE 'Asia/Dubai')::date, (starts_at AT TIME ZONE 'Asia/Dubai')::time, price_fils, requested_at,
      requested_at + interval '2 hours', CASE WHEN state <> 'requested' THEN requested_at + (4 + ${chance(15, 150)}) * interval '1 minute' END,
      CASE WHEN emergency AND state <> 'requested' THEN requested_at + interval '4 minutes' END,
      CASE WHEN emergency AND ${isDone} THEN requested_at + interval '15 minutes' END,
      CASE WHEN emergency AND ${isDone} THEN requested_at + (25 + ${chance(16, 120)}) * interval '1 minute' END,
      CASE WHEN emergency THEN wish ->> 'service' END
    FROM made ORDER BY requested_at`.execute(db);
  await addToCounter(db, "BK", "made", "requested_at");

  await sql`INSERT INTO booking_lines (booking_id, position, kind, service_id, price_id, item, name, mode, unit, quantity, unit_fils, next_hour_fils, gross_fils)
    SELECT id, 1, 'work', service_id, price_id, item, service_name, mode, price_unit, 1, price_fils, next_hour_fils, price_fils
    FROM made WHERE price_id IS NOT NULL`.execute(db);
  await sql`INSERT INTO entitlement_uses (booking_id, contract_id, kind, quantity, is_planned_visit)
    SELECT id, contract_id, contract_kind, 1, true FROM made WHERE contract_id IS NOT NULL ORDER BY n`.execute(
    db,
  );
  await sql`INSERT INTO visits (id, booking_id, technician_id, state, starts_at, ends_at, buffer_min, created_at, requested_at, area, trade, departed_at, arrived_at, ended_at)
    SELECT ${id("visit")}, id, ${id("technician", "technician")},
      CASE WHEN ${isDone} THEN 'work_done' WHEN state = 'requested' THEN 'held' ELSE state END, starts_at, ends_at, buffer_min, requested_at, requested_at, area,
      CASE WHEN emergency THEN wish ->> 'service' ELSE service_id END,
      CASE WHEN ${isDone} OR state IN ('en_route', 'on_site', 'no_access') THEN starts_at - interval '20 minutes' END,
      CASE WHEN ${isDone} OR state IN ('on_site', 'no_access') THEN starts_at + (${chance(17, 25)} - 10) * interval '1 minute' END,
      CASE WHEN ${isDone} THEN ends_at - ${chance(18, 15)} * interval '1 minute' WHEN state = 'no_access' THEN ends_at END
    FROM made WHERE state NOT IN ('declined', 'confirmed')`.execute(db);
  await sql`INSERT INTO timeline_entries (booking_id, event, from_state, to_state, from_version, actor_role, at)
    SELECT id, CASE state WHEN 'declined' THEN 'decline' WHEN 'cancelled' THEN 'cancel' ELSE 'confirm' END, 'requested',
      CASE WHEN state IN ('declined', 'cancelled', 'confirmed') THEN state ELSE 'scheduled' END, 1, 'admin', requested_at + interval '20 minutes'
    FROM made WHERE state <> 'requested'
    UNION ALL SELECT id, 'complete', 'scheduled', state, 2, 'admin', ends_at + interval '1 hour' FROM made WHERE ${isDone}`.execute(
    db,
  );
  const { mailDays } = (await readSettings(ctx, "retention")).values;
  await sql`WITH recorded AS (
      INSERT INTO trail (at, type, actor_role, subject_type, subject_id, data, request_id)
      SELECT requested_at, 'booking.requested', 'visitor', 'booking', id, '{"emergency": false, "held": true}', 'large' FROM made ORDER BY requested_at
      RETURNING id, subject_id
    )
    INSERT INTO mails (id, kind, trail_id, recipient, sender_name, subject, html, plain, state, due_at, attempts, created_at, sent_at)
    SELECT ${id("mail")}, 'booking-received', recorded.id, email, 'Rukn', 'We have your request: ' || service_name, '<p>' || replace(text, E'\n', '</p><p>') || '</p>',
      text, 'sent', NULL, 1, requested_at, requested_at + interval '3 seconds'
    FROM recorded JOIN made ON made.id = recorded.subject_id::uuid, LATERAL (SELECT 'Dear ' || name || E',\nwe have your request: ' || (wish ->> 'message')
      || E'\nWe will contact you within two hours. Where: ' || street || ', ' || building || ', ' || area AS text) AS written
    WHERE requested_at > ${now}::timestamptz - ${sql.lit(mailDays)} * interval '1 day'`.execute(db);
  await sql`INSERT INTO reviews (booking_id, rating, comment, created_at, published_at)
    SELECT id, 3 + ${chance(19, 3)}, 'Came on time and left everything clean.', ends_at + interval '1 day', ends_at + interval '2 days'
    FROM made WHERE state = 'completed' AND ${chance(20, 10)} = 0`.execute(db);
  await addQuotes(ctx);
  await addInvoices(ctx);
}

/** One quote per ten bookings, except contract visits; the latest quotes are unanswered. */
async function addQuotes({ db, now }: Ctx): Promise<void> {
  await sql`CREATE TEMPORARY TABLE quoted ON COMMIT DROP AS
    SELECT *, ${id("quote")} AS quote_id, fils * (2 + ${chance(30, 8)}) AS total_fils, CASE
        WHEN quoted_at > ${now}::timestamptz - interval '10 days' THEN (ARRAY['draft', 'sent', 'viewed', 'approved'])[1 + ${chance(31, 4)}]
        ELSE (ARRAY['approved', 'converted', 'converted', 'declined', 'expired', 'withdrawn'])[1 + ${chance(31, 6)}] END AS quote_state
    FROM (SELECT *, requested_at + interval '3 hours' AS quoted_at FROM made WHERE n % 10 = 4) AS made`.execute(
    db,
  );
  await sql`INSERT INTO quotes (id, reference, state, version, customer_id, property_id, booking_id, service_id, total_fils, valid_until,
      created_at, sent_at, viewed_at, answered_at)
    SELECT quote_id, ${numbered("QT", "quoted_at")}, quote_state, 3, customer_id, property_id, id, service_id, total_fils,
      quoted_at::date + 30, quoted_at, CASE WHEN quote_state <> 'draft' THEN quoted_at + interval '1 hour' END,
      CASE WHEN quote_state NOT IN ('draft', 'sent') THEN quoted_at + interval '5 hours' END,
      CASE WHEN quote_state IN ('approved', 'converted', 'declined') THEN quoted_at + interval '1 day' END
    FROM quoted ORDER BY quoted_at`.execute(db);
  await addToCounter(db, "QT", "quoted", "quoted_at");
  await sql`INSERT INTO quote_revisions (quote_id, number, title) SELECT quote_id, 1, service_name FROM quoted`.execute(
    db,
  );
  await sql`INSERT INTO quote_lines (quote_id, revision, position, description, quantity_hundredths, unit_fils, service_id)
    SELECT quote_id, 1, 1, service_name, 100, total_fils, service_id FROM quoted`.execute(db);
  await sql`UPDATE quote_revisions SET sent_at = quoted_at + interval '1 hour' FROM quoted
    WHERE quote_revisions.quote_id = quoted.quote_id AND quote_state <> 'draft'`.execute(db);
  await sql`INSERT INTO quote_answers (quote_id, revision, answer, name, total_fils, at)
    SELECT quote_id, 1, CASE quote_state WHEN 'declined' THEN 'declined' ELSE 'approved' END, name,
      CASE quote_state WHEN 'declined' THEN NULL ELSE total_fils END, quoted_at + interval '1 day'
    FROM quoted WHERE quote_state IN ('approved', 'converted', 'declined')`.execute(db);
}

/** One invoice per three completed bookings, most of them paid. */
async function addInvoices(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const { dueDays } = (await readSettings(ctx, "money")).values;
  const seller = JSON.stringify(await currentSeller(ctx));
  await sql`CREATE TEMPORARY TABLE billed ON COMMIT DROP AS
    SELECT *, ${id("invoice")} AS invoice_id, ${id("payment")} AS payment_id, (issued_at AT TIME ZONE 'Asia/Dubai')::date AS issue_date,
      CASE WHEN ${seller}::jsonb ->> 'trn' IS NULL THEN 0 ELSE round(fils * 5 / 105.0) END AS vat_fils,
      ${chance(40, 100)} < CASE WHEN issued_at < ${now}::timestamptz - interval '60 days' THEN 98 ELSE 55 END AS paid,
      least((issued_at AT TIME ZONE 'Asia/Dubai')::date + ${chance(41, 30)}, ${dubaiDate(now)}::date) AS paid_on,
      (ARRAY['card', 'cash', 'transfer'])[1 + ${chance(43, 3)}] AS method
    FROM (SELECT *, ends_at + interval '1 hour' AS issued_at FROM made
      WHERE contract_id IS NULL AND state IN ('completed', 'closed') AND ends_at < ${now}::timestamptz - interval '1 hour' AND ${chance(42, 100)} < 35) AS made`.execute(
    db,
  );
  await sql`INSERT INTO invoices (id, customer_id, property_id, booking_id, created_at, reference, title, seller, buyer, issued_at,
      issue_date, supply_date, due_date, net_fils, vat_fils, total_fils, uncredited_fils, settled_fils)
    SELECT invoice_id, customer_id, property_id, id, issued_at, ${numbered("INV", "issued_at")},
      CASE WHEN vat_fils > 0 THEN 'simplified-tax-invoice' ELSE 'invoice' END, ${seller}::jsonb,
      jsonb_build_object('name', name, 'address', street || ', ' || area, 'email', email, 'phone', phone, 'trn', null), issued_at,
      issue_date, issue_date, issue_date + ${dueDays}::int, fils - vat_fils, vat_fils, fils, fils, CASE WHEN paid THEN fils ELSE 0 END
    FROM billed`.execute(db);
  await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils, service_id, price_id)
    SELECT invoice_id, 1, service_name, 100, fils, CASE WHEN vat_fils > 0 THEN 5 ELSE 0 END, fils, vat_fils, service_id, price_id FROM billed`.execute(
    db,
  );
  await addToCounter(db, "INV", "billed", "issued_at");
  await sql`INSERT INTO payments (id, customer_id, method, amount_fils, received_on, recorded_at, provider, provider_payment, fee_fils)
    SELECT payment_id, customer_id, method, fils, paid_on, paid_on + interval '12 hours', CASE method WHEN 'card' THEN 'stripe' END,
      CASE method WHEN 'card' THEN 'pi_large_' || n END, CASE method WHEN 'card' THEN round(fils * 0.029) + 100 END
    FROM billed WHERE paid ORDER BY paid_on`.execute(db);
  await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, payment_id, at)
    SELECT invoice_id, 'payment', fils, payment_id, paid_on + interval '12 hours' FROM billed WHERE paid`.execute(
    db,
  );
}
