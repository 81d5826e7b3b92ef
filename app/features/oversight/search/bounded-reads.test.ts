import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOneRunOf, randomOf } from "../../../../test/faults/rounds";
import { createCompany, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { listCustomers } from "../../people/customer-desk/queries.server";
import { searchEverything } from "./queries.server";
import { MAX_PER_KIND } from "./search";

/** More than the newest rows among which a common sound is recognised. */
const CUSTOMERS = 2_100;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterAll(() => database.drop());

const TABLES = ["customers", "properties", "bookings", "quotes", "invoices", "conversations"];

async function addCustomers(from: number, to: number): Promise<void> {
  const { db } = database;
  const id = (kind: number) =>
    sql`(${kind}::text || '0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const rows = sql`(SELECT n, now() + n * interval '1 second' AS at FROM generate_series(${from}::int, ${to}::int) AS n) AS rows`;
  for (const table of TABLES) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db);
  await sql`INSERT INTO customers (id, name, created_at, search_text)
    SELECT ${id(1)}, 'Mohammed ' || n || ' Wu', at, fold_search_text('Mohammed ' || n || ' Wu Marina') FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO properties (id, customer_id, street, area, created_at) SELECT ${id(2)}, ${id(1)}, 'Street', 'Marina', at FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name, contact_phone, address, address_parts, requested_at)
    SELECT ${id(3)}, 'BK-2026-' || lpad(n::text, 6, '0'), 'completed', 'plumbing', false, ${id(1)}, ${id(2)}, 'Mohammed Wu', '+971501234567', 'Marina', '{"street": "Street"}', at
    FROM ${rows}`.execute(db);
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at)
    SELECT ${id(4)}, 'QT-2026-' || lpad(n::text, 6, '0'), 'draft', ${id(1)}, at FROM ${rows}`.execute(db);
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT ${id(5)}, 'opening', 'OLD-' || n, ${id(1)}, at, at, current_date, current_date, 100, 100 FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO conversations (id, customer_id, last_message_at) SELECT ${id(6)}, ${id(1)}, at FROM ${rows}`.execute(
    db,
  );
  for (const table of TABLES) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(db);
  await sql`VACUUM ANALYZE ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(db);
}

/** Rows and index entries that a search reads, and its hits. */
async function countReads(search: string) {
  return await database.db.transaction().execute(async (db) => {
    // Sequential scans are faster on few rows.
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const before = await totalReads(db);
    const found = await searchEverything(officeCtx(db), search);
    return { reads: (await totalReads(db)) - before, found };
  });
}

async function totalReads(db: TestDatabase["db"]): Promise<number> {
  const { rows } = await sql<{
    reads: number;
  }>`SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS reads FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`.execute(db);
  return rows[0]!.reads;
}

// It adds thousands of records for seconds. search-by-sound.test.ts proves what a search finds.
describe.runIf(isOneRunOf(3, randomOf("bounded reads")))("office search", () => {
  it("reads no more for a word that twice as many customers share", { timeout: 120_000 }, async () => {
    const typed = {
      spelling: "Mohammed",
      sound: "Muhammed",
      "other script": "محمد",
      address: "المارينا",
      "two letters": "Wu M",
    };
    await addCustomers(1, CUSTOMERS);
    const before = await readsOf(typed);
    await addCustomers(CUSTOMERS + 1, 2 * CUSTOMERS);
    const after = await readsOf(typed);
    for (const [name, reads] of Object.entries(after)) expect(reads, name).toBeLessThan(1.2 * before[name]!);
  });

  it("finds the only customer of a name among many", async () => {
    await sql`INSERT INTO customers (name, created_at) VALUES ('Zephyrine Quill', '2020-01-01')`.execute(
      database.db,
    );
    for (const typed of ["Zephyrine", "Quill Zeph", "Zefirine"]) {
      const { found } = await countReads(typed);
      expect(found.customers).toMatchObject([{ name: "Zephyrine Quill" }]);
    }
  });

  it("finds an old customer by a rare name beside another spelling of a common one", async () => {
    await sql`INSERT INTO customers (name, created_at) VALUES ('Mohammed Xanthopoulos', '2020-01-01')`.execute(
      database.db,
    );
    for (const typed of ["Mohd Xanthopoulos", "Xantopoulos Muhammed", "محمد Xanthopoulos"]) {
      const { found } = await countReads(typed);
      expect(found.customers, typed).toMatchObject([{ name: "Mohammed Xanthopoulos" }]);
      const { customers } = await listCustomers(officeCtx(database.db), { search: typed, limit: 50 });
      expect(customers, typed).toMatchObject([{ name: "Mohammed Xanthopoulos" }]);
    }
  });
});

async function readsOf(typed: Record<string, string>): Promise<Record<string, number>> {
  const reads: Record<string, number> = {};
  for (const [name, search] of Object.entries(typed)) {
    const counted = await countReads(search);
    expect(counted.found.customers, name).toHaveLength(MAX_PER_KIND);
    expect(counted.found.bookings, name).toHaveLength(MAX_PER_KIND);
    reads[name] = counted.reads;
  }
  return reads;
}
