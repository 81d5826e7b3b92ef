import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { type Keyset, keyset, type PageParams, readPage, readParts } from "./keyset.server";

/** Compares paged results with the whole list. */

interface Things {
  things: { id: string; at: Date; name: string; seenAt: Date | null };
}

let database: TestDatabase;
let db: Kysely<Things>;
beforeAll(async () => {
  database = await createTestDatabase({ contents: "empty" });
  db = database.db as unknown as Kysely<Things>;
  await sql`CREATE TABLE things (id uuid PRIMARY KEY, at timestamptz NOT NULL, name text NOT NULL, seen_at timestamptz)`.execute(
    db,
  );
});
afterAll(() => database.drop());

const things = () => db.selectFrom("things").select(["things.id", "name"]);

const byInstant = keyset("desc", ["instant", "things.at"], ["id", "things.id"]);
const byName = keyset("asc", ["text", sql`lower(things.name)`], ["id", "things.id"]);
const bySeen = keyset(
  "asc",
  ["instant", sql`coalesce(things.seen_at, '9999-12-31Z')`],
  ["text", "things.name"],
  ["id", "things.id"],
);

const inOrder = (order: Keyset) => (params: PageParams) => readPage(things(), order, params);

type Read = (params: PageParams) => ReturnType<typeof readSeenFirst>;

const orders: Record<string, { read: Read; inOneGo: string }> = {
  "by an instant, the newest first": { read: inOrder(byInstant), inOneGo: "at DESC, id DESC" },
  "by a name": { read: inOrder(byName), inOneGo: "lower(name), id" },
  "by an instant that may be missing, then by name": {
    read: inOrder(bySeen),
    inOneGo: "coalesce(seen_at, '9999-12-31Z'), name, id",
  },
  "in two parts, each in its order": {
    read: readSeenFirst,
    inOneGo:
      "seen_at DESC NULLS LAST, CASE WHEN seen_at IS NULL THEN lower(name) END, CASE WHEN seen_at IS NULL THEN id END, id DESC",
  },
};

/** Seen rows first, latest first, then unseen rows by name. */
function readSeenFirst(params: PageParams) {
  const seen = things().where("seenAt", "is not", null);
  const others = things().where("seenAt", "is", null);
  const lastSeen = keyset("desc", ["instant", "things.seenAt"], ["id", "things.id"]);
  return readParts(
    [(part) => readPage(seen, lastSeen, part), (part) => readPage(others, byName, part)],
    params,
  );
}

async function readAll(read: Read, limit: number) {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { rows, nextCursor } = await read({ cursor, limit });
    expect(rows.length).toBeLessThanOrEqual(limit);
    ids.push(...rows.map(({ id }) => id));
    if (!nextCursor) return ids;
    expect(rows).toHaveLength(limit);
    cursor = nextCursor;
  }
}

// Few values that differ by microseconds, so that many are equal and some would be equal as JavaScript dates.
const instant = fc
  .integer({ min: 0, max: 3 })
  .map((microseconds) => `2026-03-01 10:00:00.12345${microseconds}+00`);
const thing = fc.record({
  id: fc.uuid(),
  at: instant,
  name: fc.constantFrom("", "Ali", "ali", "Zoë", "a\\b", "100%", "عمر"),
  seenAt: fc.option(instant),
});

