import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { casesForRun, isOneRunOf, randomOf } from "../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { bundledMigrations, type Migrations, migrate } from "../database/migrate.server";
import { isInMonthsSince } from "./trail.server";
import { countTrailMonthsAhead, createTrailMonths, purgeTrailBefore } from "./trail-months.server";

const random = randomOf("trail months");

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const ctxAt = (now: string): Ctx => ({
  actor: system,
  db: database.db,
  now: new Date(now),
  requestId: "test",
  locale: "en",
});

/** Writes an entry with values, as `emit` does. */
async function addEntry(at: string, subject: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH entry AS (
      INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
      SELECT next_trail_id(${at}::timestamptz), ${at}::timestamptz, 'booking.noted', 'admin', 'booking', ${subject}, 'test'
      RETURNING id
    ), apart AS (INSERT INTO trail_values (trail_id, actor_name) SELECT id, ${subject} FROM entry)
    SELECT id FROM entry`.execute(database.db);
  return rows[0]!.id;
}

interface Stored {
  subject: string;
  actor: string | null;
  partition: string;
}

/** Entries in the order of their ids. */
async function listEntries(): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    SELECT subject_id AS subject, actor_name AS actor, trail.tableoid::regclass::text AS partition
    FROM trail LEFT JOIN trail_values ON trail_id = id ORDER BY id`.execute(database.db);
  return rows;
}

const subjects = async () => (await listEntries()).map(({ subject }) => subject);

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent IN ('trail'::regclass, 'trail_values'::regclass) ORDER BY 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

describe("next_trail_id", () => {
  it("begins with year and month in Dubai and fits the page cursors", async () => {
    const id = await addEntry("2026-11-30T19:59:59.999Z", "before midnight");
    const next = await addEntry("2026-11-30T20:00:00Z", "after midnight");
    expect([id, next].map((one) => String(one).slice(0, 6))).toEqual(["202611", "202612"]);
    expect(String(next)).toHaveLength(15);
    expect(await listEntries()).toMatchObject([
      { subject: "before midnight" },
      { subject: "after midnight" },
    ]);
  });
});

describe("createTrailMonths", () => {
  it("creates this month and the next two, once, also by concurrent workers", async () => {
    const ctx = ctxAt("2031-12-15T12:00:00Z");
    await Promise.all([createTrailMonths(ctx), createTrailMonths(ctx), createTrailMonths(ctx)]);
    expect(await partitions()).toEqual(
      expect.arrayContaining(
        ["2031_12", "2032_01", "2032_02"].flatMap((month) => [`trail_${month}`, `trail_values_${month}`]),
      ),
    );
    await addEntry("2031-12-31T19:59:59.999Z", "December");
    await addEntry("2031-12-31T20:00:00Z", "January");
    expect(await listEntries()).toEqual([
      { subject: "December", actor: "December", partition: "trail_2031_12" },
      { subject: "January", actor: "January", partition: "trail_2032_01" },
    ]);
  });

  it("accepts entries of months without a partition and moves them when it is created", async () => {
    await addEntry("2033-05-31T23:00:00Z", "June");
    await addEntry("2033-07-01T00:00:00Z", "July");
    await addEntry("2033-11-01T00:00:00Z", "November");
    await createTrailMonths(ctxAt("2033-06-10T12:00:00Z"));
    expect(await listEntries()).toEqual([
      { subject: "June", actor: "June", partition: "trail_2033_06" },
      { subject: "July", actor: "July", partition: "trail_2033_07" },
      { subject: "November", actor: "November", partition: "trail_other" },
    ]);
    const orphans = await sql`SELECT FROM trail_values_other`.execute(database.db);
    expect(orphans.rows).toHaveLength(1);
  });

  it("lets entries be written meanwhile", async () => {
    const ctx = ctxAt("2035-01-10T12:00:00Z");
    let isCreating = true;
    const writing = (async () => {
      let count = 0;
      for (; isCreating; count++) await addEntry("2035-02-01T00:00:00Z", "February");
      return count;
    })();
    await createTrailMonths(ctx);
    isCreating = false;
    const written = await writing;
    expect(await subjects()).toHaveLength(written);
  });

  it("covers the next two months of the database's clock", async () => {
    await createTrailMonths(ctxAt(new Date().toISOString()));
    expect(await countTrailMonthsAhead(database.db)).toBe(2);
    const { rows } = await sql<{ suffix: string }>`
      SELECT to_char(dubai_day(now()) + interval '1 month', 'YYYY_MM') AS suffix`.execute(database.db);
    for (const name of ["trail", "trail_values"])
      await sql`DROP TABLE ${sql.table(`${name}_${rows[0]!.suffix}`)}`.execute(database.db);
    expect(await countTrailMonthsAhead(database.db)).toBe(1);
  });
});

