import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { seedOfRun } from "../../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("property: triggers keep the start of the booking's last visit on every visit", async () => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  // Never committed, because these bookings do not exist.
  const db = await database.db.startTransaction().execute();
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db);
  const bookings = [randomUUID(), randomUUID()];
  const startOf = () => new Date(Date.UTC(2026, 10, 2 + random.below(20), 6));
  let ids: string[] = [];
  for (let round = 0; round < 80; round++) {
    const [booking, start, one] = [
      random.pick(bookings),
      startOf(),
      ids.length > 0 ? random.pick(ids) : null,
    ];
    const end = new Date(start.getTime() + 3_600_000);
    switch (one ? random.below(5) : 0) {
      case 0: {
        const id = randomUUID();
        await sql`INSERT INTO visits (id, booking_id, state, starts_at, ends_at, created_at)
          VALUES (${id}, ${booking}, 'held', ${start}, ${end}, now())`.execute(db);
        ids.push(id);
        break;
      }
      case 1:
        await sql`UPDATE visits SET starts_at = ${start}, ends_at = ${end} WHERE id = ${one}`.execute(db);
        break;
      case 2:
        await sql`UPDATE visits SET state = ${random.pick(["held", "cancelled", "no_access"])} WHERE id = ${one}`.execute(
          db,
        );
        break;
      case 3:
        await sql`UPDATE visits SET starts_at = ${start}, ends_at = ${end} WHERE booking_id = ${booking}`.execute(
          db,
        );
        break;
      default:
        await sql`DELETE FROM visits WHERE id = ${one}`.execute(db);
        ids = ids.filter((id) => id !== one);
    }
    const { rows } =
      await sql`SELECT booking_id, last_visit_start, last FROM visits, LATERAL (SELECT max(starts_at) AS last FROM visits AS placed
      WHERE placed.booking_id = visits.booking_id AND placed.live AND placed.lead_visit_id IS NULL) AS placed
      WHERE last_visit_start IS DISTINCT FROM last`.execute(db);
    expect(rows, `SEED=${seed}, round ${round}`).toEqual([]);
  }
  await db.rollback().execute();
});
