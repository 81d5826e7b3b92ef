import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInvoices } from "~/features/finance/invoices/office/list-queries.server";
import { compactOpenByDueDate, loadAgeing } from "~/features/finance/invoices/overdue/ageing.server";
import { findStatement } from "~/features/finance/invoices/overdue/statement.server";
import { getMoneyToday } from "~/features/oversight/today/queries.server";
import type { Ctx } from "~/platform/context";
import { createCompany, officeCtx } from "../test/harness/company/company";
import { createTestDatabase } from "../test/harness/servers/database";
import { type Comparison, compareAlternately } from "./compare-alternately";
import { startMeasurement, writeResults } from "./write-results";

/**
 * The most frequent office calls with a thousand invoices and a hundred thousand, in one run. Only the ratio
 * is meaningful.
 */
const FEW = 1_000;
const MANY = 100_000;
/** Ten invoices a customer within a year and a half. One in ten is open, the others are settled. */
const INVOICES_PER_CUSTOMER = 10;
/** Batch size of inserts. */
const BATCH_SIZE = 5_000;

test("measures office calls with many invoices", { timeout: 900_000 }, async () => {
  const databases = { few: await createTestDatabase(), many: await createTestDatabase() };
  // Names of enough customers to fill a page: 17 of 100 and 133 of 10,000.
  const few = await works(await books(databases.few.db, FEW), "Customer 1 Al");
  const many = await works(await books(databases.many.db, MANY), "Customer 77 Al");
  const measured = startMeasurement();
  const result: Record<string, Comparison> = {};
  for (const [name, work] of Object.entries(few)) result[name] = await compareAlternately(work, many[name]!);
  console.table(result);
  writeResults(
    "invoices",
    `${measured(`with ${MANY.toLocaleString("en")} invoices against ${FEW.toLocaleString("en")}`)} Medians in ms.`,
    ["what", "few", "many", "ratio"],
    Object.entries(result).map(([name, { few, many, ratio }]) => [name, few, many, ratio]),
  );
  await Promise.all(Object.values(databases).map((database) => database.drop()));
});

async function books(db: Ctx["db"], count: number): Promise<Ctx> {
  const ctx = officeCtx(db);
  await createCompany(db);
  for (let from = 0; from < count; from += BATCH_SIZE) {
    await add(ctx, from + 1, Math.min(from + BATCH_SIZE, count), count / INVOICES_PER_CUSTOMER);
    // Runs the hourly maintenance of worker and database, so that the next step's triggers have current row
    // counts.
    await compactOpenByDueDate(ctx);
    await sql`VACUUM ANALYZE`.execute(db);
  }
  return ctx;
}

async function add(ctx: Ctx, from: number, to: number, customers: number): Promise<void> {
  const { db } = ctx;
  await sql`INSERT INTO customers (id, name, email, created_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      'Customer ' || n || CASE WHEN n % 10 < 7 THEN ' Al Ketbi' ELSE '' END, 'c' || n || '@example.com', now()
    FROM generate_series(1, ${customers}::int) AS n ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'opening', 'OLD-' || lpad(n::text, 6, '0'),
      ('00000000-0000-4000-8000-' || lpad((1 + (n::bigint * 7919) % ${customers}::int)::text, 12, '0'))::uuid, at, at, at::date, at::date + 14, 25000, 25000
    FROM (SELECT n, now() - (n::bigint * 7919 % ${MANY}::int) * interval '7 minutes' AS at FROM generate_series(${from}::int, ${to}::int) AS n) AS rows`.execute(
    db,
  );
  await sql`WITH made AS (INSERT INTO write_offs (id, invoice_id, amount_fils, reason, recorded_at)
      SELECT gen_random_uuid(), id, 25000, 'Settled', issued_at FROM invoices
      WHERE kind = 'opening' AND state = 'issued' AND right(reference, 1) <> '0' RETURNING *)
    INSERT INTO settlements (invoice_id, kind, amount_fils, write_off_id, at)
      SELECT invoice_id, 'write-off', amount_fils, id, recorded_at FROM made`.execute(db);
}

async function works(ctx: Ctx, name: string): Promise<Record<string, () => Promise<unknown>>> {
  const first = await listInvoices(ctx, { limit: 50 });
  const open = await listInvoices(ctx, { state: "open", limit: 50 });
  expect(first.invoices).toHaveLength(50);
  const customerId = first.invoices[0]!.customer.id;
  const to = ctx.now.toISOString().slice(0, 10);
  return {
    list: () => listInvoices(ctx, { limit: 50 }),
    "next page": () => listInvoices(ctx, { limit: 50, cursor: first.nextCursor! }),
    "open, by due date": () => listInvoices(ctx, { state: "open", limit: 50 }),
    "open, next page": () => listInvoices(ctx, { state: "open", limit: 50, cursor: open.nextCursor! }),
    overdue: () => listInvoices(ctx, { state: "overdue", limit: 50 }),
    "of a customer": () => listInvoices(ctx, { customer: customerId, limit: 50 }),
    "by number": () => listInvoices(ctx, { search: "OLD-000123", limit: 50 }),
    "by a word that most share": () => listInvoices(ctx, { search: "Al", limit: 50 }),
    "by it, open": () => listInvoices(ctx, { search: "Al", state: "open", limit: 50 }),
    "by one name": () => listInvoices(ctx, { search: name, limit: 50 }),
    "by one name, open": () => listInvoices(ctx, { search: name, state: "open", limit: 50 }),
    ageing: () => loadAgeing(ctx),
    "balance of a customer": () => loadAgeing(ctx, customerId),
    "Today's money": () => getMoneyToday(ctx),
    statement: () => findStatement(ctx, { customerId, from: "2020-01-01", to }),
  };
}