const changes = [
  "UPDATE trail_2036_01 SET type = 'a.b'",
  "DELETE FROM trail_2036_01",
  "TRUNCATE trail_2036_01",
  "TRUNCATE trail_earlier",
  "DELETE FROM trail_other",
];
it.each(casesForRun(changes, random, 2))("refuses a change of a partition: %s", async (statement) => {
  await createTrailMonths(ctxAt("2036-01-10T12:00:00Z"));
  await addEntry("2036-01-10T12:00:00Z", "January");
  await addEntry("2037-01-10T12:00:00Z", "a month without a partition");
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow("The trail is append-only");
  expect(await subjects()).toEqual(["January", "a month without a partition"]);
});

describe("purgeTrailBefore", () => {
  it("drops the months before the day and keeps the first retained one whole", async () => {
    for (const month of ["2020-01", "2020-04"]) await createTrailMonths(ctxAt(`${month}-10T12:00:00Z`));
    for (const at of ["2020-03-31T19:59:59Z", "2020-03-31T20:00:00Z", "2020-05-01T00:00:00Z"])
      await addEntry(at, at);
    await purgeTrailBefore(ctxAt("2027-04-20T12:00:00Z"), "2020-04-01");
    expect(await subjects()).toEqual(["2020-03-31T20:00:00Z", "2020-05-01T00:00:00Z"]);
    const left = (await partitions()).filter((name) => name.includes("2020"));
    expect(left).toEqual(
      ["trail_2020", "trail_values_2020"].flatMap((name) =>
        ["04", "05", "06"].map((month) => `${name}_${month}`),
      ),
    );
    await expect(sql`DELETE FROM trail`.execute(database.db)).rejects.toThrow("append-only");
  });

  it("deletes entries without a partition of their month, and drops the earlier partition with its last entry", async () => {
    await addEntry("2020-03-31T19:59:59Z", "old");
    await addEntry("2020-03-31T20:00:00Z", "retained");
    await sql`INSERT INTO trail (at, type, actor_role, subject_type, subject_id, request_id)
      SELECT '2020-01-01'::timestamptz + n * interval '1 day', 'booking.noted', 'admin', 'booking', 'earlier ' || n, 'test'
      FROM generate_series(1, 100) AS n`.execute(database.db);
    await sql`INSERT INTO trail_values (trail_id, actor_name) SELECT id, 'Office' FROM trail_earlier`.execute(
      database.db,
    );
    await purgeTrailBefore(ctxAt("2027-04-20T12:00:00Z"), "2020-04-01");
    expect((await subjects()).filter((subject) => subject.startsWith("earlier"))).toHaveLength(10);
    expect(await subjects()).not.toContain("old");
    const values = await sql`SELECT FROM trail_values`.execute(database.db);
    expect(values.rows).toHaveLength(11);
    await purgeTrailBefore(ctxAt("2027-05-20T12:00:00Z"), "2020-05-01");
    expect(await partitions()).not.toContain("trail_earlier");
    // A process of the former version numbers its entries without the month.
    await sql`INSERT INTO trail (at, type, actor_role, subject_type, subject_id, request_id)
      VALUES (now(), 'booking.noted', 'admin', 'booking', 'without month', 'test')`.execute(database.db);
    expect(await subjects()).toContain("without month");
  });
});

const LAST_BEFORE_MONTHS = "0068-invoices";
const untilBefore: Migrations = Object.fromEntries(
  Object.entries(bundledMigrations).filter(([name]) => name <= LAST_BEFORE_MONTHS),
);

