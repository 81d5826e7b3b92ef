import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { csvResponse } from "~/platform/http/download.server";
import { addCustomer } from "../../../../../test/harness/company/billing";
import { officeCtx } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { documentsCsv, exportDocuments } from "./export.server";

/** The export reads pages; this data needs several, with many documents on one day. */

const INVOICES = 4_500;
const DAYS = ["2026-03-01", "2026-03-02"] as const;

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  const customerId = await addCustomer(ctx, { email: null });
  // Triggers are disabled, because posting thousands of documents one by one would take too long.
  for (const table of ["invoices", "credit_notes"])
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(database.db);
  const seller = JSON.stringify({ name: "We" });
  const buyer = JSON.stringify({ name: "Zainab Qasim" });
  await sql`WITH issued AS (
      INSERT INTO invoices (id, kind, reference, customer_id, created_at, issued_at, issue_date, due_date, title, seller, buyer, net_fils, vat_fils, total_fils)
      SELECT gen_random_uuid(), CASE WHEN n % 100 = 0 THEN 'opening' ELSE 'invoice' END, 'INV-2026-' || to_char(n, 'FM000000'), ${customerId},
        now(), now(), CASE WHEN n <= 3000 THEN ${DAYS[0]} ELSE ${DAYS[1]} END::date, ${DAYS[1]}, 'tax-invoice', ${seller}, ${buyer}, n, 1, n + 1
      FROM generate_series(1, ${INVOICES}) AS n
      RETURNING id, reference, issue_date, net_fils, kind
    )
    INSERT INTO credit_notes (id, reference, invoice_id, title, seller, buyer, reason, event_date, issue_date, issued_at, net_fils, vat_fils, total_fils)
    SELECT gen_random_uuid(), replace(reference, 'INV', 'CN'), id, 'tax-credit-note', ${seller}, ${buyer}, 'Agreed', issue_date, issue_date, now(),
      net_fils, 1, net_fils + 1
    FROM issued WHERE net_fils % 3 = 0`.execute(database.db);
});
afterAll(() => database.drop());

const numbers = Array.from({ length: INVOICES }, (_, at) => at + 1);
const invoices = numbers.filter((n) => n % 100 !== 0);
const credited = numbers.filter((n) => n % 3 === 0);
const referenceFor = (prefix: string, n: number) => `${prefix}-2026-${String(n).padStart(6, "0")}`;

async function referencesOf(days: { from?: string; to?: string }): Promise<string[]> {
  const csv = await csvResponse(documentsCsv(await exportDocuments(ctx, days)), "all.csv").text();
  const [, ...lines] = csv.trim().split("\r\n");
  return lines.map((line) => line.split(",")[1]!);
}

it("exports every invoice and credit note once, by day and number", async () => {
  const isFirstDay = (first: boolean) => (n: number) => n <= 3000 === first;
  const expected = [true, false].flatMap((first) => [
    ...credited.filter(isFirstDay(first)).map((n) => referenceFor("CN", n)),
    ...invoices.filter(isFirstDay(first)).map((n) => referenceFor("INV", n)),
  ]);
  expect(await referencesOf({})).toEqual(expected);
});

it("limits the export to the requested days", async () => {
  const later = (n: number) => n > 3000;
  const expected = invoices.filter(later).length + credited.filter(later).length;
  expect(await referencesOf({ from: DAYS[1], to: DAYS[1] })).toHaveLength(expected);
  expect(await referencesOf({ from: DAYS[1] })).toHaveLength(expected);
  expect(await referencesOf({ to: DAYS[0] })).toHaveLength(invoices.length + credited.length - expected);
  expect(await referencesOf({ from: "2026-03-03" })).toEqual([]);
});
