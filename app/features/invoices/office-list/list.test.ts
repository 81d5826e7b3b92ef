import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer } from "../../../../test/harness/company/billing";
import { foundCompany, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { FEW } from "../../customers/search.server";
import { listInvoices } from "./list.server";
import "../../customers/table";
import "../table";

/** What is found in the office's list, by a word that few share and by one that most do: both are looked for in ways of their own. */

const MANY = FEW + 30;

let database: TestDatabase;
let ctx: Ctx;
/** By the number of the invoice, as OLD-0001: who it is for, in some of the words that find them. */
const wordsOf = new Map<string, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await foundCompany(database.db);
  for (let number = 1; number <= MANY; number++) await owe(`Customer${number} Al Ketbi`);
  const merged = await owe("Marco Bianchi", "Marwa Al Hashimi");
  await addCustomer(ctx, { name: "Marwa Al Hashimi", email: null, merged_into: merged, merged_at: ctx.now });
  const housed = await owe("Lina Haddad", "Al Barsha");
  await sql`INSERT INTO properties (customer_id, street, area, created_at)
    VALUES (${housed}, 'Street 7', 'Al Barsha', now())`.execute(database.db);
  await owe("Peter Stone");
});
afterAll(() => database.drop());

/** An invoice that was taken over, of a customer of its own. */
async function owe(name: string, more = ""): Promise<string> {
  const customerId = await addCustomer(ctx, { name, email: null });
  const reference = `OLD-${String(wordsOf.size + 1).padStart(4, "0")}`;
  wordsOf.set(reference, `${reference} ${name} ${more}`);
  const at = new Date(ctx.now.getTime() + wordsOf.size * 1000);
  const sums = { net_fils: 100_00, vat_fils: 0, total_fils: 100_00 };
  const days = { created_at: at, issued_at: at, issue_date: "2026-01-05", due_date: "2026-02-05" };
  const row = { id: crypto.randomUUID(), kind: "opening" as const, reference, customer_id: customerId };
  await database.db
    .insertInto("invoices")
    .values({ ...row, ...days, ...sums })
    .execute();
  return customerId;
}

it.each([
  "Al",
  "al k",
  "Customer",
  "OLD-00",
  "Customer17 ",
  "Hashimi",
  "Barsha",
  "OLD-0007",
  "Peter",
  "nobody at all",
])("finds all by %s, page by page, the newest first, and nobody else", async (search) => {
  const found: (string | null)[] = [];
  let cursor = "";
  do {
    const page = await listInvoices(ctx, { search, limit: 50, cursor });
    found.push(...page.invoices.map(({ reference }) => reference));
    cursor = page.nextCursor ?? "";
  } while (cursor);
  const wanted = [...wordsOf].filter(([, words]) =>
    words.toLowerCase().includes(search.toLowerCase().trim()),
  );
  expect(found).toEqual(wanted.map(([reference]) => reference).reverse());
  const open = await listInvoices(ctx, { search, state: "open", limit: 100 });
  expect(open.invoices).toHaveLength(Math.min(100, wanted.length));
});
