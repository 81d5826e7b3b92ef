import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { test } from "vitest";
import {
  getBookingFigures,
  getFunnelFigures,
  getQuoteFigures,
  getResponseTargetFigures,
  getRevenueFigures,
  getTechnicianFigures,
  getWorkFigures,
} from "~/features/oversight/analytics/queries.server";
import { countPageDays, mergeTallies } from "~/features/oversight/analytics/tallies.server";
import { getMoneyToday } from "~/features/oversight/today/queries.server";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import { addCustomer } from "../test/harness/company/billing";
import { createCompany, officeCtx } from "../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";
import { compareAlternately } from "./compare-alternately";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Measures each analytics figure over three years of a million bookings, five hundred technicians and three hundred
 * thousand invoices, in ms; the limit is 300. Technician analytics at a million bookings take at most 1.5 times those at
 * a thousand where both companies have the same technicians at work, so that both show as many rows.
 */
const FEW = 1_000;
const BOOKINGS = Number(process.env.FIGURES_BOOKINGS ?? 1_000_000);
const TECHNICIANS = 500;
/** A thousand bookings give each of them work in 30 days. */
const COMPARED_TECHNICIANS = 10;
const DAYS = 1_095;
const TIMES = 7;

test("measures the figures of analytics", { timeout: 1_800_000 }, async () => {
  const databases: TestDatabase[] = [];
  const open = async (bookings: number, technicians: number) => {
    const database = await createTestDatabase();
    databases.push(database);
    return openFigures(database, bookings, technicians);
  };
  try {
    console.table(await measureFigures(await open(BOOKINGS, TECHNICIANS)));
    const few = await open(FEW, COMPARED_TECHNICIANS);
    const many = await open(BOOKINGS, COMPARED_TECHNICIANS);
    const measured = startMeasurement();
    const rows: (string | number)[][] = [];
    for (const [range, days] of Object.entries(rangesUntil(many.now))) {
      const read = (ctx: Ctx) => () => getTechnicianFigures(ctx, { ...days, against: "before" });
      const { few: fewMs, many: manyMs, ratio } = await compareAlternately(read(few), read(many));
      rows.push([range, fewMs, manyMs, ratio]);
    }
    console.table(rows);
    writeResults(
      "figures",
      `${measured(`with ${BOOKINGS.toLocaleString("en")} bookings against ${FEW.toLocaleString("en")}, by ${COMPARED_TECHNICIANS} technicians`)} Medians in ms.`,
      ["technicians", "few", "many", "ratio"],
      rows,
    );
  } finally {
    for (const database of databases) await database.drop();
  }
});

async function openFigures(database: TestDatabase, bookings: number, technicians: number): Promise<Ctx> {
  const ctx = officeCtx(database.db);
  await createCompany(database.db);
  const customerId = await addCustomer(ctx);
  // A separate connection without timeout for slow statements.
  const slowClient = new Kysely({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: database.connectionString, max: 1 }),
    }),
  });
  await add(slowClient as Ctx["db"], ctx.now, customerId, { bookings, technicians });
  await slowClient.destroy();
  return ctx;
}

function rangesUntil(now: Date) {
  const today = dubaiDate(now);
  return {
    today: { from: today, to: today },
    "30 days": { from: addDays(today, -29), to: today },
    "a year": { from: addDays(today, -364), to: today },
    "all of it": { from: addDays(today, -DAYS), to: today },
  };
}

/** Median times in ms by figure and range. */
async function measureFigures(ctx: Ctx): Promise<Record<string, Record<string, number>>> {
  const figures = {
    bookings: getBookingFigures,
    funnel: getFunnelFigures,
    responseTargets: getResponseTargetFigures,
    work: getWorkFigures,
    technicians: getTechnicianFigures,
    revenue: getRevenueFigures,
    quotes: getQuoteFigures,
  };
  const result: Record<string, Record<string, number>> = {
    // This month and last month, as on the Today page.
    "money today": { "30 days": await median(() => getMoneyToday(ctx)) },
  };
  for (const [name, read] of Object.entries(figures)) {
    result[name] = {};
    for (const [range, days] of Object.entries(rangesUntil(ctx.now))) {
      result[name][range] = await median(() => read(ctx, { ...days, against: "before" as const }));
    }
  }
  return result;
}