describe("readPage", () => {
  for (const [name, { read, inOneGo }] of Object.entries(orders)) {
    it(`property: ${name}: pages contain each row once and in order`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(thing, { maxLength: 25, selector: ({ id }) => id }),
          fc.integer({ min: 1, max: 7 }),
          async (written, limit) => {
            await sql`TRUNCATE things`.execute(db);
            for (const { id, at, name, seenAt } of written) {
              await sql`INSERT INTO things VALUES (${id}, ${at}, ${name}, ${seenAt})`.execute(db);
            }
            const { rows } = await sql<{
              id: string;
            }>`SELECT id FROM things ORDER BY ${sql.raw(inOneGo)}`.execute(db);
            expect(await readAll(read, limit)).toEqual(rows.map(({ id }) => id));
          },
        ),
        { numRuns: 40 },
      );
    });
  }

  it("adds no column to the rows", async () => {
    await sql`TRUNCATE things`.execute(db);
    await sql`INSERT INTO things VALUES (gen_random_uuid(), now(), 'Only', NULL)`.execute(db);
    const { rows } = await readPage(things(), byInstant, { limit: 5 });
    expect(Object.keys(rows[0]!)).toEqual(["id", "name"]);
  });

  it("starts at the first page for an invalid cursor", async () => {
    const cursors = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.tuple(fc.constant(""), fc.string(), fc.uuid()).map((end) => JSON.stringify(end)),
      fc
        .constantFrom("2026-02-31T00:00:00Z", "0000-01-01T00:00:00Z", "2026-01-01T25:00:00Z", "infinity")
        .map((at) => JSON.stringify(["", at, "00000000-0000-4000-8000-000000000000"])),
    );
    await fc.assert(
      fc.asyncProperty(cursors, async (text) => {
        const cursor = Buffer.from(text).toString("base64url");
        const { rows } = await readPage(things(), byInstant, { cursor, limit: 5 });
        expect(rows).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  it("treats values of a forged cursor as text", async () => {
    const ends = ["\0", "'; DROP TABLE things; --", "\ud800", "💧"];
    for (const end of ends) {
      const cursor = Buffer.from(JSON.stringify(["", end, "00000000-0000-4000-8000-000000000000"]));
      await readPage(things(), byName, { cursor: cursor.toString("base64url"), limit: 5 });
    }
    expect((await readPage(things(), byName, { limit: 5 })).rows).toHaveLength(1);
  });

  it("ends at a known next page, unless the page exceeds the limit", async () => {
    await sql`TRUNCATE things`.execute(db);
    const add = (names: string[]) =>
      sql`INSERT INTO things SELECT gen_random_uuid(), now(), name, NULL FROM unnest(${names}::text[]) AS name`.execute(
        db,
      );
    await add(["c", "d", "e", "f"]);
    const names = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name);
    const { nextCursor: pageEnd } = await readPage(things(), byName, { limit: 2 });
    await add(["a", "b"]);
    const whole = await readPage(things(), byName, { pageEnd: pageEnd!, limit: 4 });
    expect(whole).toMatchObject({
      rows: ["a", "b", "c", "d"].map((name) => ({ name })),
      nextCursor: pageEnd,
    });
    expect(names(await readPage(things(), byName, { cursor: pageEnd!, limit: 4 }))).toEqual(["e", "f"]);
    const short = await readPage(things(), byName, { pageEnd: pageEnd!, limit: 3 });
    expect(names(short)).toEqual(["a", "b", "c"]);
    expect(names(await readPage(things(), byName, { cursor: short.nextCursor!, limit: 1 }))).toEqual(["d"]);
  });

  it("starts at the first page for a cursor of another order", async () => {
    await sql`TRUNCATE things`.execute(db);
    for (const name of ["a", "b", "c"]) {
      await sql`INSERT INTO things VALUES (gen_random_uuid(), now(), ${name}, NULL)`.execute(db);
    }
    const nameDown = keyset("desc", ["text", sql`lower(things.name)`], ["id", "things.id"]);
    const names = async (order: Keyset, sort: string | undefined, cursor?: string) => {
      const page = await readPage(things(), order, { sort, cursor, limit: 1 });
      return { first: page.rows[0]?.name, next: page.nextCursor! };
    };
    const { next } = await names(byName, "name");
    expect((await names(byName, "name", next)).first).toBe("b");
    expect((await names(nameDown, "-name", next)).first).toBe("c");
    expect((await names(byName, undefined, next)).first).toBe("a");
  });
});
