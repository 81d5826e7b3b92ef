import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "~/platform/database/tables";
import { sqlState } from "~/platform/database/transaction.server";
import { createTestDatabase } from "../test/harness/servers/database";

/**
 * Locking strategies for concurrent bookings of one slot (docs/decisions/0008-no-double-booking.md). All keep
 * the exclusion constraint; their cost differs. Only the ratio within one run is meaningful.
 */
const ROUNDS = 5;
const CONCURRENT_REQUESTS = 10;
const TECHNICIANS = 4;

const strategies = { "constraint alone": 0, "a lock a technician": 1, "a lock a day": 2 } as const;

test("compares locking strategies for concurrent bookings", { timeout: 600_000 }, async () => {
  const database = await createTestDatabase();
  // Without bookings, because only the slot is measured.
  await sql`ALTER TABLE visits DROP CONSTRAINT visits_booking_id_fkey`.execute(database.db);
  const technicians = await addTechnicians(database.db);
  const result: Record<string, { seconds: number; deadlocks: number; failed: number }> = {};
  for (const [name, strategy] of Object.entries(strategies)) {
    await sql`TRUNCATE visits CASCADE`.execute(database.db);
    const counts = { deadlocks: 0, failed: 0 };
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS; round++) {
      const startsAt = new Date(Date.UTC(2027, 0, 1 + round, 6));
      await Promise.all(
        Array.from({ length: CONCURRENT_REQUESTS }, () =>
          hold(database.db, technicians, startsAt, strategy, counts),
        ),
      );
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows } = await sql<{ held: number }>`SELECT count(*) AS held FROM visits`.execute(database.db);
    expect({ name, held: rows[0]?.held }).toEqual({ name, held: ROUNDS * TECHNICIANS });
    result[name] = { seconds: Number(seconds.toFixed(2)), ...counts };
  }
  console.table(result);
  await database.drop();
});

async function addTechnicians(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .insertInto("technicians")
    .values(
      Array.from({ length: TECHNICIANS }, (_, number) => ({
        name: `Technician ${number}`,
        email: `technician-${number}@example.com`,
        phone: `+97150000000${number}`,
        createdAt: new Date(),
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** One request: takes the first free technician in one transaction and retries after deadlocks. */
async function hold(
  db: Kysely<Tables>,
  technicians: string[],
  startsAt: Date,
  strategy: number,
  counts: { deadlocks: number; failed: number },
): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      await db.transaction().execute(async (trx) => {
        if (strategy === 2) await sql`SELECT pg_advisory_xact_lock(1, 1)`.execute(trx);
        for (const technician of shuffled(technicians)) {
          if (strategy === 1) {
            await sql`SELECT pg_advisory_xact_lock(2, hashtext(${technician}::text))`.execute(trx);
          }
          if (await isTaken(trx, technician, startsAt)) continue;
          await place(trx, technician, startsAt);
          return;
        }
      });
      return;
    } catch (error) {
      const code = sqlState(error);
      if (code === "40P01" || code === "55P03") counts.deadlocks++;
      else if (code !== "23P01") throw error;
    }
  }
  counts.failed++;
}

async function isTaken(db: Kysely<Tables>, technician: string, startsAt: Date): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM visits
    WHERE live AND technician_id = ${technician}::uuid AND during @> ${startsAt}::timestamptz`.execute(db);
  return rows.length > 0;
}

async function place(db: Kysely<Tables>, technician: string, startsAt: Date): Promise<void> {
  await db
    .insertInto("visits")
    .values({
      id: randomUUID(),
      bookingId: randomUUID(),
      technicianId: technician,
      state: "held",
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3_600_000),
      createdAt: new Date(),
    })
    .execute();
}

/** Each request tries the technicians in its own order, as they are sorted by current workload. */
function shuffled(items: string[]): string[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
