import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { purgeUnconfirmedAccounts } from "~/features/people/accounts/purge-unconfirmed-accounts.server";
import type { OfficeRole } from "~/platform/auth/actor";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { readLinkFragment } from "../../../../../test/harness/servers/mailbox";
import { changeSettings } from "../../../core/business/commands.server";
import { readSettings } from "../../../core/business/read-settings.server";
import type { StaffMember } from "../views";

const password = "a good long password";
const admin = { email: "admin@company.example", password };
const layla = { name: "Layla Hassan", email: "layla@company.example", role: "dispatcher" as OfficeRole };

const { app, mailbox } = await openAccounts();
let adminId: string;
let adminCookie: string;
beforeEach(async () => {
  await app.db.deleteFrom("users").execute();
  adminId = await app.addUser({ ...admin, role: "admin" });
  adminCookie = await app.signIn(admin);
});

const get = (path: string, Cookie: string) => app.http.request(path, { headers: { Cookie } });

async function change(verb: string, body: object = {}, Cookie = adminCookie) {
  const answer = await app.post(`/api/admin/team${verb}`, body, { Cookie });
  const response = await answer.json();
  return { status: answer.status, reason: response.reason, response };
}

async function memberBy(email: string): Promise<StaffMember | undefined> {
  const { members } = await (await get("/api/admin/team", adminCookie)).json();
  return members.find((member: StaffMember) => member.email === email);
}

const choose = (link: string) => app.post("/api/auth/reset-password", { link, password });

async function colleague(role: OfficeRole, email = `${role}@company.example`) {
  const id = await app.addUser({ email, password, role });
  return { id, email, password, cookie: await app.signIn({ email, password }) };
}

it("invites a colleague in the chosen language", async () => {
  expect((await change("", { ...layla, language: "ar" })).status).toBe(200);
  expect((await mailbox.collectOne(layla.email)).subject).toMatch(/\p{Script=Arabic}/u);
});

describe("staff sessions", () => {
  const sessionsOf = async (id: string, Cookie = adminCookie) =>
    (await (await get(`/api/admin/team/${id}/sessions`, Cookie)).json()).sessions;
  const enters = async (cookie: string) => (await get("/api/admin/bookings", cookie)).status === 200;

  it("lists sessions for admins and ends one or all", async () => {
    const layla = await colleague("dispatcher");
    const otherSessions = [await app.signIn(layla), await app.signIn(layla)];
    const sessions = await sessionsOf(layla.id);
    expect(sessions).toHaveLength(3);
    const { response } = await change(`/${layla.id}/sessions/end`, { sessionId: sessions[0].id });
    expect(response.sessions.map(({ id }: { id: string }) => id)).toEqual([sessions[1].id, sessions[2].id]);
    const cookies = [layla.cookie, ...otherSessions];
    const inside = async () => (await Promise.all(cookies.map(enters))).filter(Boolean).length;
    expect(await inside()).toBe(2);
    expect((await change(`/${layla.id}/sessions/end`, { sessionId: sessions[0].id })).status).toBe(404);
    await change(`/${layla.id}/sessions/end`);
    expect([await inside(), await sessionsOf(layla.id)]).toEqual([0, []]);
    const { type, data } = (await readTrail(app.db)).at(-1)!;
    expect([type, data]).toEqual(["staff.sessions-ended", { count: 2 }]);
  });

  it("stores a bounded, readable user agent", async () => {
    const layla = await colleague("dispatcher");
    const agent = { "User-Agent": `Phone\t\u0085${"x".repeat(3_000)}` };
    await app.post("/api/auth/sign-in/email", { email: layla.email, password }, agent);
    const agents = (await sessionsOf(layla.id)).map(({ userAgent }: { userAgent: string }) => userAgent);
    expect(agents).toContain(`Phone ${"x".repeat(493)}`);
  });

  it("includes sessions of technicians, for lost phones", async () => {
    const email = "omar@company.example";
    const id = await app.addUser({ email, password, role: "technician" });
    const [endedSession, keptSession] = [
      await app.signIn({ email, password }),
      await app.signIn({ email, password }),
    ];
    const works = async (cookie: string) =>
      (await (await get("/api/session", cookie)).json()).user?.role === "technician";
    expect([await works(endedSession), await works(keptSession)]).toEqual([true, true]);
    // Last used first.
    const [, first] = await sessionsOf(id);
    await change(`/${id}/sessions/end`, { sessionId: first.id });
    expect([await works(endedSession), await works(keptSession)]).toEqual([false, true]);
    expect((await readTrail(app.db)).at(-1)).toMatchObject({
      type: "staff.sessions-ended",
      data: { count: 1 },
    });
    // Other team changes do not apply to technicians.
    expect((await change(`/${id}/disable`)).status).toBe(404);
    expect((await change(`/${id}/role`, { from: "dispatcher", to: "admin" })).status).toBe(404);
    const dispatcher = await colleague("dispatcher");
    expect((await change(`/${id}/sessions/end`, {}, dispatcher.cookie)).status).toBe(403);
  });

  it("requires an admin for staff sessions and excludes customers", async () => {
    const dispatcher = await colleague("dispatcher");
    expect((await get(`/api/admin/team/${adminId}/sessions`, dispatcher.cookie)).status).toBe(403);
    const customer = await app.addUser({ email: "customer@example.com", password });
    expect((await get(`/api/admin/team/${customer}/sessions`, adminCookie)).status).toBe(404);
    expect((await change(`/${customer}/sessions/end`)).status).toBe(404);
  });
});

