import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { getAgeing } from "~/features/finance/invoices/overdue/ageing.server";
import { listBookings } from "~/features/operations/bookings/office/list-queries.server";
import { fileEarlierRequests } from "~/features/people/inbox/file-requests.server";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import { officeCtx } from "../../../test/harness/company/company";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { seed } from "../seed.server";
import { readSize } from "./command.server";
import { seedLarge } from "./large.server";

let app: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  app = await createTestApp();
  await seed({ db: app.db, config: { ...app.config, sampleData: false } });
  ctx = officeCtx(app.db);
  await seedLarge(ctx, { bookings: 1_000, technicians: 20 });
}, 120_000);
afterAll(() => app.close());

it("reads numbers of bookings and technicians whose visits fit into their days", () => {
  expect(readSize([])).toEqual({ bookings: 1_000_000, technicians: 500 });
  expect(readSize(["20000"])).toEqual({ bookings: 20_000, technicians: 500 });
  expect(readSize(["24000", "12"])).toEqual({ bookings: 24_000, technicians: 12 });
  for (const refused of [["24001", "12"], ["999"], ["20000", "4"], ["20000", "501"], ["many"]]) {
    expect(readSize(refused)).toBeNull();
  }
});

async function number(what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT (${what})::bigint AS n`.execute(app.db);
  return Number(rows[0]!.n);
}

it("creates the expected number of records and lists its bookings", async () => {
  expect(await number(sql`SELECT count(*) FROM bookings`)).toBe(1_000);
  expect(await number(sql`SELECT count(*) FROM customers`)).toBe(400);
  expect(await number(sql`SELECT count(*) FROM quotes`)).toBe(100);
  expect(await number(sql`SELECT count(*) FROM invoices`)).toBeGreaterThan(250);
  const { bookings, counts } = await listBookings(ctx, { limit: 50, counts: "yes" });
  // The API calls validate ids as UUIDs.
  expect(bookings.filter(({ id }) => !z.uuid().safeParse(id).success)).toEqual([]);
  expect(bookings).toHaveLength(50);
  expect(Object.keys(counts ?? {})).toEqual(expect.arrayContaining(["completed", "scheduled", "cancelled"]));
});

it("matches invoice totals and open amounts with their lines and settlements", async () => {
  const wrong = sql`SELECT count(*) FROM invoices
    WHERE settled_fils <> (SELECT coalesce(sum(amount_fils), 0) FROM settlements WHERE invoice_id = invoices.id)
      OR uncredited_fils <> (SELECT sum(gross_fils) FROM invoice_lines WHERE invoice_id = invoices.id)
        - (SELECT coalesce(sum(gross_fils), 0) FROM credit_note_lines WHERE invoice_id = invoices.id)
      OR vat_fils <> (SELECT sum(vat_fils) FROM invoice_lines WHERE invoice_id = invoices.id)`;
  expect(await number(wrong)).toBe(0);
  const ageing = Object.values(await getAgeing(ctx)).reduce((sum, fils) => sum + fils, 0);
  expect(ageing).toBe(await number(sql`SELECT sum(open_fils) FROM invoices`));
  // Reference numbers have no gaps.
  const gaps = sql`SELECT count(*) FROM counters WHERE kind IN ('INV', 'CN') AND value <>
    (SELECT count(*) FROM (SELECT reference FROM invoices UNION ALL SELECT reference FROM credit_notes) AS documents
      WHERE reference LIKE counters.kind || '-' || counters.year || '-%')`;
  expect(await number(gaps)).toBe(0);
});

it("posts every document to the ledger without differences", async () => {
  const { rows } = await sql`SELECT * FROM ledger_differences()`.execute(app.db);
  expect(rows).toEqual([]);
  expect(await number(sql`SELECT count(*) FROM ledger_entries WHERE kind = 'invoice'`)).toBe(
    await number(sql`SELECT count(*) FROM invoices`),
  );
  expect(await number(sql`SELECT count(*) FROM ledger_days WHERE unmerged`)).toBe(0);
});

it("links contracts to their visits within the entitlement and recognises revenue", async () => {
  expect(await number(sql`SELECT count(*) FROM contracts WHERE state = 'active'`)).toBeGreaterThan(5);
  expect(
    await number(sql`SELECT count(*) FROM contracts WHERE renews_contract_id IS NOT NULL`),
  ).toBeGreaterThan(3);
  expect(await number(sql`SELECT count(*) FROM entitlement_uses`)).toBeGreaterThan(20);
  expect(
    await number(sql`SELECT count(*) FROM entitlement_balances WHERE used + planned > total`),
    "used beyond what there is",
  ).toBe(0);
  const elsewhere = sql`SELECT count(*) FROM entitlement_uses JOIN contracts ON contracts.id = contract_id JOIN visits USING (booking_id)
    JOIN bookings ON bookings.id = booking_id
    WHERE bookings.property_id <> contracts.property_id OR estimate_fils <> 0
      OR NOT (visits.starts_at AT TIME ZONE 'Asia/Dubai')::date BETWEEN starts_on AND ends_on`;
  expect(await number(elsewhere)).toBe(0);
  // Revenue of past years is recognised in full, none of future months.
  const ahead = sql`SELECT coalesce(sum(credit_fils - debit_fils), 0) FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id
    WHERE account = 'deferred-contract-revenue'`;
  const left = await number(ahead);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(
    await number(
      sql`SELECT sum(total_fils) FROM invoices JOIN contracts ON contracts.id = contract_id WHERE contracts.state = 'active'`,
    ),
  );
});

it("fills every list of the office and posts each kind of ledger entry", async () => {
  const admin = {
    email: "list@company.example",
    password: "a password of the office",
    role: "admin" as const,
  };
  await app.addUser(admin);
  const headers = { Cookie: await app.signIn(admin) };
  const today = dubaiDate(ctx.now);
  const days = `from=${addDays(today, -1_094)}&to=${today}`;
  const lists = [
    ...[
      "bookings",
      "customers",
      "quotes",
      "invoices",
      "payments",
      "payouts",
      "cheques",
      "contracts",
      "inbox",
    ],
    ...["mails", "security-cases", "client-errors", "reviews", "activity", "books/entries"],
    ...[`books/vat-documents?${days}&box=DXB`, `figures/invoiced-lines?${days}&service=hvac`],
  ];
  // The worker files requests hourly.
  await fileEarlierRequests(ctx);
  const empty = [];
  for (const path of lists) {
    const answer = await app.http.request(`/api/admin/${path}`, { headers });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    const rows = Object.values((await answer.json()) as object).find((value) => Array.isArray(value));
    if (rows?.length === 0) empty.push(path);
  }
  expect(empty).toEqual([]);
  const { rows } = await sql<{
    kind: string;
  }>`SELECT DISTINCT kind FROM ledger_entries ORDER BY kind`.execute(app.db);
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      "cheque-in",
      "contract-revenue",
      "credit-note",
      "fee",
      "invoice",
      "payment",
      "payout",
      "refund",
    ]),
  );
});

it("copies the fields of each booking to its visits", async () => {
  const wrong = sql`SELECT count(*) FROM visits JOIN bookings ON bookings.id = booking_id
    WHERE trade IS DISTINCT FROM coalesce(trade_id, service_id) OR visits.requested_at IS DISTINCT FROM bookings.requested_at`;
  expect(await number(wrong)).toBe(0);
});

it("leaves every trigger enabled", async () => {
  expect(await number(sql`SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'`)).toBe(0);
});
