import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { totpCode } from "../../../../../test/harness/totp";
import { PASSWORD_LIMIT } from "./limits.server";

const { app, mailbox } = await openAccounts({ TRUST_PROXY: "1" });
const password = "a good long password";
let people = 0;

beforeEach(async () => {
  await sql`TRUNCATE rate_limits, auth_rate_limits, security_events`.execute(app.db);
});

async function addUser(role: "customer" | "admin" = "customer") {
  people++;
  const email = `omar.${people}@example.com`;
  return { email, id: await app.addUser({ email, password, role }) };
}
const requestCode = (email: string, from?: string) =>
  app.post("/api/auth/send-sign-in-code", { email }, from ? { "X-Forwarded-For": from } : {});
const enter = (email: string, code: string, from?: string) =>
  app.post("/api/auth/sign-in/code", { email, code }, from ? { "X-Forwarded-For": from } : {});
const codeIn = ({ subject }: { subject: string }) => /^\d{6}/.exec(subject)![0];
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
const session = async (cookie: string) =>
  (await (await app.http.request("/api/session", { headers: { cookie } })).json()) as {
    user: { email: string } | null;
  };

async function mailedCode(email: string): Promise<string> {
  expect((await requestCode(email)).status).toBe(200);
  return codeIn(await mailbox.collectOne(email));
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

it("opens one session per emailed code", async () => {
  const { email } = await addUser();
  const code = await mailedCode(email);
  const answer = await enter(` ${email.toUpperCase()} `, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(await answer.json()).toEqual({ success: true });
  expect((await session(cookiesOf(answer))).user).toMatchObject({ email });
  expect((await enter(email, code)).status).toBe(401);
});

it("ends an emailed code after ten minutes and after five wrong ones", async () => {
  const { email } = await addUser();
  const old = await mailedCode(email);
  await sql`UPDATE verifications SET expires_at = expires_at - interval '10 minutes'`.execute(app.db);
  expect((await enter(email, old)).status).toBe(401);

  const tried = await mailedCode(email);
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect((await enter(email, wrong(tried))).status).toBe(401);
  }
  expect((await enter(email, tried)).status).toBe(401);
});

it("keeps an emailed code when a stranger requests another one", async () => {
  const { email } = await addUser();
  const code = await mailedCode(email);
  await sql`UPDATE verifications SET expires_at = expires_at - interval '9 minutes'`.execute(app.db);
  expect((await requestCode(email, "198.51.100.1")).status).toBe(200);
  // The owner may read either email.
  expect(codeIn(await mailbox.collectOne(email))).toBe(code);
  expect((await enter(email, code)).status).toBe(200);
  expect(await mailedCode(email)).not.toBe(code);
});

it("gives five more attempts on an emailed code to the client that requests it again", async () => {
  const { email } = await addUser();
  const code = await mailedCode(email);
  for (let attempt = 1; attempt <= 5; attempt++) await enter(email, wrong(code));
  expect((await enter(email, code)).status).toBe(401);
  expect(await mailedCode(email)).toBe(code);
  expect((await enter(email, code)).status).toBe(200);
});

it("accepts an emailed code after wrong guesses by strangers", async () => {
  const { email } = await addUser();
  const code = await mailedCode(email);
  for (const stranger of ["198.51.100.1", "203.0.113.1"]) {
    for (let guess = 1; guess <= 5; guess++) {
      expect((await enter(email, wrong(code), stranger)).status).toBe(401);
    }
    expect((await enter(email, code, stranger)).status).toBe(401);
  }
  expect((await enter(email, code)).status).toBe(200);
});

it("accepts an emailed code for its email only and responds alike to unknown emails", async () => {
  const [user, otherUser] = [await addUser(), await addUser()];
  const code = await mailedCode(user.email);
  const answers = [];
  for (const email of [otherUser.email, "nobody@example.com", "no email"]) {
    const answer = await enter(email, code);
    answers.push([answer.status, await answer.text(), answer.headers.getSetCookie()]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const known = await requestCode(user.email);
  const unknown = await requestCode("nobody@example.com");
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
});

it("stores an emailed code hashed, without the email", async () => {
  const { email } = await addUser();
  const code = await mailedCode(email);
  const rows = await app.db.selectFrom("verifications").selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${email}`));
  const trail = await sql<{ all: string }>`SELECT json_agg(trail)::text AS all FROM trail`.execute(app.db);
  expect(trail.rows[0]!.all).toContain("account.code-requested");
  expect(trail.rows[0]!.all).not.toContain(code);
});

it("requires the second factor after an emailed code", async () => {
  const { email } = await addUser("admin");
  const cookie = await app.signIn({ email, password });
  const setUp = await (await app.post("/api/account/two-factor/set-up", { password }, { cookie })).json();
  const { totpUri } = setUp as { totpUri: string };
  const confirmed = await app.post(
    "/api/account/two-factor/confirm",
    { code: totpCode(totpUri) },
    { cookie },
  );
  expect(confirmed.status).toBe(200);
  await mailbox.collectOne(email);
  await sql`TRUNCATE rate_limits`.execute(app.db);

  const first = await enter(email, await mailedCode(email));
  expect(await first.json()).toEqual({ success: true, secondFactor: true });
  expect((await session(cookiesOf(first))).user).toBeNull();
  const second = await app.post(
    "/api/auth/two-factor/verify-totp",
    { code: totpCode(totpUri) },
    { cookie: cookiesOf(first) },
  );
  expect(second.status).toBe(200);
  expect((await session(cookiesOf(second))).user).toMatchObject({ email });
});

it("refuses an emailed code of unconfirmed and disabled accounts", async () => {
  const unconfirmed = await addUser();
  await app.db.updateTable("users").set({ emailVerified: false }).where("id", "=", unconfirmed.id).execute();
  await requestCode(unconfirmed.email);
  expect((await mailbox.collectOne(unconfirmed.email)).subject).not.toMatch(/^\d{6}/);

  const closed = await addUser();
  const code = await mailedCode(closed.email);
  await app.db.updateTable("users").set({ banned: true }).where("id", "=", closed.id).execute();
  const answer = await enter(closed.email, code);
  expect(answer.status).toBe(401);
  expect((await session(cookiesOf(answer))).user).toBeNull();
});

it("counts wrong emailed codes towards the failure limit of the password", async () => {
  const { email } = await addUser();
  for (let attempt = 0; attempt < PASSWORD_LIMIT.max; attempt++) {
    const guess =
      attempt % 2 ? enter(email, "000000") : app.post("/api/auth/sign-in/email", { email, password: "no" });
    expect((await guess).status).toBe(401);
  }
  expect((await enter(email, "000000")).status).toBe(429);
  expect((await app.post("/api/auth/sign-in/email", { email, password })).status).toBe(429);
});

it("counts code requests towards the email limit of the address", async () => {
  const { email } = await addUser();
  const statuses = [];
  for (let time = 1; time <= 4; time++) statuses.push((await requestCode(email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
