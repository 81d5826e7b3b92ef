import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { openDatabase } from "~/platform/database/open.server";
import { createCompany, officeCtx } from "../test/harness/company/company";

/** Tables with triggers that compute other things than what is searched. */
const FILLED = ["customers", "properties", "bookings", "quotes", "invoices"];
/** Bookings, quotes, invoices and conversations, one each for customers at equal intervals. */
const MAX_RECORDS = 100_000;
const STEP = 20_000;

export interface Customers {
  ctx: Ctx;
  close: () => Promise<void>;
}

/**
 * A company with this number of customers, stored under `.cache/companies` or COMPANIES and created on first use. Seven of ten
 * have the family name Al Ketbi, 7% the name Mohammed, 0.3% محمد, one in a thousand Zubaida, and one is Zephyrine Quill.
 */
export async function openCustomers(customers: number): Promise<Customers> {
  const dataDir = join(process.env.COMPANIES ?? ".cache/companies", `customers-${customers}`);
  mkdirSync(dataDir, { recursive: true });
  const { db, close } = await openDatabase(loadConfig({ DATA_DIR: dataDir }));
  const ctx = officeCtx(db);
  if (!(await db.selectFrom("customers").select("id").limit(1).executeTakeFirst())) {
    await createCompany(db);
    await fill(ctx, customers);
  }
  return { ctx, close };
}

async function fill({ db }: Ctx, customers: number): Promise<void> {
  const startedAt = performance.now();
  const indexes = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexdef LIKE '% USING gin %' AND tablename = ANY(${FILLED}::text[])`.execute(
    db,
  );
  for (const { name } of indexes.rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
  for (const table of FILLED) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db);
  const interval = Math.max(1, customers / MAX_RECORDS);
  for (let from = 1; from <= customers; from += STEP) {
    const to = Math.min(from + STEP - 1, customers);
    await addCustomers({ db }, from, to);
    await addRecords({ db }, from, to, interval);
  }
  for (const table of FILLED) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(db);
  // The indexes of words are built at once, which is faster but longer than a statement may take.
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`SET maintenance_work_mem = '512MB'`.execute(connection);
    for (const { definition } of indexes.rows) await sql.raw(definition).execute(connection);
    await sql`VACUUM ANALYZE`.execute(connection);
    await sql`RESET ALL`.execute(connection);
  });
  console.info(`${customers} customers in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

const id = (kind: number) =>
  sql`(${kind}::text || '0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const nameOf = sql`CASE WHEN n = 777 THEN 'Zephyrine Quill'
    WHEN n % 1000 = 501 THEN 'Zubaida' WHEN n % 1000 < 3 THEN 'محمد' WHEN n % 100 < 7 THEN 'Mohammed' ELSE 'Customer ' || n END
  || CASE WHEN n = 777 THEN '' WHEN n * 7 % 10 < 7 THEN ' Al Ketbi' ELSE ' ' || (ARRAY['Haddad', 'Fernandes', 'Wu', 'Iyer', 'Okafor', 'الشامسي', 'Novak'])[1 + n / 10 % 7] END`;

const rowsOf = (from: number, to: number) =>
  // In the order of time, as they come.
  sql`(SELECT n, '+97150' || (1000000 + n) AS phone, 'c' || n || '@example.com' AS email,
      ${nameOf} AS name, (ARRAY['Marina', 'Mirdif', 'Al Barsha', 'Deira', 'Jumeirah'])[1 + n % 5] AS area,
      now() - (2000000 - n) * interval '1 minute' AS at
    FROM generate_series(${from}::int, ${to}::int) AS n) AS rows`;

async function addCustomers({ db }: Pick<Ctx, "db">, from: number, to: number): Promise<void> {
  const rows = rowsOf(from, to);
  await sql`INSERT INTO customers (id, name, email, phone, created_at, search_text)
    SELECT ${id(1)}, name, email, phone, at, fold_search_text(concat_ws(' ', name, phone, email, 'Street', n % 90, area)) FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO properties (id, customer_id, street, area, created_at)
    SELECT ${id(2)}, ${id(1)}, 'Street ' || n % 90, area, at FROM ${rows}`.execute(db);
}

export async function addRecords(
  { db }: Pick<Ctx, "db">,
  from: number,
  to: number,
  interval: number,
): Promise<void> {
  // Customers with all endings of numbers, on which names depend.
  const some = sql`${rowsOf(from, to)} WHERE n % ${interval}::int = n / ${interval}::int % ${interval}::int`;
  await sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name, contact_email, contact_phone,
      address, address_parts, area, requested_at)
    SELECT ${id(3)}, 'BK-2026-' || lpad((n / ${interval}::int)::text, 6, '0'), 'completed', 'plumbing', false, ${id(1)}, ${id(2)}, name, email, phone,
      'Street ' || n % 90 || ', ' || area, jsonb_build_object('street', 'Street ' || n % 90), area, at FROM ${some}`.execute(
    db,
  );
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at)
    SELECT ${id(4)}, 'QT-2026-' || lpad((n / ${interval}::int)::text, 6, '0'), 'draft', ${id(1)}, at FROM ${some}`.execute(
    db,
  );
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT ${id(5)}, 'opening', 'OLD-' || lpad((n / ${interval}::int)::text, 6, '0'), ${id(1)}, at, at, at::date, at::date + 14, 25000, 25000 FROM ${some}`.execute(
    db,
  );
  await sql`INSERT INTO conversations (id, customer_id, last_message_at) SELECT ${id(6)}, ${id(1)}, at FROM ${some}`.execute(
    db,
  );
  await sql`INSERT INTO conversation_messages (conversation_id, direction, channel, text, provider, provider_id, sent_at)
    SELECT ${id(6)}, 'received', 'whatsapp', 'Hello, the air conditioning of unit ' || n || ' leaks.', 'test', n::text, at FROM ${some}`.execute(
    db,
  );
}
