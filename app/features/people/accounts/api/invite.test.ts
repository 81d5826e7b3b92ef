import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { readLinkFragment } from "../../../../../test/harness/servers/mailbox";

const { app, mailbox, technicianId: id } = await openAccounts();
let admin: Record<string, string>;
beforeAll(async () => {
  const office = {
    email: "office@example.com",
    password: "a password of the office",
    role: "admin" as const,
  };
  await app.addUser(office);
  admin = { Cookie: await app.signIn(office) };
});
beforeEach(async () => {
  await app.db.deleteFrom("users").where("role", "!=", "admin").execute();
  await app.db.updateTable("technicians").set({ active: true }).execute();
});

const EMAIL = "omar@company.example";
const password = "a good long password";

async function change(verb: string, input: { language?: string } = {}) {
  const { version } = await app.db
    .selectFrom("technicians")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const answer = await app.post(`/api/admin/technicians/${id}/${verb}`, { version, ...input }, admin);
  return { status: answer.status, body: await answer.json() };
}
const choose = (link: string) => app.post("/api/auth/reset-password", { link, password });
const visitsFor = async (cookie: string) =>
  (await app.http.request("/api/technician/visits", { headers: { Cookie: cookie } })).status;

async function accepted(): Promise<string> {
  await change("invite");
  expect((await choose(readLinkFragment(await mailbox.collectOne(EMAIL)))).status).toBe(200);
  return app.signIn({ email: EMAIL, password });
}

describe("technician invitation", () => {
  it("leads a technician to a password and to the technician's app only", async () => {
    const invited = await change("invite");
    expect(invited.body.technician.signIn).toMatchObject({ state: "invited", email: EMAIL });
    const link = readLinkFragment(await mailbox.collectOne(EMAIL));
    expect((await choose(link)).status).toBe(200);
    expect((await choose(link)).status).toBe(409);
    const cookie = await app.signIn({ email: EMAIL, password });
    expect(await visitsFor(cookie)).toBe(200);
    const session = await app.http.request("/api/session", { headers: { Cookie: cookie } });
    expect(await session.json()).toMatchObject({ user: { name: "Omar Saleh", role: "technician" } });
    const bookings = await app.http.request("/api/admin/bookings", { headers: { Cookie: cookie } });
    expect(bookings.status).toBe(403);
    expect(await change("invite")).toMatchObject({ status: 409, body: { reason: "has-sign-in" } });
  });

  it("arrives in the chosen language, also when it is repeated", async () => {
    const languageOf = () =>
      app.db
        .selectFrom("profiles")
        .innerJoin("users", "users.id", "profiles.userId")
        .select("language")
        .where("email", "=", EMAIL)
        .executeTakeFirst();
    await change("invite", { language: "ur" });
    expect(await languageOf()).toEqual({ language: "ur" });
    const { subject } = await mailbox.collectOne(EMAIL);
    expect(subject).toMatch(/\p{Script=Arabic}/u);
    await change("invite");
    expect((await mailbox.collectOne(EMAIL)).subject).toBe(subject);
    await change("invite", { language: "en" });
    expect((await mailbox.collectOne(EMAIL)).subject).not.toMatch(/\p{Script=Arabic}/u);
    expect((await change("invite", { language: "xx" })).status).toBe(400);
  });

  it("invalidates the earlier link when the invitation is repeated", async () => {
    await change("invite");
    const first = readLinkFragment(await mailbox.collectOne(EMAIL));
    await change("invite");
    const second = readLinkFragment(await mailbox.collectOne(EMAIL));
    expect((await choose(first)).status).toBe(409);
    expect((await choose(second)).status).toBe(200);
  });

  it("takes over an unconfirmed account with the email", async () => {
    const stranger = { name: "Zainab Qasim", email: EMAIL, password: "the stranger's password" };
    await app.post("/api/auth/sign-up/email", stranger);
    const old = readLinkFragment(await mailbox.collectOne(EMAIL));
    await accepted();
    const tried = await app.post("/api/auth/sign-in/email", { ...stranger, link: old });
    expect(tried.status).toBe(401);
  });

  it("refuses other accounts, former technicians, stale versions and other roles", async () => {
    await app.addUser({ email: EMAIL, password });
    expect(await change("invite")).toMatchObject({ status: 409, body: { reason: "email-taken" } });
    await app.db.updateTable("technicians").set({ active: false }).execute();
    expect(await change("invite")).toMatchObject({ status: 409, body: { reason: "inactive" } });
    const stale = await app.post(`/api/admin/technicians/${id}/invite`, { version: 0 }, admin);
    expect(await stale.json()).toMatchObject({ reason: "stale" });
    const unknown = await app.post("/api/admin/technicians/none/invite", { version: 1 }, admin);
    expect(unknown.status).toBe(404);
    expect((await app.post(`/api/admin/technicians/${id}/invite`, { version: 1 })).status).toBe(401);
    expect(await mailbox.collect()).toEqual([]);
  });
});

it("ends sessions at once when a technician leaves and blocks sign-in until reactivation", async () => {
  const cookie = await accepted();
  expect((await change("deactivate")).status).toBe(200);
  expect(await visitsFor(cookie)).toBe(401);
  await expect(app.signIn({ email: EMAIL, password })).rejects.toThrow("401");
  await change("reactivate");
  expect(await visitsFor(await app.signIn({ email: EMAIL, password }))).toBe(200);
});