describe("required second factor", () => {
  const reasonFor = async (cookie: string) =>
    (await (await get("/api/admin/bookings", cookie)).json()).reason;

  it("requires a second factor of one user, who gets in once it is set up", async () => {
    const [requester, other] = [await colleague("dispatcher"), await colleague("accountant")];
    const { response } = await change(`/${requester.id}/second-factor`, { required: true });
    expect(response.members.find(({ id }: StaffMember) => id === requester.id).twoFactorRequired).toBe(true);
    expect(await reasonFor(requester.cookie)).toBe("two-factor-required");
    expect(await reasonFor(other.cookie)).toBeUndefined();
    await app.db
      .updateTable("users")
      .set({ twoFactorEnabled: true })
      .where("id", "=", requester.id)
      .execute();
    expect(await reasonFor(requester.cookie)).toBeUndefined();
  });

  it("requires a second factor of all users, admins included", async () => {
    const dispatcher = await colleague("dispatcher");
    const save = (version: number, twoFactor: string) =>
      changeSettings(officeCtx(app.db), "team", version, { twoFactor });
    const { version } = await readSettings(officeCtx(app.db), "team");
    await save(version, "required");
    try {
      expect(await reasonFor(dispatcher.cookie)).toBe("two-factor-required");
      expect(await reasonFor(adminCookie)).toBe("two-factor-required");
    } finally {
      await save(version + 1, "chosen");
    }
    expect(await reasonFor(adminCookie)).toBeUndefined();
  });
});

