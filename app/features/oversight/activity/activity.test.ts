import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