describe("migration to months", () => {
  // It runs all migrations, whose files never change.
  it.runIf(isOneRunOf(4, random))(
    "keeps entries of 14 months, their order, and the checks of the trail",
    async () => {
      const old = await createTestDatabase({ contents: "empty" });
      try {
        await migrate(old.connection, untilBefore);
        await sql`INSERT INTO trail (at, type, actor_role, subject_type, subject_id, request_id)
        SELECT now() - interval '14 months' + n * interval '14 months' / 2000, 'booking.noted', 'admin', 'booking', n::text, 'test'
        FROM generate_series(1, 2000) AS n`.execute(old.db);
        await sql`INSERT INTO trail_values (trail_id, actor_name) SELECT id, 'Office ' || id FROM trail`.execute(
          old.db,
        );
        await sql`INSERT INTO outbox (trail_id, type, subject_type, subject_id, data, actor_role, request_id)
        SELECT id, type, subject_type, NULL, data, actor_role, request_id FROM trail ORDER BY id DESC LIMIT 5`.execute(
          old.db,
        );
        const contents = async (order: string) =>
          (
            await sql`SELECT trail.*, actor_name FROM trail JOIN trail_values ON trail_id = id ORDER BY ${sql.raw(order)}`.execute(
              old.db,
            )
          ).rows;
        const before = [await contents("id"), await contents("at DESC, id DESC")];

        await migrate(old.connection);
        expect([await contents("id"), await contents("at DESC, id DESC")]).toEqual(before);
        const { rows } = await sql<{ id: number }>`
        INSERT INTO trail (at, type, actor_role, subject_type, request_id) VALUES (now(), 'a.b', 'admin', 'a', 'test')
        RETURNING id`.execute(old.db);
        expect(rows).toEqual([{ id: 2001 }]);
        await expect(
          sql`INSERT INTO trail (at, type, actor_role, subject_type, request_id)
          VALUES (now(), 'wrong', 'admin', 'a', 'test')`.execute(old.db),
        ).rejects.toThrow("trail_type_check");
        await expect(sql`DELETE FROM trail`.execute(old.db)).rejects.toThrow("append-only");
        await expect(sql`UPDATE trail_values SET actor_name = 'Zainab'`.execute(old.db)).rejects.toThrow(
          "can only be erased",
        );
        const { rows: outbox } = await sql`SELECT FROM outbox JOIN trail ON trail.id = trail_id`.execute(
          old.db,
        );
        expect(outbox).toHaveLength(5);
      } finally {
        await old.drop();
      }
    },
  );
});

describe("plans of the trail's queries", () => {
  /** Partitions and indexes that a query reads, over entries of three months and of the time before. */
  async function planOf(query: ReturnType<typeof sql>): Promise<string> {
    const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN (COSTS OFF) ${query}`.execute(database.db);
    return rows.map((row) => Object.values(row)[0]).join("\n");
  }

  beforeEach(async () => {
    await createTrailMonths(ctxAt("2040-01-10T12:00:00Z"));
    await sql`INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
      SELECT next_trail_id(at), at, 'booking.noted', 'admin', 'booking', n::text, 'test'
      FROM (SELECT n, '2040-01-01'::timestamptz + n * interval '1 hour' AS at FROM generate_series(1, 2000) AS n) AS made`.execute(
      database.db,
    );
    await sql`ANALYZE trail`.execute(database.db);
  });

  const MONTHS = /trail_2040_\d\d/g;
  const monthsIn = (plan: string) => [...new Set(plan.match(MONTHS))].sort();

  it("reads one partition for an id", async () => {
    const plan = await planOf(
      sql`SELECT * FROM trail LEFT JOIN trail_values ON trail_id = id WHERE id = ${204002000000001}`,
    );
    expect(monthsIn(plan)).toEqual(["trail_2040_02"]);
    expect(plan).toContain("Index Scan using trail_2040_02_pkey");
  });

  it("reads the months of a time range only", async () => {
    const plan = await planOf(
      sql`SELECT * FROM trail WHERE at >= ${new Date("2040-02-10")} AND at < ${new Date("2040-02-20")} ORDER BY at DESC, id DESC`,
    );
    expect(monthsIn(plan)).toEqual(["trail_2040_02"]);
  });

  it("reads no month before a record", async () => {
    const created = new Date("2040-02-15T12:00:00Z");
    const plan = await planOf(
      sql`SELECT * FROM trail LEFT JOIN trail_values ON trail_id = id AND ${isInMonthsSince("trailValues.trailId", created)}
        WHERE subject_id = 'a' AND ${isInMonthsSince("trail.id", created)} ORDER BY id DESC`,
    );
    expect(monthsIn(plan)).toEqual(["trail_2040_02", "trail_2040_03"]);
    expect(plan).not.toMatch(/trail_values_2040_01|trail_20(?!40)/);
    expect(plan).toContain("trail_earlier");
  });

  it("reads the latest entries by the index of each month", async () => {
    const plan = await planOf(sql`SELECT * FROM trail ORDER BY at DESC, id DESC LIMIT 50`);
    expect(plan).toContain("Index Scan Backward using trail_2040_03_at_id_idx");
    expect(plan).not.toContain("Seq Scan on trail_2040");
  });
});