/** Inserts rows of several years without triggers; the totals are computed at the end. */
async function add(
  db: Ctx["db"],
  now: Date,
  customerId: string,
  { bookings, technicians }: { bookings: number; technicians: number },
): Promise<void> {
  const startedAt = performance.now();
  const logDuration = (label: string) =>
    console.info(`${label}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const table of ["bookings", "visits", "reviews", "invoices", "invoice_lines"])
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db);
  // Drops indexes and constraints that no figure uses and that take minutes to maintain.
  await sql`ALTER TABLE visits DROP CONSTRAINT visits_no_double_booking_excl`.execute(db);
  await sql`DROP INDEX bookings_search_idx, invoices_search_idx, quotes_search_idx`.execute(db);
  const { rows } = await sql<{ id: string }>`INSERT INTO properties (customer_id, street, area, created_at)
    VALUES (${customerId}, 'Street 7', 'Deira', now()) RETURNING id`.execute(db);
  const propertyId = rows[0]!.id;
  await sql`INSERT INTO technicians (id, name, email, phone, created_at)
    SELECT ('30000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Technician ' || n, 't' || n || '@company.example',
      '+97150' || (2000000 + n), now() FROM generate_series(0, ${technicians - 1}) AS n`.execute(db);
  await sql`INSERT INTO shifts (technician_id, weekday, start_min, end_min)
    SELECT id, weekday, 480, 1080 FROM technicians CROSS JOIN generate_series(1, 6) AS weekday
    WHERE name LIKE 'Technician %'`.execute(db);
  await sql`INSERT INTO time_off (technician_id, during)
    SELECT id, tstzrange(${now}::timestamptz - n * interval '70 days', ${now}::timestamptz - n * interval '70 days' + interval '5 days')
    FROM technicians CROSS JOIN generate_series(0, 14) AS n`.execute(db);
  await sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name, contact_phone, address,
      address_parts, area, requested_at, contact_due_at, responded_at, arrived_at, warranty_of_id)
    SELECT ('40000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'BK-' || (2000 + n / 999999) || '-' || lpad((n % 999999)::text, 6, '0'),
      CASE WHEN n % 12 = 0 THEN 'cancelled' ELSE 'completed' END, CASE WHEN n % 8 = 0 THEN 'emergency' ELSE 'plumbing' END, n % 8 = 0,
      ${customerId}, ${propertyId}, 'Somebody', '+971501234567', 'Street 7', '{"street": "Street 7"}', 'Area ' || n * 7 % 150, at,
      CASE WHEN n % 5 > 0 THEN at + interval '2 hours' END, at + n % 300 * n % 7 * interval '1 minute',
      CASE WHEN n % 8 = 0 THEN at + n % 180 * interval '1 minute' END,
      CASE WHEN n % 20 = 0 AND n > 9000 THEN ('40000000-0000-4000-8000-' || lpad((n - 9000)::text, 12, '0'))::uuid END
    FROM (SELECT n, ${now}::timestamptz - (${bookings} - n) * (interval '1 day' * ${DAYS} / ${bookings}::float8) AS at
      FROM generate_series(1, ${bookings}) AS n) AS rows`.execute(db);
  logDuration("bookings");
  await sql`INSERT INTO visits (id, booking_id, technician_id, state, starts_at, ends_at, buffer_min, arrived_at, ended_at, during, created_at)
    SELECT ('50000000' || substr(id::text, 9))::uuid, id,
      ('30000000-0000-4000-8000-' || lpad((right(id::text, 12)::bigint * 13 % ${technicians})::text, 12, '0'))::uuid, 'work_done',
      at, at + interval '2 hours', 30, at + right(id::text, 2)::integer % 30 * interval '1 minute', at + interval '100 minutes',
      tstzrange(at, at + interval '100 minutes'), at
    FROM (SELECT id, requested_at + interval '26 hours' AS at FROM bookings WHERE state <> 'cancelled') AS rows`.execute(
    db,
  );
  logDuration("visits");
  await sql`INSERT INTO reviews (booking_id, service_id, rating, created_at)
    SELECT id, service_id, 1 + right(id::text, 1)::integer % 5, requested_at + interval '3 days' FROM bookings WHERE right(id::text, 1) = '7'`.execute(
    db,
  );
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, booking_id, created_at, issued_at, issue_date, due_date, title, seller, buyer,
      net_fils, vat_fils, total_fils)
    SELECT ('60000000' || substr(id::text, 9))::uuid, 'invoice', 'INV-2026-' || right(id::text, 6), ${customerId}, id, at, at, at::date, at::date,
      'tax-invoice', '{}', '{}', 20000, 1000, 21000
    FROM (SELECT id, requested_at + interval '30 hours' AS at FROM bookings WHERE right(id::text, 12)::bigint % 10 IN (1, 4, 7)) AS rows
    LIMIT ${Math.round(bookings * 0.3)}`.execute(db);
  await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils)
    SELECT id, line, 'Work', 100, 10500, 5, 10500, 500 FROM invoices CROSS JOIN generate_series(1, 2) AS line`.execute(
    db,
  );
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at, sent_at, answered_at, valid_until, total_fils)
    SELECT ('70000000' || substr(id::text, 9))::uuid, 'QT-2026-' || right(id::text, 6),
      CASE WHEN right(id::text, 2)::integer % 3 = 0 THEN 'declined' ELSE 'converted' END, ${customerId}, issued_at, issued_at, issued_at, due_date, 21000
    FROM invoices`.execute(db);
  await sql`INSERT INTO web_tracking_events (day, page_load, name, path)
    SELECT (${now}::timestamptz - n % 400 * interval '1 day')::date, md5(n::text), 'page_view', '/' FROM generate_series(1, ${bookings}) AS n`.execute(
    db,
  );
  // Daily sums of these invoices: a row per day and account, for revenue also per service.
  await sql`INSERT INTO ledger_days (day, account, service_id, vat, emirate, debit_fils, credit_fils, unmerged)
    SELECT issue_date, account, service, 'standard', 'DXB', sum(CASE account WHEN 'receivables' THEN total_fils ELSE 0 END),
      sum(CASE account WHEN 'revenue' THEN net_fils WHEN 'output-vat' THEN vat_fils ELSE 0 END), false
    FROM (SELECT *, CASE right(id::text, 2)::integer % 8 WHEN 0 THEN 'emergency' ELSE 'plumbing' END AS worked FROM invoices) AS issued
    CROSS JOIN LATERAL (VALUES ('receivables', ''), ('output-vat', ''), ('revenue', worked)) AS parts (account, service)
    GROUP BY issue_date, account, service`.execute(db);
  logDuration("money and pages");
  await sql`SELECT recount_tallies()`.execute(db);
  await mergeTallies({ db, now } as Ctx);
  await countPageDays({ db, now } as Ctx);
  logDuration("counted");
  await sql`VACUUM ANALYZE`.execute(db);
  logDuration("analysed");
}

async function median(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return Number(times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!.toFixed(1));
}
