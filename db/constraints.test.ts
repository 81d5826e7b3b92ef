import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingStates, timelineEntries } from "~/features/operations/bookings/booking";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** Rules that the database enforces independently of the commands. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("requires an index on every foreign key", async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT conrelid::regclass || '.' || conname AS key FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = conrelid AND indisvalid AND indkey[0] = ANY(conkey)
        AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(' || (
          SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = indkey[0]) || ' IS NOT NULL)'))
    ORDER BY 1`.execute(database.db);
  expect(rows).toEqual([]);
});

describe("constraints on timeline entries of a booking", () => {
  it.each([
    ["timeline_entries_event_check", timelineEntries],
    ["timeline_entries_states_check", bookingStates],
  ])("allows exactly the known values of %s", async (name, words) => {
    const { rows } = await sql<{ text: string }>`
      SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = ${name}`.execute(
      database.db,
    );
    const named = [...(rows[0]?.text ?? "").matchAll(/'(\w+)'::text/g)].map(([, word]) => word);
    expect([...new Set(named)].sort()).toEqual([...words].sort());
  });

  it("rejects an unknown timeline entry", async () => {
    await expect(
      sql`INSERT INTO timeline_entries (booking_id, event, to_state, from_version, actor_role, at)
        VALUES (gen_random_uuid(), 'vanish', 'requested', 1, 'admin', now())`.execute(database.db),
    ).rejects.toThrow(/timeline_entries_event_check/);
  });
});

it.each(["scheduled", "en_route", "on_site"])(
  "rejects a visit that is %s without a technician",
  async (state) => {
    await expect(
      sql`INSERT INTO visits (id, booking_id, state, starts_at, ends_at, created_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), ${state}, now(), now() + interval '1 hour', now())`.execute(
        database.db,
      ),
    ).rejects.toThrow(/visits_scheduled_technician_check/);
  },
);

it("rejects a booking at a property of another customer", async () => {
  const places = sql<{ id: string }>`
    INSERT INTO properties (customer_id, street, created_at)
    SELECT id, 'Al Marsa Street', now() FROM customers ORDER BY created_at RETURNING id`;
  await sql`INSERT INTO services (id, name, summary, icon, duration_min, position) VALUES ('plumbing', 'Plumbing', '', 'wrench', 60, 1)`.execute(
    database.db,
  );
  await sql`INSERT INTO customers (name, phone, created_at)
    VALUES ('One', '+971500000001', now()), ('Another', '+971500000002', now() + interval '1 minute')`.execute(
    database.db,
  );
  const { rows } = await places.execute(database.db);
  const book = (reference: string, place: string) =>
    sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name, contact_phone, address,
        address_parts, area, requested_at)
      SELECT gen_random_uuid(), ${reference}, 'requested', 'plumbing', false, id, ${place}, name, phone, 'Al Marsa Street', '{"street": "Al Marsa Street"}', '', now()
      FROM customers WHERE name = 'One'`.execute(database.db);
  await book("BK-2026-000001", rows[0]!.id);
  await expect(book("BK-2026-000002", rows[1]!.id)).rejects.toThrow(/bookings_property_id_customer_id_fkey/);
});

describe("flagging of duplicate customers", () => {
  const write = (db: TestDatabase["db"], contact: { phone?: string; email?: string }) =>
    db
      .insertInto("customers")
      .values({ name: "Huda Rahman", phone: null, email: null, createdAt: new Date(), ...contact })
      .returning("id")
      .executeTakeFirstOrThrow();
  const countFlagged = async (...ids: string[]) => {
    const rows = await database.db
      .selectFrom("duplicateCustomers")
      .selectAll()
      .where("customerId", "in", ids)
      .execute();
    return rows.length;
  };

  it("flags both customers when a phone or an email is shared, also after an update", async () => {
    const [one, two, three] = [
      await write(database.db, { phone: "+971501110001" }),
      await write(database.db, { email: "huda@example.com" }),
      await write(database.db, { phone: "+971501110001" }),
    ];
    expect(await countFlagged(one.id, three.id)).toBe(2);
    expect(await countFlagged(two.id)).toBe(0);
    const alone = await write(database.db, { phone: "+971501110002" });
    await database.db
      .updateTable("customers")
      .set({ email: "huda@example.com" })
      .where("id", "=", alone.id)
      .execute();
    expect(await countFlagged(two.id, alone.id)).toBe(2);
  });

  it("flags both customers when two transactions insert them concurrently", async () => {
    const both = await Promise.all(
      ["+971501110003", "+971501110004"].map((phone) =>
        database.db.transaction().execute(async (db) => {
          const { id } = await write(db as TestDatabase["db"], { phone, email: "at-once@example.com" });
          await sql`SELECT pg_sleep(0.2)`.execute(db);
          return id;
        }),
      ),
    );
    expect(await countFlagged(...both)).toBe(2);
  });
});

it.each(["045550100", "+0501234567", "+1234567890123456", "+971 4 555 0100"])(
  "rejects a phone number that is not E.164: %s",
  async (phone) => {
    const inserted = sql`INSERT INTO customers (name, phone, created_at) VALUES ('Wrong', ${phone}, now())`;
    await expect(inserted.execute(database.db)).rejects.toThrow("customers_phone_check");
  },
);

it.each(["emergency_surcharge", "out_of_hours_surcharge"])(
  "rejects a change of a price's %s",
  async (surcharge) => {
    await sql`INSERT INTO services (id, name, summary, icon, duration_min, position)
    VALUES ('tiling', 'Tiling', '', 'grid', 60, 1) ON CONFLICT DO NOTHING`.execute(database.db);
    await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, effective_from)
    VALUES ('tiling', 'call-out', 'Call-out', 'hourly', 'hour', 15000, '2026-01-01') ON CONFLICT DO NOTHING`.execute(
      database.db,
    );
    const change = sql`UPDATE prices SET ${sql.ref(surcharge)} = 1`.execute(database.db);
    await expect(change).rejects.toThrow("immutable");
  },
);
