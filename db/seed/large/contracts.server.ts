import { type RawBuilder, sql } from "kysely";
import { readSettings } from "~/features/core/business/read-settings.server";
import { currentSeller } from "~/features/finance/quotes/document/parties.server";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import { addToCounter, chance, id, numbered, pick } from "./rows.server";

/** One in this many customers has a contract, renewed every year; as many others have only requested one. */
export const CUSTOMERS_PER_CONTRACT = 40;
/** One in this many bookings belongs to a property with a contract, about three visits a year for each. */
export const BOOKINGS_PER_CONTRACT_VISIT = 12;
/** Numbers of the first customers with a contract and with a contract request. */
const FIRST_CUSTOMER_WITH_CONTRACT = 7;
const FIRST_CUSTOMER_WITH_REQUEST = 27;

const banks = ["Mashreq", "Emirates NBD", "ADCB", "Dubai Islamic Bank"];

/** Number of the customer with a contract chosen for booking `n`. */
export const customerUnderContract = (customers: number) =>
  sql`(${sql.lit(FIRST_CUSTOMER_WITH_CONTRACT)} + ${sql.lit(CUSTOMERS_PER_CONTRACT)} * ((n / ${sql.lit(BOOKINGS_PER_CONTRACT_VISIT)})::bigint * 7919 % ${sql.lit(Math.floor(customers / CUSTOMERS_PER_CONTRACT))}))::int`;

/**
 * Invoices and payments per transaction. Limited, because each row scans all earlier versions of the monthly
 * sums from the same transaction.
 */
const AT_ONCE = 1_000;

/**
 * Adds three years of contracts with their invoices and payments or cheques. The database triggers post and
 * add up as in normal operation.
 */
export async function addContracts(ctx: Ctx, customers: number): Promise<void> {
  // A single connection, because temporary tables must outlive the transactions.
  await ctx.db.connection().execute(async (db) => {
    await addAgreed({ ...ctx, db }, customers);
    await addContractRequests({ ...ctx, db }, customers);
    await sql`DROP TABLE agreed, issued, paid`.execute(db);
  });
}

/** Processes all rows of a temporary table by `place`, a limited number per transaction. */
async function inSteps(
  db: Ctx["db"],
  table: "issued" | "paid",
  work: (db: Ctx["db"], places: RawBuilder<boolean>) => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{
    max: number;
  }>`SELECT coalesce(max(place), 0)::int AS max FROM ${sql.table(table)}`.execute(db);
  for (let from = 1; from <= rows[0]!.max; from += AT_ONCE) {
    const places = sql<boolean>`place BETWEEN ${from}::int AND ${from + AT_ONCE - 1}::int`;
    await db.transaction().execute((db) => work(db, places));
  }
}

