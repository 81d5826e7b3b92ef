import { sql } from "kysely";
import { test } from "vitest";
import { searchCustomers } from "~/features/core/customers/queries.server";
import { listInvoices } from "~/features/finance/invoices/office/list-queries.server";
import { listQuotes } from "~/features/finance/quotes/office/list-queries.server";
import { listBookings } from "~/features/operations/bookings/office/list-queries.server";
import { searchEverything } from "~/features/oversight/search/queries.server";
import { MAX_PER_KIND as limit } from "~/features/oversight/search/search";
import { listConversations } from "~/features/people/inbox/queries.server";
import type { Ctx } from "~/platform/context";
import { createCompany, officeCtx } from "../test/harness/company/company";
import { createTestDatabase } from "../test/harness/servers/database";

/**
 * Searches of the office's command palette after each pause in typing, with a thousand customers, quotes and
 * invoices and with a hundred thousand.
 */
const FEW = 1_000;
const MANY = 100_000;
const TIMES = 9;
/** A unique name, a common name, a number, a phone number, an email; by sound a rare name and one of most customers. */
const TYPED = [
  "Customer 77 Al",
  "Al K",
  "OLD-000123",
  "0501000077",
  "c777@example.com",
  "Muhammed",
  "الكتبي",
];

test("measures searches of the command palette", { timeout: 900_000 }, async () => {
  const database = await createTestDatabase();
  const ctx = officeCtx(database.db);
  await createCompany(database.db);
  await add(ctx, 1, FEW);
  const few = await measure(ctx);
  await add(ctx, FEW + 1, MANY);
  const many = await measure(ctx);
  console.table(
    Object.fromEntries(
      Object.entries(few).map(([name, ms]) => [name, { "few, ms": ms, "many, ms": many[name]! }]),
    ),
  );
  await database.drop();
});

/** The contact of each new customer takes a lock for the transaction. */
const BATCH = 1_000;

async function add(ctx: Ctx, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += BATCH)
    await addBatch(ctx, first, Math.min(to, first + BATCH - 1));
}

async function addBatch({ db }: Ctx, from: number, to: number): Promise<void> {
  await sql`INSERT INTO customers (id, name, email, phone, created_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      CASE n % 500 WHEN 0 THEN 'محمد ' ELSE 'Customer ' END || n || CASE WHEN n % 10 < 7 THEN ' Al Ketbi' ELSE '' END, 'c' || n || '@example.com',
      '+97150' || (1000000 + n), now() - n * interval '1 minute'
    FROM generate_series(${from}::int, ${to}::int) AS n`.execute(db);
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'opening', 'OLD-' || lpad(n::text, 6, '0'),
      ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, at, at, at::date, at::date + 14, 25000, 25000
    FROM (SELECT n, now() - n * interval '7 minutes' AS at FROM generate_series(${from}::int, ${to}::int) AS n) AS rows`.execute(
    db,
  );
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at)
    SELECT ('20000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'QT-2026-' || lpad(n::text, 6, '0'), 'draft',
      ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, now() - n * interval '5 minutes'
    FROM generate_series(${from}::int, ${to}::int) AS n`.execute(db);
}

async function measure(ctx: Ctx): Promise<Record<string, number>> {
  await sql`VACUUM ANALYZE`.execute(ctx.db);
  const kinds = {
    bookings: (search: string) => listBookings(ctx, { search, limit }),
    quotes: (search: string) => listQuotes(ctx, { search, limit }),
    invoices: (search: string) => listInvoices(ctx, { search, limit }),
    customers: (search: string) => searchCustomers(ctx, search),
    inbox: (search: string) => listConversations(ctx, { search, limit }),
    "all of them": (search: string) => searchEverything(ctx, search),
  };
  const result: Record<string, number> = {};
  for (const [kind, find] of Object.entries(kinds)) {
    for (const typed of TYPED) result[`${kind}: ${typed}`] = await median(() => find(typed));
  }
  return result;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  for (let warmUp = 0; warmUp < 3; warmUp++) await work();
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return Number(times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!.toFixed(1));
}
