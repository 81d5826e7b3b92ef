import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { system, type UserRole, visitor } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { dubaiInstant } from "~/platform/time";
import { addCustomer } from "../../../../../test/harness/company/billing";
import { createCompany, officeCtx } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import {
  setWeeklySummary,
  unsubscribeWeeklySummary,
} from "../../../people/accounts/commands/weekly-summary.server";
import { sendWeeklySummaries } from "./weekly-summary.server";

/** Recipients, schedule and content of the weekly summary email. */

/**
 * The reported week begins a month, to check that it is compared with the previous week and not with the
 * previous month.
 */
const MONDAY = "2026-06-08";
const config = loadConfig({ SECRET: "a".repeat(32), PUBLIC_URL: "https://www.example.com" });

let database: TestDatabase;
let people: Record<UserRole, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  const roles: UserRole[] = ["admin", "dispatcher", "accountant", "technician", "customer"];
  people = Object.fromEntries(
    await Promise.all(
      roles.map(async (role) => {
        const id = randomUUID();
        const user = { id, role, name: `The ${role}`, email: `${role}@example.com`, emailVerified: true };
        await database.db
          .insertInto("users")
          .values({ ...user, createdAt: new Date() })
          .execute();
        return [role, id];
      }),
    ),
  );
  const ctx = officeCtx(database.db);
  const customerId = await addCustomer(ctx);
  // Two in the week from 25 May, one in that from 1 June, one just after it.
  for (const at of ["2026-05-25 00:00", "2026-05-31 23:59", "2026-06-07 23:59", "2026-06-08 00:00"])
    await addBooking(customerId, at);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.deleteFrom("mails").execute();
  await database.db.deleteFrom("weeklySummaries").execute();
  await database.db.deleteFrom("profiles").execute();
});