describe("staff invitation", () => {
  it("leads by email link to a password and the office in the invited role", async () => {
    const { status, response } = await change("", layla);
    expect(status).toBe(200);
    const invited = response.members.find(({ email }: StaffMember) => email === layla.email);
    expect(invited).toMatchObject({ ...layla, state: "invited", twoFactor: false, signedInAt: null });

    const link = readLinkFragment(await mailbox.collectOne(layla.email));
    expect((await choose(link)).status).toBe(200);
    expect((await choose(link)).status).toBe(409);
    const cookie = await app.signIn({ email: layla.email, password });
    expect((await get("/api/admin/bookings", cookie)).status).toBe(200);
    expect((await get("/api/admin/team", cookie)).status).toBe(403);
    expect(await memberBy(layla.email)).toMatchObject({
      role: "dispatcher",
      state: "active",
      signedInAt: expect.any(String),
    });
    expect(await readTrail(app.db, { subjectId: invited.id, type: "staff.invited" })).toMatchObject([
      { actor: "Test admin", after: { role: "dispatcher", state: "invited" } },
    ]);
  });

  it("invalidates the earlier link when the invitation is repeated", async () => {
    await change("", layla);
    const first = readLinkFragment(await mailbox.collectOne(layla.email));
    const { id } = (await memberBy(layla.email))!;
    expect((await change(`/${id}/resend-invitation`)).status).toBe(200);
    const second = readLinkFragment(await mailbox.collectOne(layla.email));
    expect((await choose(first)).status).toBe(409);
    expect((await choose(second)).status).toBe(200);
    expect((await change(`/${id}/resend-invitation`)).reason).toBe("wrong-state");
  });

  it("deletes the invited account when the invitation is withdrawn", async () => {
    await change("", layla);
    const link = readLinkFragment(await mailbox.collectOne(layla.email));
    const { id } = (await memberBy(layla.email))!;
    const { response } = await change(`/${id}/withdraw`);
    expect(response.members.map(({ email }: StaffMember) => email)).toEqual([admin.email]);
    expect((await choose(link)).status).toBe(409);
    expect(await readTrail(app.db, { type: "staff.invitation-withdrawn", subjectId: id })).toMatchObject([
      { before: { role: "dispatcher", state: "invited" } },
    ]);
    expect((await change(`/${id}/withdraw`)).status).toBe(404);
  });

  it("expires a staff invitation after a week", async () => {
    await change("", layla);
    await purgeUnconfirmedAccounts(officeCtx(app.db, new Date(Date.now() + 8 * 86_400_000)));
    expect(await memberBy(layla.email)).toBeUndefined();
  });

  it("gives an invited user the role as changed after the invitation", async () => {
    await change("", layla);
    const link = readLinkFragment(await mailbox.collectOne(layla.email));
    const { id } = (await memberBy(layla.email))!;
    await change(`/${id}/role`, { from: "dispatcher", to: "accountant" });
    await choose(link);
    const cookie = await app.signIn({ email: layla.email, password });
    expect(await (await get("/api/session", cookie)).json()).toMatchObject({ user: { role: "accountant" } });
  });

  it("takes over an unconfirmed account with the invited email", async () => {
    const stranger = { name: "Zainab Qasim", email: layla.email, password: "the stranger's password" };
    await app.post("/api/auth/sign-up/email", stranger);
    await mailbox.collect();
    await change("", layla);
    await choose(readLinkFragment(await mailbox.collectOne(layla.email)));
    expect((await app.post("/api/auth/sign-in/email", stranger)).status).toBe(401);
    expect(await memberBy(layla.email)).toMatchObject({ name: layla.name, state: "active" });
  });

  it("refuses existing accounts, open invitations and invalid input", async () => {
    await app.addUser({ email: layla.email, password });
    const duplicate = await change("", layla);
    expect([duplicate.status, duplicate.response.errors.email]).toEqual([
      400,
      expect.stringMatching(/already/),
    ]);
    const invited = { ...layla, email: "second@company.example" };
    await change("", invited);
    const again = await change("", { ...invited, role: "admin" });
    expect(again.response.errors.email).toMatch(/already/);
    expect(await memberBy(invited.email)).toMatchObject({ role: "dispatcher" });
    const wrong = await change("", { name: "", email: "none", role: "technician" });
    expect(Object.keys(wrong.response.errors).sort()).toEqual(["email", "name", "role"]);
    const { members } = await (await get("/api/admin/team", adminCookie)).json();
    expect(members).toHaveLength(2);
  });
});

it("requires an admin for staff invitations", async () => {
  const someone = await colleague("accountant", "someone@company.example");
  for (const role of ["dispatcher", "accountant", "customer", "technician"] as const) {
    const user = { email: `a-${role}@company.example`, password };
    await app.addUser({ ...user, role });
    const cookie = await app.signIn(user);
    expect([role, (await get("/api/admin/team", cookie)).status]).toEqual([role, 403]);
    expect([role, (await change("", layla, cookie)).status]).toEqual([role, 403]);
    const promotion = await change(`/${someone.id}/role`, { from: "accountant", to: "admin" }, cookie);
    expect([role, promotion.status]).toEqual([role, 403]);
    for (const verb of ["resend-invitation", "withdraw", "disable", "enable"]) {
      expect([role, verb, (await change(`/${someone.id}/${verb}`, {}, cookie)).status]).toEqual([
        role,
        verb,
        403,
      ]);
    }
  }
  expect((await change("", layla, "")).status).toBe(401);
  expect(await memberBy(someone.email)).toMatchObject({ role: "accountant", state: "active" });
  expect(await memberBy(layla.email)).toBeUndefined();
});

/** Open event stream with its next message and its end. */
async function listen(Cookie: string) {
  const answer = await get("/api/live", Cookie);
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  let notify: (topics: string) => void = () => {};
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return notify("ended");
      notify(new TextDecoder().decode(value));
    }
  })();
  const next = () =>
    new Promise<string>((resolve) => {
      notify = resolve;
    });
  return { ended, next, stop: () => reader.cancel() };
}

/** The stream still delivers. */
async function expectOpen({ next, stop }: Awaited<ReturnType<typeof listen>>) {
  const body = next();
  await change("", { ...layla, email: `${randomUUID()}@company.example` });
  expect(await body).toMatch(/^data: staff( [0-9a-f-]{36})+$/m);
  await stop();
}

