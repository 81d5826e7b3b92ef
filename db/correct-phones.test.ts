import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listCustomers } from "~/features/customer-desk/queries.server";
import { bundledMigrations, migrate } from "~/platform/database/migrate.server";
import { officeCtx } from "../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** A database of before numbers were anything but nine digits behind +971. */

const CORRECTION = "0022-phones";
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const before = Object.entries(bundledMigrations).filter(([name]) => name < CORRECTION);
  await migrate(database.connection, Object.fromEntries(before));
  const { db } = database;
  await sql`INSERT INTO customers (name, phone, created_at) VALUES
    ('Old Landline', '+971045550100', now()), ('Nine Digits', '+971971045550', now()), ('Mobile', '+971501234567', now()),
    ('Twin Again', '+971045550100', now()), ('Nobody Knows', NULL, now()), ('Deleted', '+971000000000', now())`.execute(
    db,
  );
  await sql`INSERT INTO technicians (name, email, phone, created_at)
    VALUES ('Omar Saleh', 'omar@example.com', '+971065550100', now())`.execute(db);
  await sql`INSERT INTO contact_messages (name, email, phone, message, sent_at)
    VALUES ('Old Landline', 'old@example.com', '+971045550100', 'Hello', now())`.execute(db);
  await sql`INSERT INTO services (id, name, summary, icon, duration_min, position)
    VALUES ('plumbing', 'Plumbing', '', 'wrench', 60, 1)`.execute(db);
  await sql`INSERT INTO properties (customer_id, street, created_at)
    SELECT id, 'Al Marsa Street', now() FROM customers WHERE name = 'Old Landline'`.execute(db);
  await sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name,
      contact_phone, address, address_parts, requested_at, contact_due_at)
    SELECT gen_random_uuid(), 'BK-2026-000001', 'requested', 'plumbing', false, customer_id, id, 'Old Landline',
      '+971045550100', street, '{"street": ""}', now(), now() FROM properties`.execute(db);
  await migrate(database.connection);
});
afterAll(() => database.drop());

it("gives landlines back their own number, and leaves every other as it is", async () => {
  const { rows } = await sql<{ name: string; phone: string }>`
    SELECT name, phone FROM customers UNION ALL SELECT name, phone FROM technicians
    UNION ALL SELECT contact_name || '''s booking', contact_phone FROM bookings
    UNION ALL SELECT name || '''s message', phone FROM contact_messages`.execute(database.db);
  expect(Object.fromEntries(rows.map(({ name, phone }) => [name, phone]))).toEqual({
    "Old Landline": "+97145550100",
    "Nine Digits": "+971971045550",
    Mobile: "+971501234567",
    "Twin Again": "+97145550100",
    "Nobody Knows": null,
    Deleted: "+971000000000",
    "Omar Saleh": "+97165550100",
    "Old Landline's booking": "+97145550100",
    "Old Landline's message": "+97145550100",
  });
});

it("lists customers who have one number now, for the office to merge", async () => {
  const ctx = officeCtx(database.db);
  const { customers } = await listCustomers(ctx, { alike: "yes", limit: 10 });
  expect(customers.map(({ name }) => name).sort()).toEqual(["Old Landline", "Twin Again"]);
});

it.each(["045550100", "+0501234567", "+1234567890123456", "+971 4 555 0100"])(
  "keeps %s out from then on",
  async (phone) => {
    const kept = sql`INSERT INTO customers (name, phone, created_at) VALUES ('Wrong', ${phone}, now())`;
    await expect(kept.execute(database.db)).rejects.toThrow("customers_phone_check");
  },
);
