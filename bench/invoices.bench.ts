import { sql } from "kysely";
import { expect, test } from "vitest";
import { gatherOpenByDueDate, readAgeing } from "~/features/invoices/ageing.server";
import { listInvoices } from "~/features/invoices/list.server";
import { findStatement } from "~/features/invoices/statement.server";
import type { Ctx } from "~/platform/context";
import { foundCompany, officeCtx } from "../test/harness/company";
import { createTestDatabase } from "../test/harness/database";

/** What the office asks for all day, at a thousand invoices and at a hundred thousand, in one run: only the ratio means something. */
const FEW = 1_000;
const MANY = 100_000;
/** Ten invoices a customer. One in ten is open, the others are settled; all of the same year and a half. */
const OF_ONE = 10;
const TIMES = 25;
/** What is written at once. */
const STEP = 5_000;

test("invoices", { timeout: 900_000 }, async () => {
  const database = await createTestDatabase();
  const ctx = officeCtx(database.db);
  await foundCompany(database.db);
  await add(ctx, 1, FEW);
  const few = await measure(ctx);
  for (let from = FEW; from < MANY; from += STEP) await add(ctx, from + 1, Math.min(from + STEP, MANY));
  const many = await measure(ctx);
  const result = Object.fromEntries(
    Object.entries(few).map(([name, ms]) => [
      name,
      { few: round(ms), many: round(many[name]!), ratio: round(many[name]! / ms) },
    ]),
  );
  console.table(result);
  await database.drop();
});

const round = (value: number) => Number(value.toFixed(2));

async function add(ctx: Ctx, from: number, to: number): Promise<void> {
  const { db } = ctx;
  await sql`INSERT INTO customers (id, name, email, created_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      'Customer ' || n || CASE WHEN n % 10 < 7 THEN ' Al Ketbi' ELSE '' END, 'c' || n || '@example.com', now()
    FROM generate_series(${Math.ceil(from / OF_ONE)}::int, ${to / OF_ONE}::int) AS n ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'opening', 'OLD-' || lpad(n::text, 6, '0'),
      ('00000000-0000-4000-8000-' || lpad((1 + (n * 7919) % ${to / OF_ONE}::int)::text, 12, '0'))::uuid, at, at, at::date, at::date + 14, 25000, 25000
    FROM (SELECT n, now() - (n::bigint * 7919 % ${MANY}::int) * interval '7 minutes' AS at FROM generate_series(${from}::int, ${to}::int) AS n) AS rows`.execute(
    db,
  );
  await sql`WITH made AS (INSERT INTO write_offs (id, invoice_id, amount_fils, reason, recorded_at)
      SELECT gen_random_uuid(), id, 25000, 'Settled', issued_at FROM invoices
      WHERE kind = 'opening' AND state = 'issued' AND right(reference, 1) <> '0' RETURNING *)
    INSERT INTO settlements (invoice_id, kind, amount_fils, write_off_id, at)
      SELECT invoice_id, 'write-off', amount_fils, id, recorded_at FROM made`.execute(db);
}

async function measure(ctx: Ctx): Promise<Record<string, number>> {
  // As the worker does every hour.
  await gatherOpenByDueDate(ctx);
  await sql`VACUUM ANALYZE`.execute(ctx.db);
  const first = await listInvoices(ctx, { limit: 50 });
  const open = await listInvoices(ctx, { state: "open", limit: 50 });
  expect(first.invoices).toHaveLength(50);
  const customerId = first.invoices[0]!.customer.id;
  const to = ctx.now.toISOString().slice(0, 10);
  return {
    list: await median(() => listInvoices(ctx, { limit: 50 })),
    "next page": await median(() => listInvoices(ctx, { limit: 50, cursor: first.nextCursor! })),
    "open, by due date": await median(() => listInvoices(ctx, { state: "open", limit: 50 })),
    "open, next page": await median(() =>
      listInvoices(ctx, { state: "open", limit: 50, cursor: open.nextCursor! }),
    ),
    overdue: await median(() => listInvoices(ctx, { state: "overdue", limit: 50 })),
    "of a customer": await median(() => listInvoices(ctx, { customer: customerId, limit: 50 })),
    "by number": await median(() => listInvoices(ctx, { search: "OLD-000123", limit: 50 })),
    "by a word that most share": await median(() => listInvoices(ctx, { search: "Al", limit: 50 })),
    "by it, open": await median(() => listInvoices(ctx, { search: "Al", state: "open", limit: 50 })),
    "by one name": await median(() => listInvoices(ctx, { search: "Customer 77 Al", limit: 50 })),
    ageing: await median(() => readAgeing(ctx)),
    statement: await median(() => findStatement(ctx, { customerId, from: "2020-01-01", to })),
  };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 5; warm++) await work();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!;
}