async function addAgreed(ctx: Ctx, customers: number): Promise<void> {
  const { db, now } = ctx;
  const today = dubaiDate(now);
  const { dueDays } = (await readSettings(ctx, "money")).values;
  const seller = JSON.stringify(await currentSeller(ctx));
  await sql`CREATE TEMPORARY TABLE agreed AS
    WITH chosen AS (
      SELECT n AS customer, ${today}::date - 990 + ${chance(50, 990)} AS first_day, CASE WHEN ${chance(51, 6)} = 0 THEN 0 ELSE 2 END AS renewals,
        ${chance(52, 4)} = 0 AS by_cheque, ${chance(53, 1_000)} AS taste
      FROM generate_series(${FIRST_CUSTOMER_WITH_CONTRACT}::int, ${customers}::int, ${CUSTOMERS_PER_CONTRACT}::int) AS n
    ), years AS (
      SELECT *, customer * 10 + year AS n, (first_day + year * interval '1 year')::date AS starts_on
      FROM chosen, generate_series(0, 2) AS year WHERE year <= renewals
    ), offered AS (
      SELECT package_prices.id AS price_id, package_id, property_type, price_fils, row_number() OVER (ORDER BY package_id, property_type) - 1 AS place,
        count(*) OVER () AS places
      FROM package_prices WHERE effective_from <= ${today}
    )
    SELECT years.*, starts_on + interval '1 year' - interval '1 day' AS ends_on, ${id("contract")} AS id, ${id("contract invoice")} AS invoice_id,
      ${id("contract payment")} AS payment_id, (starts_on - 3 + time '11:00') AT TIME ZONE 'Asia/Dubai' AS agreed_at,
      (starts_on - 3 + time '12:00') AT TIME ZONE 'Asia/Dubai' AS issued_at, offered.price_id, offered.property_type, price_fils AS fils, packages.*,
      CASE WHEN ${seller}::jsonb ->> 'trn' IS NULL THEN 0 ELSE round(price_fils * 5 / 105.0) END AS vat_fils,
      people.id AS customer_id, people.name AS contact, people.email, people.phone, properties.id AS property_id,
      properties.street || ', ' || properties.building || ' ' || properties.unit || ', ' || properties.area AS address
    FROM years JOIN offered ON place = taste % places
      JOIN (SELECT id AS package_id, name AS package, ac_visits, checks, call_outs, call_out_hours, handyman_hours, emergency_fee, parts_discount,
        parts_included_fils FROM packages) AS packages USING (package_id)
      JOIN customers AS people ON people.id = ${id("customer", "customer")} JOIN properties ON properties.id = ${id("property", "customer")}
    WHERE starts_on <= ${today}::date`.execute(db);
  await sql`ANALYZE agreed`.execute(db);

  await sql`INSERT INTO contracts (id, reference, state, package_id, property_type, price_id, customer_id, property_id, contact_name, contact_email,
      contact_phone, address, requested_at, version, agreed_at, price_fils, starts_on, ends_on, payment_plan, call_out_hours, emergency_fee,
      parts_discount, parts_included_fils, activated_at, renews_contract_id)
    SELECT id, format_reference('AMC', nextval('contract_numbers'), agreed_at), CASE WHEN ends_on < ${today} THEN 'expired' ELSE 'active' END, package_id,
      property_type, price_id, customer_id, property_id, contact, email, phone, address, agreed_at - interval '2 days', 3, agreed_at, fils, starts_on,
      ends_on, CASE WHEN by_cheque THEN 'cheques' ELSE 'upfront' END, call_out_hours, emergency_fee, parts_discount, parts_included_fils,
      agreed_at + interval '1 day', CASE WHEN year > 0 THEN ${id("contract", "(n - 1)")} END
    FROM agreed ORDER BY agreed_at, n`.execute(db);
  await sql`INSERT INTO contract_entitlements (contract_id, kind, total)
    SELECT id, kind, total FROM agreed,
      LATERAL (VALUES ('ac-visit', ac_visits), ('check', checks), ('call-out', call_outs), ('handyman-hour', handyman_hours)) AS each (kind, total)
    WHERE coalesce(total, 1) > 0`.execute(db);

  // Invoices are drafted, filled and issued as in the office.
  await sql`INSERT INTO invoices (id, customer_id, property_id, contract_id, created_at, title, seller, buyer, issue_date, supply_date, due_date,
      net_fils, vat_fils, total_fils)
    SELECT invoice_id, customer_id, property_id, id, issued_at, CASE WHEN vat_fils > 0 THEN 'simplified-tax-invoice' ELSE 'invoice' END, ${seller}::jsonb,
      jsonb_build_object('name', contact, 'address', address, 'email', email, 'phone', phone, 'trn', null), starts_on - 3, starts_on, starts_on - 3 + ${dueDays}::int,
      fils - vat_fils, vat_fils, fils
    FROM agreed ORDER BY issued_at, n`.execute(db);
  await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils)
    SELECT invoice_id, 1, package, 100, fils, CASE WHEN vat_fils > 0 THEN 5 ELSE 0 END, fils, vat_fils FROM agreed`.execute(
    db,
  );
  // The posting triggers read these tables row by row.
  await sql`ANALYZE contracts, contract_entitlements, invoices, invoice_lines`.execute(db);
  await sql`CREATE TEMPORARY TABLE issued AS
    SELECT invoice_id, issued_at, ${numbered("INV", "issued_at")} AS reference, row_number() OVER (ORDER BY issued_at, n) AS place FROM agreed`.execute(
    db,
  );
  await sql`ANALYZE issued`.execute(db);
  await inSteps(db, "issued", (db, places) =>
    sql`UPDATE invoices SET issued_at = issued.issued_at, reference = issued.reference
      FROM issued WHERE id = invoice_id AND ${places}`.execute(db),
  );
  await addToCounter(db, "INV", "agreed", "issued_at");

  // Four cheques, a quarter apart, post-dated; the bank returns one in forty.
  await sql`CREATE TEMPORARY TABLE paid AS SELECT *, row_number() OVER (ORDER BY paid_on, n) AS place FROM (
    SELECT agreed.n, payment_id, invoice_id, customer_id, NULL::uuid AS cheque_id, 'transfer' AS method, starts_on - 2 AS paid_on, fils, 'cleared' AS state
    FROM agreed WHERE NOT by_cheque
    UNION ALL
    SELECT n, payment_id, invoice_id, customer_id, cheque_id, 'cheque', dated, fils, CASE WHEN dated > ${today}::date THEN 'received'
      WHEN dated > ${today}::date - 3 THEN 'deposited' WHEN ${chance(54, 40)} = 0 THEN 'bounced' ELSE 'cleared' END
    FROM (SELECT agreed.n * 10 + quarter AS n, ${id("cheque payment", "(agreed.n * 10 + quarter)")} AS payment_id, invoice_id, customer_id,
      ${id("cheque", "(agreed.n * 10 + quarter)")} AS cheque_id, starts_on + 91 * quarter AS dated,
      CASE quarter WHEN 3 THEN fils - 3 * (fils / 4) ELSE fils / 4 END AS fils
      FROM agreed, generate_series(0, 3) AS quarter WHERE by_cheque) AS quarters) AS payments`.execute(db);
  await sql`ANALYZE paid`.execute(db);
  await inSteps(db, "paid", async (db, places) => {
    await sql`INSERT INTO payments (id, customer_id, method, amount_fils, received_on, recorded_at)
      SELECT payment_id, customer_id, method, fils, paid_on, paid_on + interval '12 hours' FROM paid WHERE state = 'cleared' AND ${places} ORDER BY place`.execute(
      db,
    );
    await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, payment_id, at)
      SELECT invoice_id, 'payment', fils, payment_id, paid_on + interval '12 hours' FROM paid WHERE state = 'cleared' AND ${places} ORDER BY place`.execute(
      db,
    );
  });
  await sql`INSERT INTO cheques (id, customer_id, invoice_id, number, bank, dated, amount_fils, state, version, payment_id, received_at)
    SELECT cheque_id, paid.customer_id, paid.invoice_id, lpad(paid.n::text, 10, '0'), ${pick(banks, 55)}, paid_on, paid.fils, paid.state,
      CASE paid.state WHEN 'received' THEN 1 WHEN 'deposited' THEN 2 ELSE 3 END, CASE paid.state WHEN 'cleared' THEN payment_id END, issued_at
    FROM paid JOIN (SELECT invoice_id, issued_at FROM agreed) AS agreed USING (invoice_id) WHERE cheque_id IS NOT NULL`.execute(
    db,
  );
}

