import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { matchesSearch } from "~/platform/lists/search.server";
import { rounds } from "../../../../test/faults/rounds";
import { createCompany, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { listInvoices } from "../../finance/invoices/office/list-queries.server";
import { findCustomerIds, isCustomerMatching } from "./search.server";

let database: TestDatabase;
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;
const words = [
  "Al",
  "Li",
  "Wu",
  "Aliya",
  "Khalid",
  "Liwan",
  "Umm",
  "7",
  "77",
  "علي",
  "لي",
  "Çelik",
  "%",
  "__",
];

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  const names = Array.from({ length: 400 }, () => Array.from({ length: 3 }, () => pick(words)).join(" "));
  await sql`INSERT INTO customers (id, name, created_at)
    SELECT gen_random_uuid(), name, now() - at * interval '1 minute' FROM unnest(${names}::text[]) WITH ORDINALITY AS made (name, at)`.execute(
    database.db,
  );
  // Several at one instant; a tenth of the customers have most of them.
  await sql`INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, net_fils, total_fils)
    SELECT gen_random_uuid(), 'opening', 'OLD-' || n, id, now() - n % 90 * interval '1 hour', now(), current_date, current_date - n % 20, 100, 100
    FROM (SELECT n, CASE WHEN n % 3 = 0 THEN 1 + n * 7919 % 400 ELSE 1 + n * 7919 % 40 END AS at FROM generate_series(1, 900) AS n) AS made
    JOIN (SELECT id, row_number() OVER (ORDER BY name, id) AS at FROM customers) AS numbered USING (at)`.execute(
    database.db,
  );
  await sql`VACUUM ANALYZE customers`.execute(database.db);
});
afterAll(() => database.drop());

describe("findCustomerIds", () => {
  it("property: finds the same customers by letter pairs as by the whole text", async () => {
    const ctx = officeCtx(database.db);
    for (let round = 0; round < rounds({ short: 20, long: 40 }); round++) {
      const typed = Array.from({ length: 1 + (round % 3) }, () => pick(words)).join(" ");
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM customers WHERE ${isCustomerMatching(typed)}`.execute(database.db);
      const expected = rows.map(({ id }) => id).sort();
      expect((await findCustomerIds(ctx, typed, 1_000))?.sort(), typed).toEqual(expected);
      const isTooCommon = expected.length > 150;
      expect((await findCustomerIds(ctx, typed, 150)) === null, typed).toBe(isTooCommon);
    }
  });

  it("finds a word of two letters by an index", async () => {
    const plan = await database.db.transaction().execute(async (db) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(db);
      const found = sql`SELECT FROM customers WHERE ${matchesSearch("customers", "Customer Wu", { byLetterPairs: true })}`;
      return JSON.stringify((await sql`EXPLAIN ${found}`.execute(db)).rows);
    });
    expect(plan).toContain("Bitmap Index Scan on customers_letter_pairs_idx");
  });
});

describe("matchesOwnTextOrCustomer", () => {
  it("property: pages of a search by customer or number list each invoice once and in order", async () => {
    const ctx = officeCtx(database.db);
    for (let round = 0; round < rounds({ short: 10, long: 30 }); round++) {
      const search = pick([...words, "Al Li", "Wu 77", "OLD-7", "Khalid Umm Al", randomUUID()]);
      const state = pick(["open", "overdue", undefined] as const);
      const limit = pick([1, 7, 50]);
      const order = state
        ? sql`invoices.due_date, invoices.id`
        : sql`invoices.created_at DESC, invoices.id DESC`;
      const { rows } = await sql<{
        id: string;
      }>`SELECT invoices.id FROM invoices JOIN customers ON customers.id = customer_id
        WHERE (${matchesSearch("invoices", search)} OR ${isCustomerMatching(search)})
          AND (${state ?? null}::text IS DISTINCT FROM 'overdue' OR due_date < dubai_day(${ctx.now})) ORDER BY ${order}`.execute(
        database.db,
      );
      const found: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 6; page++) {
        const answer = await listInvoices(ctx, { search, state, limit, cursor });
        found.push(...answer.invoices.map(({ id }) => id));
        if (answer.nextCursor) {
          const refreshed = await listInvoices(ctx, {
            search,
            state,
            limit,
            cursor,
            pageEnd: answer.nextCursor,
          });
          expect(refreshed.invoices, search).toEqual(answer.invoices);
        }
        cursor = answer.nextCursor ?? undefined;
        if (!cursor) break;
      }
      const expected = rows.map(({ id }) => id);
      expect(found, `${search} ${state} ${limit}`).toEqual(cursor ? expected.slice(0, 6 * limit) : expected);
    }
  });
});
