import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { listBookings } from "~/features/bookings/queries.server";
import { getAgeing } from "~/features/invoices/overdue/ageing.server";
import type { Ctx } from "~/platform/context";
import { officeCtx } from "../../test/harness/company";
import { createTestApp, type TestApp } from "../../test/harness/http-app";
import { seedLarge } from "./large.server";
import { seed } from "./seed.server";

let app: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  app = await createTestApp();
  await seed({ db: app.db, config: { ...app.config, sampleData: false } });
  ctx = officeCtx(app.db);
  await seedLarge(ctx, { bookings: 1_000, technicians: 20 });
}, 120_000);
afterAll(() => app.close());

async function number(what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT (${what})::bigint AS n`.execute(app.db);
  return Number(rows[0]!.n);
}

it("has as many of everything as it should, and its bookings are in the office's list", async () => {
  expect(await number(sql`SELECT count(*) FROM bookings`)).toBe(1_000);
  expect(await number(sql`SELECT count(*) FROM customers`)).toBe(400);
  expect(await number(sql`SELECT count(*) FROM quotes`)).toBe(100);
  expect(await number(sql`SELECT count(*) FROM invoices`)).toBeGreaterThan(250);
  const { bookings, counts } = await listBookings(ctx, { limit: 50 });
  // As calls take them.
  expect(bookings.filter(({ id }) => !z.uuid().safeParse(id).success)).toEqual([]);
  expect(bookings).toHaveLength(50);
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(["completed", "scheduled", "cancelled"]));
});

it("has money as the database would have added it up itself", async () => {
  const wrong = sql`SELECT count(*) FROM invoices
    WHERE settled_fils <> (SELECT coalesce(sum(amount_fils), 0) FROM settlements WHERE invoice_id = invoices.id)
      OR standing_fils <> (SELECT sum(gross_fils) FROM invoice_lines WHERE invoice_id = invoices.id)
      OR vat_fils <> (SELECT sum(vat_fils) FROM invoice_lines WHERE invoice_id = invoices.id)`;
  expect(await number(wrong)).toBe(0);
  const ageing = Object.values(await getAgeing(ctx)).reduce((sum, fils) => sum + fils, 0);
  expect(ageing).toBe(await number(sql`SELECT sum(open_fils) FROM invoices`));
  // No number is missing, none is left over.
  const gaps = sql`SELECT count(*) FROM counters WHERE kind = 'INV' AND value <>
    (SELECT count(*) FROM invoices WHERE split_part(reference, '-', 2)::int = counters.year)`;
  expect(await number(gaps)).toBe(0);
});

it("has books that say what its documents say", async () => {
  const { rows } = await sql`SELECT * FROM ledger_differences()`.execute(app.db);
  expect(rows).toEqual([]);
  expect(await number(sql`SELECT count(*) FROM ledger_entries WHERE kind = 'invoice'`)).toBe(
    await number(sql`SELECT count(*) FROM invoices`),
  );
  expect(await number(sql`SELECT count(*) FROM ledger_days WHERE fresh`)).toBe(0);
});

it("keeps with each visit what its booking has", async () => {
  const wrong = sql`SELECT count(*) FROM visits JOIN bookings ON bookings.id = booking_id
    WHERE trade IS DISTINCT FROM coalesce(trade_id, service_id) OR visits.requested_at IS DISTINCT FROM bookings.requested_at`;
  expect(await number(wrong)).toBe(0);
});

it("leaves every trigger switched on", async () => {
  expect(await number(sql`SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'`)).toBe(0);
});