describe("disabled user", () => {
  it("ends all sessions and streams of a disabled user, who can return when enabled", async () => {
    const dispatcher = await colleague("dispatcher");
    const other = await colleague("accountant");
    const phone = await app.signIn(dispatcher);
    const streams = [await listen(dispatcher.cookie), await listen(phone)];
    const otherSessions = await listen(other.cookie);

    const { response } = await change(`/${dispatcher.id}/disable`);
    expect(response.members.at(-1)).toMatchObject({ id: dispatcher.id, state: "disabled" });
    for (const cookie of [dispatcher.cookie, phone]) {
      expect((await get("/api/admin/bookings", cookie)).status).toBe(401);
      expect((await get("/api/live", cookie)).status).toBe(401);
    }
    await Promise.all(streams.map(({ ended }) => ended));
    await expectOpen(otherSessions);
    const refused = await app.post("/api/auth/sign-in/email", dispatcher);
    expect(refused.status).toBe(401);
    expect((await refused.json()).message).toMatch(/closed/);
    expect((await change(`/${dispatcher.id}/disable`)).reason).toBe("wrong-state");

    expect((await change(`/${dispatcher.id}/enable`)).status).toBe(200);
    expect((await get("/api/admin/bookings", await app.signIn(dispatcher))).status).toBe(200);
    expect((await change(`/${dispatcher.id}/enable`)).reason).toBe("wrong-state");
    const trail = await readTrail(app.db, { subjectId: dispatcher.id });
    expect(trail.map(({ type, before, after }) => [type, before, after])).toEqual([
      ["staff.disabled", { state: "active" }, { state: "disabled" }],
      ["staff.enabled", { state: "disabled" }, { state: "active" }],
    ]);
  });

  it("keeps a disabled user out despite a concurrent sign-in or password reset", async () => {
    const dispatcher = await colleague("dispatcher");
    await change(`/${dispatcher.id}/disable`);
    // State left by a sign-in that checked before and wrote after.
    await app.db.updateTable("users").set({ banned: false }).where("id", "=", dispatcher.id).execute();
    const late = await app.signIn(dispatcher);
    await app.db.updateTable("users").set({ banned: true }).where("id", "=", dispatcher.id).execute();
    expect((await get("/api/admin/bookings", late)).status).toBe(401);

    await app.post("/api/auth/request-password-reset", { email: dispatcher.email });
    expect((await choose(readLinkFragment(await mailbox.collectOne(dispatcher.email)))).status).toBe(200);
    await expect(app.signIn(dispatcher)).rejects.toThrow("401");
  });
});

describe("role change", () => {
  it("applies a new role at the next call and ends streams of the old role", async () => {
    const dispatcher = await colleague("dispatcher");
    const stream = await listen(dispatcher.cookie);
    expect((await get("/api/admin/technicians", dispatcher.cookie)).status).toBe(200);
    await change(`/${dispatcher.id}/role`, { from: "dispatcher", to: "accountant" });
    expect((await get("/api/admin/technicians", dispatcher.cookie)).status).toBe(403);
    expect((await get("/api/admin/customers", dispatcher.cookie)).status).toBe(200);
    await stream.ended;
    expect(await readTrail(app.db, { subjectId: dispatcher.id })).toMatchObject([
      { type: "staff.role-changed", before: { role: "dispatcher" }, after: { role: "accountant" } },
    ]);
  });

  it("refuses a role change from a stale role or of other users", async () => {
    const dispatcher = await colleague("dispatcher");
    await change(`/${dispatcher.id}/role`, { from: "dispatcher", to: "accountant" });
    const late = await change(`/${dispatcher.id}/role`, { from: "dispatcher", to: "admin" });
    expect(late).toMatchObject({ status: 409, reason: "stale" });
    expect(await memberBy(dispatcher.email)).toMatchObject({ role: "accountant" });
    const customer = await app.addUser({ email: "a-customer@example.com", password });
    expect((await change(`/${customer}/role`, { from: "dispatcher", to: "admin" })).status).toBe(404);
    expect((await change(`/${customer}/disable`)).status).toBe(404);
  });
});

it("ends the stream of an admin's own session only on sign-out", async () => {
  const dispatcher = await colleague("dispatcher");
  const phone = await app.signIn(dispatcher);
  const [here, there] = [await listen(dispatcher.cookie), await listen(phone)];
  await app.post("/api/auth/sign-out", {}, { Cookie: dispatcher.cookie });
  await here.ended;
  await expectOpen(there);
});

