import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listServices } from "~/features/catalogue/queries.server";
import { bundledMigrations, migrate } from "~/platform/database/migrate.server";
import { officeCtx } from "../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** A database of before bookings had lines, and of before an emergency's uplift was told apart. */

const LINES = "0036-booking-lines";
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const before = Object.entries(bundledMigrations).filter(([name]) => name < LINES);
  await migrate(database.connection, Object.fromEntries(before));
  const { db } = database;
  await sql`INSERT INTO services (id, name, summary, icon, duration_min, position, emergency) VALUES
    ('plumbing', 'Plumbing', '', 'wrench', 60, 1, false), ('tiling', 'Tiling', '', 'grid', 60, 2, false),
    ('emergency', 'Emergency', '', 'siren', 120, 3, true)`.execute(db);
  await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, next_fils, emergency_uplift, lead, effective_from)
    VALUES ('plumbing', 'call-out', 'Call-out', 'hourly', 'hour', 15000, 14000, 50, true, '2026-01-01'),
      ('tiling', 'survey', 'Tiling', 'survey', '', NULL, NULL, 50, true, '2026-01-01'),
      ('emergency', 'call-out', 'Emergency call-out', 'hourly', 'hour', 20000, 20000, 50, true, '2025-01-01'),
      ('emergency', 'call-out', 'Emergency call-out', 'hourly', 'hour', 22500, 22500, 50, true, '2026-01-01')`.execute(
    db,
  );
  await sql`WITH customer AS (INSERT INTO customers (name, phone, created_at)
      VALUES ('Aisha Al Marri', '+971501234567', now()) RETURNING id),
    property AS (INSERT INTO properties (customer_id, street, created_at)
      SELECT id, 'Al Marsa Street', now() FROM customer RETURNING id, customer_id)
    INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name,
      contact_phone, address, address_parts, price_id, estimate_fils, requested_at, contact_due_at)
    SELECT gen_random_uuid(), reference, 'requested', of_service, of_service = 'emergency', customer_id,
      property.id, 'Aisha Al Marri', '+971501234567', '-', '{"street": "-"}', prices.id, estimate, now(), now()
    FROM property, (VALUES ('BK-2026-000001', 'plumbing', 15000, true), ('BK-2026-000002', 'tiling', NULL, true),
        ('BK-2026-000003', 'emergency', 22500, true), ('BK-2026-000004', 'plumbing', 0, false))
        AS booked (reference, of_service, estimate, priced)
      LEFT JOIN prices ON priced AND prices.service_id = of_service AND effective_from = '2026-01-01'`.execute(
    db,
  );
  await migrate(database.connection);
});
afterAll(() => database.drop());

it("gives each booking with a price its line, at that price; a visit under the warranty has none", async () => {
  const { rows } = await sql`SELECT reference, name, quantity, unit_fils, next_fils, gross_fils, estimate_fils
    FROM bookings LEFT JOIN booking_lines ON booking_id = bookings.id ORDER BY reference`.execute(
    database.db,
  );
  expect(rows).toEqual([
    line("BK-2026-000001", "Call-out", 15_000, 14_000),
    line("BK-2026-000002", "Tiling", null, null),
    line("BK-2026-000003", "Emergency call-out", 22_500, 22_500),
    { ...line("BK-2026-000004", null, null, null), quantity: null, estimate_fils: 0 },
  ]);
});

function line(reference: string, name: string | null, fils: number | null, next_fils: number | null) {
  return { reference, name, quantity: 1, unit_fils: fils, next_fils, gross_fils: fils, estimate_fils: fils };
}

it("takes the uplift out of what an emergency costs, which stays the same with it", async () => {
  const { rows } =
    await sql`SELECT price_fils, emergency_uplift, effective_from = (now() AT TIME ZONE 'Asia/Dubai')::date
    AS today FROM prices WHERE service_id = 'emergency' ORDER BY effective_from`.execute(database.db);
  expect(rows).toEqual([
    { price_fils: 20_000, emergency_uplift: 0, today: false },
    { price_fils: 22_500, emergency_uplift: 0, today: false },
    { price_fils: 15_000, emergency_uplift: 50, today: true },
  ]);
  const services = await listServices(officeCtx(database.db));
  expect(services.find(({ id }) => id === "emergency")?.price).toMatchObject({ fils: 22_500 });
});

it.each(["emergency_uplift", "out_of_hours_uplift"])(
  "lets nobody change what an occasion adds to a price: %s",
  async (uplift) => {
    const change = sql`UPDATE prices SET ${sql.ref(uplift)} = 1`.execute(database.db);
    await expect(change).rejects.toThrow("never changed");
  },
);
