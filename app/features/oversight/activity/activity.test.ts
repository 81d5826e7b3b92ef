import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTrailMonths } from "~/platform/events/trail-months.server";
import { dubaiDate } from "~/platform/time";
import { rounds } from "../../../../test/faults/rounds";
import { type Caller, createCaller, TODAY } from "../../../../test/harness/company/booking-caller";
import type { TrailDetail, TrailEntry } from "./views";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

const get = async (path: string) =>
  (await caller.call("GET", `/api/admin/activity${path}`, undefined, admin)).body;
const entries = async (query: string): Promise<TrailEntry[]> => (await get(`?${query}`)).entries;
/** Latest entry of a query, opened. */
const openLatest = async (query: string): Promise<TrailDetail> => get(`/${(await entries(query))[0]!.id}`);

/** All pages of a query, three entries each. */
async function listAllPages(query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { entries: TrailEntry[]; nextCursor: string | null } = await get(
      `?${query}&limit=3&cursor=${cursor}`,
    );
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

describe("audit trail", () => {
  const people = [randomUUID(), randomUUID()];
  const types = ["booking.noted", "booking.status-changed", "quote.sent", "customer.edited"];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;
  let rows: { id: number; at: Date; type: string; actorId: string | null; actorRole: string }[];

  beforeAll(async () => {
    // Around two midnights in Dubai, several at the same instant.
    const instants = [
      "2026-09-01T19:59:59.999Z",
      "2026-09-01T20:00:00Z",
      "2026-09-02T19:59:59Z",
      "2026-09-02T20:00:00Z",
    ];
    const values = Array.from({ length: 60 }, () => {
      const actorId = pick([...people, null]);
      const type = pick(types);
      return {
        at: new Date(pick(instants)),
        type,
        actorId,
        actorRole: actorId ? "dispatcher" : pick(["system", "visitor"]),
        subjectType: type.split(".")[0]!,
        subjectId: randomUUID(),
        fields: [],
        data: "{}",
        requestId: "of the test",
      };
    });
    rows = await caller.db
      .insertInto("trail")
      .values(values)
      .returning(["id", "at", "type", "actorId", "actorRole"])
      .execute();
    rows.sort((one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id);
  });

  const onThe = (from: string, until: string) => (row: { at: Date }) =>
    row.at >= new Date(`${from}T00:00:00+04:00`) && row.at <= new Date(`${until}T23:59:59.999+04:00`);
  const september = onThe("2026-09-01", "2026-09-30");

  it.each([
    ["without a filter", "", () => true],
    ["of a person", `by=${people[0]}`, (row: { actorId: string | null }) => row.actorId === people[0]],
    ["of the system", "by=system", (row: { actorRole: string }) => row.actorRole === "system"],
    ["of a record type", "kind=booking", (row: { type: string }) => row.type.startsWith("booking.")],
    ["of an event type", "type=quote.sent", (row: { type: string }) => row.type === "quote.sent"],
    [
      "matching several filters",
      `kind=booking&by=${people[1]}&type=booking.status-changed`,
      (row: { type: string; actorId: string | null }) =>
        row.type === "booking.status-changed" && row.actorId === people[1],
    ],
  ])("lists each entry %s once, newest first", async (_, query, matches) => {
    const expected = rows
      .filter((row) => september(row) && matches(row as never))
      .map(({ id }) => String(id));
    expect(expected.length).toBeGreaterThan(0);
    expect(await listAllPages(`${query}&from=2026-09-01&until=2026-09-30`)).toEqual(expected);
  });

  it("filters by Dubai days, both ends included", async () => {
    for (const [from, until] of [
      ["2026-09-01", "2026-09-01"],
      ["2026-09-02", "2026-09-02"],
      ["2026-09-02", "2026-09-03"],
    ] as const) {
      const expected = rows.filter(onThe(from, until)).map(({ id }) => String(id));
      expect(await listAllPages(`from=${from}&until=${until}`)).toEqual(expected);
    }
  });

  it("restarts on a foreign cursor and refuses invalid days and people", async () => {
    expect(await entries("limit=1&cursor=nonsense")).toEqual(await entries("limit=1"));
    for (const query of ["from=tomorrow", "by=nobody", "kind=%25'"]) {
      expect((await caller.call("GET", `/api/admin/activity?${query}`, undefined, admin)).status).toBe(400);
    }
  });
});

describe("audit trail of several years", () => {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;
  const types = ["technician.edited", "service.edited", "season.changed"];
  const FIRST = Date.parse("2024-01-01T00:00:00Z");
  let rows: { id: string; at: string; type: string }[];

  beforeAll(async () => {
    for (let month = 0; month < 36; month++)
      await createTrailMonths({ ...caller.ctx(), now: new Date(Date.UTC(2024, month, 10)) });
    // More in the latest weeks; microseconds, several at one instant, and entries from before months.
    const values = Array.from({ length: 400 }, (_, at) => {
      const days = at % 2 ? Math.random() * 1_050 : 1_020 + Math.random() * 40;
      return {
        at: `${new Date(FIRST + Math.floor(days) * 86_400_000 + pick([0, 72_000_000])).toISOString().slice(0, -1)}${pick(["", "001", "999"])}Z`,
        type: at % 40 === 0 ? types[2]! : pick(types.slice(0, 2)),
        early: at % 10 === 0,
      };
    });
    const made = await sql<{ id: string; at: string; type: string }>`
      INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, request_id) OVERRIDING SYSTEM VALUE
      SELECT CASE WHEN early THEN nextval('trail_id_seq') ELSE next_trail_id(at) END, at, type, 'visitor',
        split_part(type, '.', 1), 'several years', 'of the test'
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS made(at timestamptz, type text, early boolean)
      RETURNING id::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, type`.execute(
      caller.db,
    );
    rows = made.rows.sort((one, other) => compare(other.at, one.at) || Number(other.id) - Number(one.id));
    await sql`INSERT INTO trail_values (trail_id, actor_name) SELECT id, 'Actor ' || id FROM trail
      WHERE subject_id = 'several years'`.execute(caller.db);
  });

  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

  it("property: pages of any filter and size list each entry once, newest first, with its actor", async () => {
    for (let round = 0; round < rounds({ short: 5, long: 12 }); round++) {
      const type = pick([...types, null]);
      const [from, until] = pick([
        [null, null],
        ["2024-03-05", "2026-02-01"],
        [null, "2025-07-31"],
        ["2026-10-01", null],
        ["2024-05-01", "2024-05-31"],
      ]);
      const limit = pick([1, 7, 50, 100]);
      const query = new URLSearchParams({ search: "several years", limit: String(limit) });
      if (type) query.set("type", type);
      if (from) query.set("from", from);
      if (until) query.set("until", until);
      const dubaiDay = (at: string) => dubaiDate(new Date(`${at}Z`));
      const expected = rows.filter(
        (row) =>
          (!type || row.type === type) &&
          (!from || dubaiDay(row.at) >= from) &&
          (!until || dubaiDay(row.at) <= until),
      );
      const found: TrailEntry[] = [];
      let cursor = "";
      // The first ten pages are enough of small ones.
      for (let page = 0; page < 10; page++) {
        const answer = await get(`?${query}&cursor=${cursor}`);
        found.push(...answer.entries);
        if (answer.nextCursor) {
          const refreshed = await get(`?${query}&cursor=${cursor}&pageEnd=${answer.nextCursor}`);
          expect(refreshed.entries).toEqual(answer.entries);
        }
        cursor = answer.nextCursor;
        if (!cursor) break;
      }
      const context = `${query}`;
      expect(
        found.map(({ id }) => id),
        context,
      ).toEqual(expected.slice(0, cursor ? 10 * limit : undefined).map(({ id }) => id));
      expect(
        found.every(({ id, actor }) => actor.role === "visitor" && actor.name === `Actor ${id}`),
        context,
      ).toBe(true);
    }
  });
});

describe("audit trail entry", () => {
  it("finds an entry by the record's reference and names the record", async () => {
    const { bookingId, reference } = await caller.book();
    const found = await entries(`search=${reference.toLowerCase()}`);
    expect(found.map(({ type }) => type)).toContain("booking.requested");
    expect(new Set(found.map(({ record }) => record.id))).toEqual(new Set([bookingId]));
    expect(found[0]!.record).toMatchObject({ kind: "booking", name: reference, exists: true });
  });

  it("shows an entry's values before and after, actor, reason and address", async () => {
    const { id } = await caller.db
      .insertInto("customers")
      .values({ name: "Farida Noor", phone: "+971501110001", email: null, createdAt: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const edited = { name: "Farida Al Noor", phone: "+971501110001", email: "", version: 1 };
    const answer = await caller.call("POST", `/api/admin/customers/${id}/edit`, edited, {
      ...admin,
      "X-Forwarded-For": "198.51.100.77",
    });
    expect(answer.status).toBe(200);
    const entry = await openLatest("search=farida");
    expect(entry).toMatchObject({
      type: "customer.edited",
      actor: { role: "admin", name: "Test admin" },
      record: { kind: "customer", id, name: "Farida Al Noor" },
      changes: [{ field: "name", before: "Farida Noor", after: "Farida Al Noor" }],
      valuesErased: false,
      requestId: expect.any(String),
    });
    // Also found by its actor.
    expect((await entries("search=Test%20admin")).map(({ id }) => id)).toContain(entry.id);
  });

  it("erases the text of a deleted person and states the deletion", async () => {
    const me = { email: "going@example.com", password: "a password of mine" };
    const userId = await caller.addUser(me);
    const headers = { Cookie: await caller.signIn(me) };
    const { bookingId, reference } = await caller.book(
      { email: me.email, customerName: "Going Away" },
      headers,
    );
    const cancelled = await caller.call("POST", `/api/bookings/${reference}/cancel`, { version: 1 }, headers);
    expect(cancelled.status).toBe(200);
    const customer = await caller.db
      .selectFrom("bookings")
      .innerJoin("customers", "customers.id", "bookings.customerId")
      .select(["customers.id", "customers.phone", "customers.email", "customers.version"])
      .where("bookings.id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const { id: customerId, ...contact } = customer;
    const edited = { ...contact, name: "Going Soon" };
    const change = await caller.call("POST", `/api/admin/customers/${customerId}/edit`, edited, admin);
    expect(change.status).toBe(200);
    expect((await openLatest(`search=${customerId}&type=customer.edited`)).changes).not.toEqual([]);

    const response = await caller.call("POST", "/api/account/delete", { password: me.password }, headers);
    expect(response.status).toBe(200);

    const changed = await openLatest(`search=${customerId}&type=customer.edited`);
    expect(changed).toMatchObject({ changes: [], valuesErased: true });
    expect(changed.record).toMatchObject({ isErased: true, name: null });
    const [cancel] = await entries(`by=${userId}&type=booking.cancelled`);
    expect(cancel).toMatchObject({ actor: { id: userId, name: null, role: "customer" } });
    const texts = JSON.stringify([await entries(`by=${userId}`), changed]);
    expect(texts).not.toMatch(/going|Test customer/i);
    expect(await entries("search=going@example.com")).toEqual([]);
  });

  it("responds with 404 for an unknown entry", async () => {
    for (const id of ["999999999", "0", "nonsense"]) {
      expect((await caller.call("GET", `/api/admin/activity/${id}`, undefined, admin)).status).toBe(404);
    }
  });
});

describe("audit trail", () => {
  it("requires admin permission for the audit trail", async () => {
    const [{ id }] = (await entries(`from=${TODAY}&limit=1`)) as [TrailEntry];
    for (const role of ["dispatcher", "accountant", "technician", "customer"] as const) {
      const user = { email: `${role}.trail@example.com`, password: "a password of mine", role };
      await caller.addUser(user);
      const headers = { Cookie: await caller.signIn(user) };
      for (const path of ["", "/people", `/${id}`]) {
        expect([
          role,
          path,
          (await caller.call("GET", `/api/admin/activity${path}`, undefined, headers)).status,
        ]).toEqual([role, path, 403]);
      }
    }
    expect((await caller.call("GET", "/api/admin/activity")).status).toBe(401);
  });

  it("offers staff as a filter, but no customers", async () => {
    const { people } = await get("/people");
    const names = people.map(({ name }: { name: string }) => name);
    expect(names).toContain("Test dispatcher");
    expect(names).not.toContain("Test customer");
  });
});
