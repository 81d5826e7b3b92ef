import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { features } from "~/server/api.server";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { KEY_CALLS_PER_MINUTE, MAX_KEYS } from "./integrations";
import { keyPermissions } from "./key-areas";
import { isApiKey, newKey } from "./secret.server";

/** API keys act as their owner within chosen permissions until they expire. */

const maker = { email: "maker@company.example", password: "a password of the maker", role: "admin" as const };
let caller: Caller;
let strict: Caller;
let makerId: string;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  makerId = await caller.addUser(maker);
  admin = { Cookie: await caller.signIn(maker) };
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await sql`TRUNCATE api_keys, security_events`.execute(caller.db);
  await caller.db
    .updateTable("users")
    .set({ role: "admin", banned: false })
    .where("id", "=", makerId)
    .execute();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
async function make(changes: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
  const body = { name: "Accounting", permissions: ["bookings.read"], lastDay: null, ...changes };
  const response = await caller.call("POST", "/api/admin/keys", body, admin);
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}
const read = (key: string, path = "/api/admin/bookings", more: Record<string, string> = {}) =>
  caller.call("GET", path, undefined, { ...bearer(key), ...more });

describe("API key", () => {
  it("creates API keys with prefix and checksum and stores a hash", async () => {
    const { key } = await make();
    expect(key).toMatch(/^office_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key)).toBe(true);
    const wrong = key.slice(0, 10) + (key[10] === "a" ? "b" : "a") + key.slice(11);
    expect(isApiKey(wrong)).toBe(false);
    expect((await read(wrong)).body.reason).toBe("key-unknown");
    const everything = Object.values(await caller.contents()).join("\n");
    expect(everything).not.toContain(key.slice("office_".length));
    const { body } = await caller.call("GET", "/api/admin/keys", undefined, admin);
    expect(body.keys).toEqual([
      expect.objectContaining({ name: "Accounting", suffix: key.slice(-4), state: "good", lastUsedAt: null }),
    ]);
  });

  it("reads with an API key what it permits, and nothing else", async () => {
    const { key } = await make();
    expect((await read(key)).status).toBe(200);
    expect((await read(key, "/api/admin/customers")).body).toMatchObject({ reason: "not-allowed" });
    const { body } = await caller.call("GET", "/api/admin/keys", undefined, admin);
    expect(body.keys[0].lastUsedAt).toBe(NOW.toISOString());
  });

  it("refuses calls reserved for people, even with all permissions", async () => {
    const { key } = await make({ permissions: keyPermissions });
    const granted: readonly string[] = [...keyPermissions, "office.enter"];
    const rows = features.flatMap(({ rows }) => [...rows]);
    const closed = rows.filter(({ may }) => !granted.includes(may));
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const address = `/api${path.replace(/\{(\w+)\}/g, () => crypto.randomUUID())}`;
      const verb = method === "get" ? "GET" : "POST";
      const { status, body } = await caller.call(
        verb,
        address,
        verb === "POST" ? {} : undefined,
        bearer(key),
      );
      expect({ status, reason: body?.reason }, `${verb} ${path}`).toEqual({
        status: 403,
        reason: "not-allowed",
      });
    }
    expect(closed.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/auth/sign-in/email",
        "/admin/keys",
        "/admin/team",
        "/account/profile",
        "/admin/settings",
      ]),
    );
  });

  it("ignores a session cookie sent with a key", async () => {
    const { key } = await make();
    expect((await read(key, "/api/admin/customers", admin)).status).toBe(403);
    expect((await read(newKey(), "/api/admin/bookings", admin)).status).toBe(401);
  });

  it("accepts API keys without an Origin header", async () => {
    const { key } = await make({ permissions: ["customers.manage"] });
    const body = JSON.stringify({});
    const from = { Origin: "https://elsewhere.example", "Content-Type": "application/json" };
    const call = (headers: Record<string, string>) =>
      caller.http.request(`/api/admin/customers/${crypto.randomUUID()}/notes`, {
        method: "POST",
        body,
        headers: { ...from, ...headers },
      });
    expect(await (await call(admin)).json()).toMatchObject({ reason: "other-origin" });
    expect(await (await call(bearer(key))).json()).toMatchObject({ reason: "invalid" });
  });

  it("limits an API key to its owner's current permissions", async () => {
    const { key } = await make({ permissions: ["activity.read", "bookings.read"] });
    expect((await read(key, "/api/admin/activity")).status).toBe(200);
    await caller.db.updateTable("users").set({ role: "dispatcher" }).where("id", "=", makerId).execute();
    expect((await read(key, "/api/admin/activity")).status).toBe(403);
    expect((await read(key)).status).toBe(200);
    await caller.db.updateTable("users").set({ role: "customer" }).where("id", "=", makerId).execute();
    expect((await read(key)).status).toBe(403);
  });

  it("deletes an API key with its owner's account", async () => {
    const { key } = await make();
    await caller.db.updateTable("users").set({ banned: true }).where("id", "=", makerId).execute();
    expect((await read(key)).status).toBe(401);
    await caller.db.updateTable("users").set({ banned: false }).where("id", "=", makerId).execute();
    expect((await read(key)).status).toBe(401);
  });

  it("ends an API key when revoked, and after its last Dubai day", async () => {
    const { id, key } = await make();
    const other = await make({ lastDay: "2026-11-23" });
    const revoked = await caller.call("POST", `/api/admin/keys/${id}/revoke`, {}, admin);
    expect(revoked.body.keys.find((one: { id: string }) => one.id === id).state).toBe("revoked");
    expect((await read(key)).status).toBe(401);
    expect((await caller.call("POST", `/api/admin/keys/${id}/revoke`, {}, admin)).status).toBe(404);
    vi.setSystemTime(new Date("2026-11-23T19:59:59Z"));
    expect((await read(other.key)).status).toBe(200);
    vi.setSystemTime(new Date("2026-11-23T20:00:00Z"));
    const late = await read(other.key);
    expect(late.status).toBe(401);
    expect(late.headers.get("www-authenticate")).toBe("Bearer");
    const events = await caller.db.selectFrom("securityEvents").select("type").execute();
    expect(events).toEqual([{ type: "auth_failure" }, { type: "auth_failure" }]);
  });

  it("limits the calls per minute of an API key", async () => {
    const { key } = await make();
    await read(key);
    await caller.db
      .updateTable("apiKeys")
      .set({ callsInMinute: KEY_CALLS_PER_MINUTE - 1 })
      .execute();
    expect((await read(key)).status).toBe(200);
    const refused = await read(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    vi.setSystemTime(NOW.getTime() + 60_000);
    expect((await read(key)).status).toBe(200);
  });

  it("records the API key beside the person in the audit trail", async () => {
    const { id, key } = await make({ permissions: ["customers.manage"] });
    const { rows } = await sql<{ id: string }>`
      INSERT INTO customers (name, created_at) VALUES ('A customer', ${NOW}) RETURNING id`.execute(caller.db);
    const noteResponse = await caller.call(
      "POST",
      `/api/admin/customers/${rows[0]!.id}/notes`,
      { text: "By a program" },
      bearer(key),
    );
    expect(noteResponse.status).toBe(200);
    const { body } = await caller.call("GET", "/api/admin/activity?kind=customer", undefined, admin);
    expect(body.entries[0]).toMatchObject({
      type: "customer.noted",
      actor: { id: makerId, name: "Test admin", key: "Accounting" },
    });
    const response = await caller.call("GET", "/api/admin/activity?kind=key", undefined, admin);
    expect(response.body.entries[0]).toMatchObject({
      type: "key.created",
      record: { id, name: "Accounting" },
      actor: { key: null },
    });
  });

  it("requires at least one permission per API key and limits their number", async () => {
    const refused = async (changes: object) =>
      (
        await caller.call(
          "POST",
          "/api/admin/keys",
          { name: "Accounting", permissions: ["bookings.read"], lastDay: null, ...changes },
          admin,
        )
      ).body;
    expect((await refused({ permissions: [] })).errors).toHaveProperty("permissions");
    expect((await refused({ permissions: ["keys.manage"] })).reason).toBe("invalid");
    expect((await refused({ lastDay: "2026-11-22" })).errors).toHaveProperty("lastDay");
    expect((await refused({ name: " " })).errors).toHaveProperty("name");
    for (let response = 0; response < MAX_KEYS; response++) await make();
    expect((await refused({})).reason).toBe("too-many");
  });
});