/** Requests of the last two weeks are pending; all others are cancelled. */
async function addContractRequests({ db, now }: Ctx, customers: number): Promise<void> {
  await sql`INSERT INTO contracts (id, reference, state, package_id, property_type, price_id, customer_id, property_id, contact_name, contact_email,
      contact_phone, address, message, requested_at, version, ended_on)
    SELECT ${id("asked contract")}, format_reference('AMC', nextval('contract_numbers'), request_time), CASE WHEN waits THEN 'requested' ELSE 'cancelled' END, package_id,
      property_type, price_id, people.id, properties.id, people.name, email, phone,
      properties.street || ', ' || properties.building || ' ' || properties.unit || ', ' || properties.area, 'Please call us in the morning.', request_time,
      CASE WHEN waits THEN 1 ELSE 2 END, CASE WHEN NOT waits THEN request_time::date + 5 END
    FROM (SELECT *, request_time > ${now}::timestamptz - interval '14 days' AS waits
        FROM (SELECT n, ${now}::timestamptz - ${chance(56, 1_000)} * interval '1 day' - interval '1 hour' AS request_time
          FROM generate_series(${FIRST_CUSTOMER_WITH_REQUEST}::int, ${customers}::int, ${CUSTOMERS_PER_CONTRACT}::int) AS n) AS days) AS asked
      JOIN customers AS people ON people.id = ${id("customer")} JOIN properties ON properties.id = ${id("property")},
      (SELECT id AS price_id, package_id, property_type FROM package_prices ORDER BY id LIMIT 1) AS offered
    ORDER BY request_time, n`.execute(db);
}

/**
 * Links bookings in `made` to the contract of their customer, within its term and remaining entitlement. They
 * cost nothing and have no lines.
 */
export async function linkVisitsToContracts({ db }: Pick<Ctx, "db">): Promise<void> {
  await sql`CREATE TEMPORARY TABLE covered ON COMMIT DROP AS
    SELECT booking_id, contract_id, kind FROM (
      SELECT made.id AS booking_id, contracts.id AS contract_id, entitled.kind, entitled.total, made.state,
        sum((made.state <> 'cancelled')::int) OVER (PARTITION BY contracts.id, entitled.kind ORDER BY made.n)
          + (SELECT count(*) FROM entitlement_uses AS used JOIN bookings ON bookings.id = used.booking_id
            WHERE used.contract_id = contracts.id AND used.kind = entitled.kind AND bookings.state NOT IN ('cancelled', 'declined')) AS taken
      FROM made JOIN contracts ON contracts.customer_id = made.customer_id AND activated_at IS NOT NULL
        AND (made.starts_at AT TIME ZONE 'Asia/Dubai')::date BETWEEN starts_on AND ends_on
        JOIN contract_entitlements AS entitled ON entitled.contract_id = contracts.id
          AND entitled.kind = CASE made.service_id WHEN 'hvac' THEN 'ac-visit' WHEN 'general-maintenance' THEN 'check' END
      WHERE made.under_contract AND made.state NOT IN ('requested', 'declined')
    ) AS wanted WHERE taken <= total`.execute(db);
  await sql`UPDATE made SET contract_id = covered.contract_id, contract_kind = covered.kind, price_id = NULL, price_fils = 0, fils = 0
    FROM covered WHERE made.id = booking_id`.execute(db);
}

const EARNED_AT_ONCE = 500;

/** Recognises contract revenue month by month to the end of last month. */
export async function recogniseContractRevenue({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const through = addDays(`${dubaiDate(now).slice(0, 8)}01`, -1);
  for (;;) {
    const { rows } = await db.transaction().execute((db) =>
      sql`SELECT post_earned_contract_revenue(id, ${through}) FROM (SELECT id FROM contracts
        WHERE activated_at IS NOT NULL AND revenue_recognised_through IS NULL ORDER BY id LIMIT ${EARNED_AT_ONCE}) AS due`.execute(
        db,
      ),
    );
    if (rows.length === 0) return;
  }
}
