import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundledMigrations } from "~/platform/database/migrate.server";
import { book, dayFromNow, foundCompany, officeCtx } from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { transitionBooking } from "../commands/transition-booking.server";

/** What was confirmed while confirming left its visit held. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await foundCompany(database.db);
});
afterAll(() => database.drop());

const stateOf = (id: string) =>
  database.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["bookings.state", "bookings.version", "visits.state as visit"])
    .where("bookings.id", "=", id)
    .executeTakeFirstOrThrow();

test("a visit ahead is scheduled once, and what is over, requested or without a technician is left", async () => {
  const { db } = database;
  const day = dayFromNow(3);
  const times = ["08:00", "10:00", "12:00", "14:00"];
  const [ahead, past, requested, unassigned] = (await Promise.all(
    times.map((preferredTime) => book(officeCtx(db), { preferredDate: day, preferredTime })),
  )) as [string, string, string, string];
  await db.updateTable("bookings").set({ state: "confirmed" }).where("id", "!=", requested).execute();
  await db.updateTable("visits").set({ technician_id: null }).where("booking_id", "=", unassigned).execute();
  await sql`UPDATE visits SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    WHERE booking_id = ${past}`.execute(db);

  const migration = bundledMigrations["0020-confirmed-visits"]!;
  await sql.raw(migration).execute(db);
  await sql.raw(migration).execute(db);

  expect(await stateOf(ahead)).toEqual({ state: "scheduled", version: 2, visit: "scheduled" });
  expect(await stateOf(past)).toEqual({ state: "confirmed", version: 1, visit: "held" });
  expect(await stateOf(requested)).toEqual({ state: "requested", version: 1, visit: "held" });
  expect(await stateOf(unassigned)).toEqual({ state: "confirmed", version: 1, visit: "held" });

  const entries = await readTrail(db, { subjectId: ahead, type: "booking.technician-assigned" });
  expect(entries).toMatchObject([{ actorRole: "system", data: { confirms: false } }]);
  const told = await sql`SELECT FROM outbox WHERE type = 'booking.technician-assigned'`.execute(db);
  expect(told.rows).toEqual([]);
  // Its timeline goes on from there.
  expect(
    await transitionBooking(officeCtx(db), {
      bookingId: ahead,
      move: "depart",
      version: 2,
      anotherDay: true,
    }),
  ).toEqual({
    ok: true,
  });
});