describe("last admin", () => {
  it("refuses to demote or disable the last admin, because admins cannot change themselves", async () => {
    for (const [verb, body] of [
      ["role", { from: "admin", to: "dispatcher" }],
      ["disable", {}],
    ] as const) {
      expect(await change(`/${adminId}/${verb}`, body)).toMatchObject({ status: 409, reason: "own-account" });
    }
    expect(await memberBy(admin.email)).toMatchObject({ role: "admin", state: "active" });
  });

  it("keeps one admin when two disable each other concurrently", async () => {
    for (const verb of ["disable", "role"]) {
      const body = verb === "role" ? { from: "admin", to: "accountant" } : {};
      const rival = await colleague("admin", `rival-${verb}@company.example`);
      const outcomes = await Promise.all([
        change(`/${rival.id}/${verb}`, body),
        change(`/${adminId}/${verb}`, body, rival.cookie),
      ]);
      const statuses = outcomes.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect([401, 403]).toContain(statuses[1]);
      await restore();
    }
  });

  it("keeps one admin when two delete their accounts concurrently", async () => {
    const rival = await colleague("admin", "rival@company.example");
    const responses = await Promise.all(
      [adminCookie, rival.cookie].map(
        async (Cookie) => (await app.post("/api/account/delete", { password }, { Cookie })).status,
      ),
    );
    expect(responses.sort()).toEqual([200, 409]);
    const [left] = await app.db.selectFrom("users").select(["id", "email"]).execute();
    await app.addUser({ email: "third@company.example", password, role: "admin" });
    await app.db.updateTable("users").set({ banned: true }).where("id", "!=", left!.id).execute();
    const Cookie = await app.signIn({ email: left!.email, password });
    const refused = await app.post("/api/account/delete", { password }, { Cookie });
    expect(await refused.json()).toMatchObject({ reason: "last-admin" });
  });

  /** Exactly one active admin remains. */
  async function restore() {
    const admins = await app.db
      .selectFrom("users")
      .select(["id", "email"])
      .where("role", "=", "admin")
      .where("banned", "=", false)
      .execute();
    expect(admins).toHaveLength(1);
    adminId = admins[0]!.id;
    adminCookie = await app.signIn({ email: admins[0]!.email, password });
  }
});

describe("granted permissions", () => {
  const closings = (cookie: string) =>
    app.post("/api/admin/books/closings", { through: "2099-01-31" }, { Cookie: cookie });

  it("let an accountant close periods from the next call on, until the role changes", async () => {
    const sara = await colleague("accountant");
    expect((await closings(sara.cookie)).status).toBe(403);
    const grant = (granted: string[], role = "accountant", id = sara.id) =>
      change(`/${id}/permissions`, { role, granted });
    const { response } = await grant(["books.close"]);
    expect(response.members.find(({ id }: StaffMember) => id === sara.id).granted).toEqual(["books.close"]);
    expect((await (await closings(sara.cookie)).json()).reason).toBe("period-running");
    expect((await (await get("/api/session", sara.cookie)).json()).user.granted).toEqual(["books.close"]);
    expect((await readTrail(app.db)).at(-1)).toMatchObject({
      type: "staff.permissions-granted",
      data: { granted: ["books.close"] },
    });
    await change(`/${sara.id}/role`, { from: "accountant", to: "dispatcher" });
    await change(`/${sara.id}/role`, { from: "dispatcher", to: "accountant" });
    expect((await closings(sara.cookie)).status).toBe(403);
  });

  it("cannot be granted to other roles, after a change of the role, or by other staff", async () => {
    const [layla, sara] = [await colleague("dispatcher"), await colleague("accountant")];
    const body = { role: "dispatcher", granted: ["books.post"] };
    expect((await change(`/${layla.id}/permissions`, body)).reason).toBe("not-grantable");
    expect((await change(`/${sara.id}/permissions`, body)).reason).toBe("stale");
    expect((await change(`/${adminId}/permissions`, body)).reason).toBe("own-account");
    const own = { role: "accountant", granted: ["books.post"] };
    expect((await change(`/${sara.id}/permissions`, own, sara.cookie)).status).toBe(403);
    expect((await change(`/${sara.id}/permissions`, { ...own, granted: ["team.manage"] })).status).toBe(400);
  });
});