describe("API key where a second factor is required", () => {
  it("refuses to create or use an API key without a second factor", async () => {
    const { key } = await make();
    const { rows } = await sql<{ row: string }>`SELECT to_jsonb(api_keys)::text AS row FROM api_keys`.execute(
      caller.db,
    );
    strict = await createCaller({ ADMIN_TWO_FACTOR: "required" });
    try {
      const id = await strict.addUser(maker);
      const cookie = { Cookie: await strict.signIn(maker) };
      const body = { name: "Accounting", permissions: ["bookings.read"], lastDay: null };
      const response = await strict.call("POST", "/api/admin/keys", body, cookie);
      expect(response.body.reason).toBe("two-factor-required");
      const row = { ...JSON.parse(rows[0]!.row), user_id: id };
      await sql`INSERT INTO api_keys SELECT * FROM jsonb_populate_record(null::api_keys, ${JSON.stringify(row)}::jsonb)`.execute(
        strict.db,
      );
      const bookings = () => strict.call("GET", "/api/admin/bookings", undefined, bearer(key));
      expect((await bookings()).body.reason).toBe("two-factor-required");
      await strict.db.updateTable("users").set({ twoFactorEnabled: true }).where("id", "=", id).execute();
      expect((await bookings()).status).toBe(200);
    } finally {
      await strict.close();
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    }
  });
});