async function addBooking(customerId: string, at: string): Promise<void> {
  const [day = "", time = ""] = at.split(" ");
  const id = randomUUID();
  await database.db
    .insertInto("bookings")
    .values({
      id,
      reference: `BK-2026-${String(Date.parse(at)).slice(4, 10)}`,
      state: "requested",
      serviceId: "plumbing",
      emergency: false,
      customerId,
      propertyId: (
        await database.db
          .insertInto("properties")
          .values({ customerId, street: at, area: "Deira", createdAt: new Date() } as never)
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id,
      contactName: "Zainab Qasim",
      contactPhone: "+971501234567",
      address: "Street 7",
      addressParts: JSON.stringify({ street: "Street 7" }),
      area: "Deira",
      requestedAt: dubaiInstant(day, time),
    } as never)
    .execute();
}

const setSubscription = (role: UserRole, isSubscribed = true) =>
  setWeeklySummary(
    {
      ...officeCtx(database.db),
      actor: { role: "admin", userId: people[role], name: role, email: `${role}@example.com` },
    },
    isSubscribed,
  );

const at = (day: string, time: string): Ctx => ({
  ...officeCtx(database.db, dubaiInstant(day, time)),
  actor: system,
});

async function sent(day: string, time: string, more: Partial<typeof config> = {}) {
  await database.db.deleteFrom("mails").execute();
  await sendWeeklySummaries(at(day, time), { ...config, ...more });
  return database.db.selectFrom("mails").selectAll().orderBy("recipient").execute();
}

it("sends the summary once on Monday from 7:00, with any number of workers", async () => {
  await setSubscription("admin");
  expect(await sent("2026-06-07", "12:00")).toEqual([]);
  expect(await sent(MONDAY, "06:59")).toEqual([]);
  await Promise.all([1, 2, 3].map(() => sendWeeklySummaries(at(MONDAY, "07:00"), config)));
  const { length } = await database.db.selectFrom("mails").select("id").execute();
  expect(length).toBe(1);
  expect(await sent(MONDAY, "07:01")).toEqual([]);
  expect(await sent("2026-06-09", "07:01")).toEqual([]);
  expect(await sent("2026-06-15", "07:00")).toHaveLength(1);
});

it("catches up later on the same day after downtime, and not on another day", async () => {
  await setSubscription("admin");
  expect(await sent(MONDAY, "23:59")).toHaveLength(1);
  expect(await sent("2026-06-16", "00:00")).toEqual([]);
});

it("continues after a failed recipient and retries that one later", async () => {
  // The failing recipient is the first in the list.
  const [first, second] = (["admin", "dispatcher"] as const).toSorted((a, b) =>
    people[a].localeCompare(people[b]),
  );
  await setSubscription("admin");
  await setSubscription("dispatcher");
  await sql`CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`.execute(
    database.db,
  );
  await sql`CREATE TRIGGER refuse_mail BEFORE INSERT ON mails FOR EACH ROW
    WHEN (NEW.recipient = ${sql.lit(`${first}@example.com`)}) EXECUTE FUNCTION refuse_mail()`.execute(
    database.db,
  );
  try {
    expect((await sent(MONDAY, "07:00")).map(({ recipient }) => recipient)).toEqual([
      `${second}@example.com`,
    ]);
  } finally {
    await sql`DROP FUNCTION refuse_mail CASCADE`.execute(database.db);
  }
  expect((await sent(MONDAY, "07:01")).map(({ recipient }) => recipient)).toEqual([`${first}@example.com`]);
});

it("compares Monday to Sunday with the week before and links each figure to its rows", async () => {
  await setSubscription("admin");
  const [mail] = await sent(MONDAY, "07:00");
  expect(mail).toMatchObject({ recipient: "admin@example.com", kind: "weekly-summary" });
  expect(mail!.subject).toMatch(/1 Jun.*7 Jun/);
  expect(mail!.plain).toContain("Bookings: 1, down from 2");
  expect(mail!.plain).toContain("Invoiced: AED\u00a00, same as the week before");
  expect(mail!.html).toContain(
    "https://www.example.com/admin/bookings?dates=received&amp;from=2026-06-01&amp;to=2026-06-07",
  );
  expect(mail!.plain).toContain(
    "https://www.example.com/admin/analytics?range=own&from=2026-06-01&to=2026-06-07",
  );
});

it("includes only figures that the recipient may read", async () => {
  await setSubscription("dispatcher");
  await setSubscription("accountant");
  const [accountant, dispatcher] = await sent(MONDAY, "07:00");
  expect(accountant!.plain).toContain("Invoiced:");
  expect(accountant!.plain).not.toContain("Bookings:");
  expect(dispatcher!.plain).toContain("Bookings:");
  expect(dispatcher!.plain).not.toContain("Invoiced:");
});

it("skips users who left, lost the role or lack the second factor", async () => {
  for (const role of ["technician", "customer", "admin", "dispatcher"] as const) await setSubscription(role);
  await setSubscription("accountant");
  await setSubscription("accountant", false);
  await database.db.updateTable("users").set({ banned: true }).where("id", "=", people.dispatcher).execute();
  expect((await sent(MONDAY, "07:00")).map(({ recipient }) => recipient)).toEqual(["admin@example.com"]);
  expect(await sent("2026-06-15", "07:00", { adminTwoFactor: "required" })).toEqual([]);
  await database.db.updateTable("users").set({ banned: false }).where("id", "=", people.dispatcher).execute();
  const visitorCtx = { ...officeCtx(database.db), actor: visitor };
  expect(await setWeeklySummary(visitorCtx, true)).toMatchObject({ ok: false, reason: "not-allowed" });
});

it("unsubscribes only its recipient through the link in the email", async () => {
  await setSubscription("admin");
  await setSubscription("dispatcher");
  const [mail] = await sent(MONDAY, "07:00");
  const link = new URL(/https:\S+\/weekly-summary\S+/.exec(mail!.plain)![0]);
  expect(mail!.unsubscribeUrl).toBe(link.href);
  const [user, key] = ["user", "key"].map((name) => link.searchParams.get(name)!);
  const stranger = { ...officeCtx(database.db), actor: visitor };
  const wrong = await unsubscribeWeeklySummary(stranger, config, { user: people.dispatcher, key: key! });
  expect(wrong).toMatchObject({ ok: false, reason: "not-found" });
  expect(await unsubscribeWeeklySummary(stranger, config, { user: user!, key: key! })).toEqual({ ok: true });
  const next = await sent("2026-06-15", "07:00");
  expect(next.map(({ recipient }) => recipient)).toEqual(["dispatcher@example.com"]);
});
