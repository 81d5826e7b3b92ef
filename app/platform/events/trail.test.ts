import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import "~/features/operations/bookings/booking";
import "~/features/people/customer-desk/merge";
import { officeCtx } from "../../../test/harness/company/company";
import { readTrail } from "../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { emit, takeFromOutbox, withReasons } from "./events.server";
import type { Tracked } from "./tracked-fields";
import { anonymizeTrail } from "./trail.server";

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = { ...officeCtx(database.db), clientIp: "192.0.2.7" };
});
afterAll(() => database.drop());

const run = (text: string) => sql.raw(text).execute(database.db);

describe("emit", () => {
  it("accepts only tracked fields at compile time", () => {
    const tracked: Tracked<{ name: string; zones: string[] }> = { name: "Amal", zones: [] };
    // @ts-expect-error: not a tracked field.
    const untracked: Tracked<{ name: string; zone_ids: string[] }> = { name: "Amal", zone_ids: [] };
    expect([tracked, untracked]).toHaveLength(2);
  });

  it("records actor, record and changed fields only", async () => {
    const id = randomUUID();
    const before = { name: "Amal", phone: "+971500000001", email: null };
    await emit(ctx, "customer.edited", id, {}, { before, after: { ...before, name: "Amal Rashid" } });
    expect(await readTrail(database.db, { subjectId: id })).toMatchObject([
      {
        type: "customer.edited",
        actor: "Office",
        actorRole: "admin",
        requestId: ctx.requestId,
        fields: ["name"],
        before: { name: "Amal" },
        after: { name: "Amal Rashid" },
      },
    ]);
  });

  it("creates entries that no statement can change", async () => {
    await emit(ctx, "customer.noted", randomUUID(), {});
    const before = await readTrail(database.db);
    for (const statement of [
      "UPDATE trail SET actor_role = 'visitor'",
      "DELETE FROM trail",
      "TRUNCATE trail CASCADE",
      "MERGE INTO trail USING (VALUES (1)) AS of (id) ON true WHEN MATCHED THEN DELETE",
    ]) {
      await expect(run(statement), statement).rejects.toThrow("The trail is append-only");
    }
    expect(await readTrail(database.db)).toEqual(before);
  });

  it("creates values that can be erased but not changed", async () => {
    const id = randomUUID();
    await emit(ctx, "booking.cancelled", id, {}, { reason: "Moved away" });
    const [entry] = await readTrail(database.db, { subjectId: id });
    const change = (assignment: string) =>
      run(`UPDATE trail_values SET ${assignment} WHERE trail_id = ${entry!.id}`);
    for (const assignment of [
      "reason = 'Changed'",
      "before = '{}'",
      "actor_name = 'Zainab Qasim'",
      "trail_id = 0",
    ]) {
      await expect(change(assignment), assignment).rejects.toThrow("can only be erased");
    }
    await change("reason = NULL");
    await expect(change("reason = 'Moved away'")).rejects.toThrow("can only be erased");
    expect(await readTrail(database.db, { subjectId: id })).toEqual([{ ...entry, reason: null }]);
  });
});

describe("anonymizeTrail", () => {
  it("erases the person's own actions and actions on their records, and nothing else", async () => {
    const userId = randomUUID();
    const [own, other] = [randomUUID(), randomUUID()];
    const person: Ctx = {
      ...ctx,
      actor: { role: "customer", userId, name: "Zebediah", email: "z@example.com" },
    };
    const visitor: Ctx = { ...ctx, actor: { role: "visitor" } };
    const edit = { before: { name: "Zed" }, after: { name: "Zebediah" } };
    await emit(person, "booking.cancelled", own, {}, { reason: "Zebras" });
    await emit(person, "booking.cancelled", other, {}, { reason: "Zebras" });
    await emit(visitor, "booking.link-requested", own, {});
    await emit(ctx, "customer.edited", own, {}, edit);
    await emit(ctx, "customer.edited", other, {}, edit);
    await emit(person, "account.deleted", userId, {});

    await anonymizeTrail(ctx, {
      userId,
      records: ["booking", "customer"].map((type) => ({ type, ids: [own] })),
    });
    const storedValues = async (id: string) => {
      const { rows } = await sql`
        SELECT type, actor_name, host(client_ip) AS client_ip, reason, after FROM trail JOIN trail_values ON trail_id = id
        WHERE subject_id = ${id} ORDER BY id`.execute(database.db);
      return rows.map((row) => Object.values(row as object));
    };
    expect(await storedValues(own)).toEqual([
      ["booking.cancelled", null, null, null, null],
      ["booking.link-requested", null, null, null, null],
      ["customer.edited", "Office", "192.0.2.7", null, null],
    ]);
    expect(await storedValues(other)).toEqual([
      ["booking.cancelled", null, null, null, null],
      ["customer.edited", "Office", "192.0.2.7", null, { name: "Zebediah" }],
    ]);
    expect(await storedValues(userId)).toEqual([["account.deleted", null, null, null, null]]);
  });
});

describe("takeFromOutbox", () => {
  const take = (max = 100) => inTransaction(ctx, (ctx) => takeFromOutbox(ctx, max));

  it("returns each event once, in order, without its free text", async () => {
    await take();
    const [first, second] = [randomUUID(), randomUUID()];
    await emit(ctx, "booking.cancelled", first, {}, { reason: "Moved away" });
    await emit(ctx, "booking.noted", second, { version: 2 });
    await inTransaction(ctx, async (ctx) => {
      await emit(ctx, "booking.noted", second, { version: 3 });
      return { ok: false, reason: "changed-mind" };
    });
    const [one] = await take(1);
    expect(one).toMatchObject({ type: "booking.cancelled", subjectId: first, actorRole: "admin" });
    expect(JSON.stringify(one)).not.toContain("Moved away");
    expect(await withReasons(ctx.db, [one!])).toMatchObject([{ reason: "Moved away" }]);
    expect(await take()).toMatchObject([{ type: "booking.noted", subjectId: second, data: { version: 2 } }]);
    expect(await take()).toEqual([]);
    expect(await readTrail(database.db, { subjectId: first })).toHaveLength(1);
  });

  it("takes no more events than requested, whatever plan the database chooses", async () => {
    for (let version = 1; version <= 4; version++)
      await emit(ctx, "booking.noted", randomUUID(), { version });
    const taken = await inTransaction(ctx, async (ctx) => {
      // Without them, the planner runs the subquery of an IN for each row.
      for (const way of ["hashjoin", "mergejoin", "hashagg", "sort", "material"])
        await sql.raw(`SET LOCAL enable_${way} = off`).execute(ctx.db);
      return await takeFromOutbox(ctx, 1);
    });
    expect(taken).toMatchObject([{ data: { version: 1 } }]);
    expect(await take()).toHaveLength(3);
  });

  it("returns events to the outbox on rollback and shares them among workers", async () => {
    const id = randomUUID();
    for (let version = 1; version <= 4; version++) await emit(ctx, "booking.noted", id, { version });
    await inTransaction(ctx, async (ctx) => {
      expect(await takeFromOutbox(ctx, 2)).toHaveLength(2);
      // Another worker can take the remaining two meanwhile.
      expect(await take(2)).toMatchObject([{ data: { version: 3 } }, { data: { version: 4 } }]);
      return { ok: false, reason: "failed" };
    });
    expect(await take()).toMatchObject([{ data: { version: 1 } }, { data: { version: 2 } }]);
  });
});
