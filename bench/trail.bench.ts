import { sql } from "kysely";
import { test } from "vitest";
import { listTrail, type TrailFilter } from "~/features/oversight/activity/queries.server";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { createTrailMonths, purgeTrailBefore } from "~/platform/events/trail-months.server";
import { dubaiDate } from "~/platform/time";
import { createCompany, officeCtx } from "../test/harness/company/company";
import { createTestDatabase } from "../test/harness/servers/database";
import { compareAlternately } from "./compare-alternately";
import { startMeasurement, writeResults } from "./write-results";

/**
 * The audit trail by month (docs/decisions/0111-trail-by-month.md): what retention of a month of ENTRIES takes, by batches as
 * from a table without months and as a dropped month, and what reads of an entry and of a record take beside 84 months.
 */
const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000);
const YEARS = 7;

test("measures the audit trail by month", { timeout: 3_600_000 }, async () => {
  const [few, many] = [await createTestDatabase(), await createTestDatabase()];
  try {
    const measured = startMeasurement();
    const ctx = officeCtx(many.db);
    await createCompany(many.db);
    const retention: Record<string, number> = {};
    for (const how of ["batches", "a dropped month"] as const) {
      const id = how === "batches" ? sql`nextval('trail_id_seq')` : sql`next_trail_id(at)`;
      await createTrailMonths({ ...ctx, now: new Date("2019-01-10T12:00:00Z") });
      await addMonth(many.db, id);
      const startedAt = performance.now();
      // Each run of the schedule deletes a limited number of batches.
      while ((await count(many.db)) > 0) await purgeTrailBefore(ctx, "2019-02-01");
      retention[how] = Number(((performance.now() - startedAt) / 1000).toFixed(2));
    }

    const year = Number(dubaiDate(ctx.now).slice(0, 4));
    for (let back = 0; back <= YEARS; back++)
      for (const month of ["01", "04", "07", "10"])
        await createTrailMonths({ ...ctx, now: new Date(`${year - back}-${month}-10T12:00:00Z`) });
    for (const { db } of [few, many])
      await sql`INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
        SELECT next_trail_id(at), at, 'booking.noted', 'admin', 'booking', (n % 5000)::text, 'bench'
        FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 50000) AS n) AS made`.execute(
        db,
      );
    for (const { db } of [few, many]) await sql`ANALYZE trail`.execute(db);
    const reads = {
      "an entry by id": sql`SELECT * FROM trail LEFT JOIN trail_values ON trail_id = id
        WHERE id = ${await anyId(many.db)}`,
      "entries of a record": sql`SELECT * FROM trail LEFT JOIN trail_values ON trail_id = id
        WHERE subject_type = 'booking' AND subject_id = '42' ORDER BY id DESC LIMIT 20`,
      "entries of a new record": sql`SELECT * FROM trail
        LEFT JOIN trail_values ON trail_id = id AND ${isInMonthsSince("trailValues.trailId", ctx.now)}
        WHERE subject_type = 'booking' AND subject_id = '42' AND ${isInMonthsSince("trail.id", ctx.now)} ORDER BY id DESC LIMIT 20`,
      "latest entries of all months": sql`SELECT * FROM trail LEFT JOIN trail_values ON trail_id = id ORDER BY at DESC, id DESC LIMIT 50`,
    };
    const result: (string | number)[][] = Object.entries(retention).map(([how, seconds]) => [
      `retention of ${ENTRIES.toLocaleString("en")} entries by ${how}, s`,
      "–",
      seconds,
    ]);
    for (const [name, read] of Object.entries(reads)) {
      const compared = await compareAlternately(
        () => read.execute(few.db),
        () => read.execute(many.db),
      );
      result.push([`${name}, ms`, compared.few, compared.many]);
    }
    const lists: Record<string, TrailFilter> = {
      "activity list": { limit: 50 },
      "activity list, a type that has no entry": { limit: 50, type: "season.changed" },
    };
    for (const [name, filter] of Object.entries(lists)) {
      const compared = await compareAlternately(
        () => listTrail(officeCtx(few.db), filter),
        () => listTrail(officeCtx(many.db), filter),
      );
      result.push([`${name}, ms`, compared.few, compared.many]);
    }
    console.table(result);
    writeResults("trail", measured(`with ${YEARS} years of months`), ["what", "3 months", "7 years"], result);
  } finally {
    await few.drop();
    await many.drop();
  }
});

type Db = Awaited<ReturnType<typeof createTestDatabase>>["db"];

async function addMonth(db: Db, id: ReturnType<typeof sql>): Promise<void> {
  const step = 100_000;
  for (let first = 1; first <= ENTRIES; first += step)
    await sql`WITH entry AS (
        INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
        SELECT ${id}, at, 'booking.noted', 'admin', 'booking', n::text, 'bench'
        FROM (SELECT n, '2019-01-02'::timestamptz + n * interval '28 days' / ${sql.lit(ENTRIES)} AS at
          FROM generate_series(${first}::int, ${Math.min(first + step - 1, ENTRIES)}::int) AS n) AS made
        RETURNING id
      ) INSERT INTO trail_values (trail_id, actor_name, client_ip) SELECT id, 'Office', '192.0.2.7' FROM entry`.execute(
      db,
    );
}

async function count(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM trail WHERE at < '2019-02-01'`.execute(db);
  return rows[0]!.count;
}

async function anyId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM trail ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]!.id;
}
