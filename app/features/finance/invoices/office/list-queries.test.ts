import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer } from "../../../../../test/harness/company/billing";
import { createCompany, officeCtx } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { MAX_ID_LIST } from "../../../core/customers/search.server";
import { listInvoices } from "./list-queries.server";

/** Search in the office's list with rare and with common words, which use different query plans. */

const MANY = MAX_ID_LIST + 30;

let database: TestDatabase;
let ctx: Ctx;
/** Searchable text by reference, such as OLD-0001. */
const searchTextByReference = new Map<string, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await createCompany(database.db);
  for (let number = 1; number <= MANY; number++) await createOpeningInvoice(`Customer${number} Al Ketbi`);
  const merged = await createOpeningInvoice("Marco Bianchi", "Marwa Al Hashimi");
  await addCustomer(ctx, { name: "Marwa Al Hashimi", email: null, mergedInto: merged, mergedAt: ctx.now });
  const housed = await createOpeningInvoice("Lina Haddad", "Al Barsha");
  await sql`INSERT INTO properties (customer_id, street, area, created_at)
    VALUES (${housed}, 'Street 7', 'Al Barsha', now())`.execute(database.db);
  await createOpeningInvoice("Peter Stone");
});
afterAll(() => database.drop());

/** Creates a customer with an opening balance. */
async function createOpeningInvoice(name: string, more = ""): Promise<string> {
  const customerId = await addCustomer(ctx, { name, email: null });
  const reference = `OLD-${String(searchTextByReference.size + 1).padStart(4, "0")}`;
  searchTextByReference.set(reference, `${reference} ${name} ${more}`);
  const at = new Date(ctx.now.getTime() + searchTextByReference.size * 1000);
  const sums = { netFils: 100_00, vatFils: 0, totalFils: 100_00 };
  const days = { createdAt: at, issuedAt: at, issueDate: "2026-01-05", dueDate: "2026-02-05" };
  const row = { id: crypto.randomUUID(), kind: "opening" as const, reference, customerId };
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
])('returns exactly the matches of "%s", newest first, across pages', async (search) => {
  const found: (string | null)[] = [];
  let cursor = "";
  do {
    const page = await listInvoices(ctx, { search, limit: 50, cursor });
    found.push(...page.invoices.map(({ reference }) => reference));
    cursor = page.nextCursor ?? "";
  } while (cursor);
  const expected = [...searchTextByReference].filter(([, words]) =>
    words.toLowerCase().includes(search.toLowerCase().trim()),
  );
  expect(found).toEqual(expected.map(([reference]) => reference).reverse());
  const open = await listInvoices(ctx, { search, state: "open", limit: 100 });
  expect(open.invoices).toHaveLength(Math.min(100, expected.length));
});
