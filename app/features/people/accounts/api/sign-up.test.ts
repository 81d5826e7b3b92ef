import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { rounds } from "../../../../../test/faults/rounds";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { book, officeCtx } from "../../../../../test/harness/company/company";
import { readLinkFragment } from "../../../../../test/harness/servers/mailbox";

const { app, mailbox } = await openAccounts({ TRUST_PROXY: "1" });

const password = "correct horse battery";
let people = 0;
function newPerson() {
  people++;
  return { name: "Maryam O'Neil", email: `maryam.${people}@example.com`, password };
}

const signUp = (person: object) => app.post("/api/auth/sign-up/email", person);
const signIn = (body: object, headers?: Record<string, string>) =>
  app.post("/api/auth/sign-in/email", body, headers);
const forgotten = (email: string) => app.post("/api/auth/request-password-reset", { email });
const reset = (link: string, password = "another good password") =>
  app.post("/api/auth/reset-password", { link, password });

async function confirmed(person = newPerson()) {
  await signUp(person);
  const link = readLinkFragment(await mailbox.collectOne(person.email));
  expect((await signIn({ ...person, link })).status).toBe(200);
  return person;
}

async function ownerOf(bookingId: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("bookings")
    .innerJoin("customers", "customers.id", "bookings.customerId")
    .leftJoin("users", "users.id", "bookings.userId")
    .select(["users.email", "customers.userId"])
    .where("bookings.id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return row.email;
}

describe("sign-up", () => {
  it("confirms an account only with both the emailed link and the password", async () => {
    const person = newPerson();
    const answer = await signUp(person);
    expect(await answer.json()).toEqual({ success: true });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await (await signIn(person)).json()).toMatchObject({ reason: "email-not-confirmed" });

    const link = readLinkFragment(await mailbox.collectOne(person.email));
    const stranger = await signIn({ ...person, password: "the wrong password", link });
    expect(await stranger.json()).toMatchObject({ reason: "sign-in-refused" });
    expect((await signIn({ ...person, link })).headers.getSetCookie().join()).toMatch(/session_token/);
    expect((await signIn(person)).status).toBe(200);
  });

  it("refuses links of other accounts, expired and forged ones", async () => {
    const [person, other] = [newPerson(), newPerson()];
    await signUp(other);
    const otherLink = readLinkFragment(await mailbox.collectOne(other.email));
    await signUp(person);
    const link = readLinkFragment(await mailbox.collectOne(person.email));
    const changed = link.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    for (const wrong of [otherLink, `${link}x`, changed, "x", `${crypto.randomUUID()}.x`]) {
      const refused = await signIn({ ...person, link: wrong });
      // Same status as for any used link.
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ reason: "link-used" });
      await sql`TRUNCATE rate_limits`.execute(app.db);
    }
    await app.db.updateTable("accountLinks").set({ expiresAt: new Date() }).execute();
    expect(await (await signIn({ ...person, link })).json()).toMatchObject({ reason: "link-used" });
    expect(await reset(link)).toMatchObject({ status: 409 });
  });

  it.each([
    [{ name: "" }, "name", /required/],
    [{ name: "<script>" }, "name", /Invalid characters|can only contain/],
    [{ email: "nobody" }, "email", /valid email/],
    [{ password: "short" }, "password", /at least 10/],
    [{ password: "Password123" }, "password", /too common/],
    [{ password: "1111111111111" }, "password", /too common/],
    [{ password: "x".repeat(129) }, "password", /at most 128/],
  ])("refuses %j beside its field", async (change, field, message) => {
    const answer = await signUp({ ...newPerson(), ...change });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: Record<string, string> };
    expect(errors[field]).toMatch(message);
  });

  it("answers the same for an existing account and emails its owner", async () => {
    const person = await confirmed();
    await mailbox.collect();
    const unknown = await signUp(newPerson());
    await mailbox.collect();
    const known = await signUp({ ...person, name: "Zainab Qasim", password: "a quite different one" });
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const mail = await mailbox.collectOne(person.email);
    expect(mail.subject).toMatch(/already have an account/);
    expect(mail.plain).not.toMatch(/#/);
    expect((await signIn(person)).status).toBe(200);
    expect((await signIn({ ...person, password: "a quite different one" })).status).toBe(401);
  });

  it("repeats the link for unconfirmed accounts only", async () => {
    const waiting = newPerson();
    await signUp(waiting);
    await mailbox.collect();
    const done = await confirmed();
    const answers = [];
    for (const { email } of [waiting, done, newPerson()]) {
      const answer = await app.post("/api/auth/send-verification-email", { email });
      answers.push([answer.status, await answer.text()]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    const mails = await mailbox.collect();
    expect(mails.map(({ recipient }) => recipient)).toEqual([waiting.email]);
    expect((await signIn({ ...waiting, link: readLinkFragment(mails[0]!) })).status).toBe(200);
  });

  it("stores no usable link after its email was sent", async () => {
    const person = newPerson();
    await signUp(person);
    await mailbox.collectOne(person.email);
    const rows = await app.db
      .selectFrom("mails")
      .select(["html", "plain", "state"])
      .where("recipient", "=", person.email)
      .execute();
    expect(rows).toEqual([{ html: "", plain: "", state: "sent" }]);
    const everything = await sql<{ text: string }>`
      SELECT string_agg(concat(trail, trail_values), '') AS text
      FROM trail LEFT JOIN trail_values ON trail_id = id`.execute(app.db);
    expect(everything.rows[0]!.text).not.toContain(person.email);
  });
});

describe("chosen password", () => {
  it.each(["Maryam-ONeil1", "maryam2026!!", "Example.Com99", "teST & soNS 2026"])(
    "rejects a password that is hardly more than a known name: %s",
    async (password) => {
      const answer = await signUp({ ...newPerson(), password });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: { password: expect.stringMatching(/don't use your name/) },
      });
    },
  );

  it("accepts a name beside enough other characters", async () => {
    expect((await signUp({ ...newPerson(), password: "maryam rides horses" })).status).toBe(200);
  });

  it("rejects the name of the link's owner as a password", async () => {
    const person = await confirmed();
    await mailbox.collect();
    await forgotten(person.email);
    const link = readLinkFragment(await mailbox.collectOne(person.email));
    expect((await reset(link, "maryam.oneil")).status).toBe(400);
    expect((await reset(link)).status).toBe(200);
  });
});

describe("password reset", () => {
  it("resets a password once by link and ends all sessions", async () => {
    const person = await confirmed();
    const cookie = await app.signIn(person);
    await mailbox.collect();
    await forgotten(person.email);
    const link = readLinkFragment(await mailbox.collectOne(person.email));
    expect((await reset(link, "password123")).status).toBe(400);
    expect((await reset(link)).status).toBe(200);
    const session = await app.http.request("/api/session", { headers: { cookie } });
    expect(await session.json()).toEqual({ user: null });
    expect((await signIn(person)).status).toBe(401);
    expect((await signIn({ ...person, password: "another good password" })).status).toBe(200);

    expect(await (await reset(link, "yet another password")).json()).toMatchObject({ reason: "link-used" });
    const [mail] = await mailbox.collect();
    expect(mail).toMatchObject({ recipient: person.email, subject: expect.stringMatching(/was changed/) });
  });

  it("invalidates earlier links", async () => {
    const person = await confirmed();
    await mailbox.collect();
    await forgotten(person.email);
    const first = readLinkFragment(await mailbox.collectOne(person.email));
    await forgotten(person.email);
    const second = readLinkFragment(await mailbox.collectOne(person.email));
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(409);
  });

  it("answers the same for unknown emails and sends nothing", async () => {
    const person = await confirmed();
    await mailbox.collect();
    const [known, unknown] = [await forgotten(person.email), await forgotten("nobody@example.com")];
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect((await mailbox.collect()).map(({ recipient }) => recipient)).toEqual([person.email]);
  });

  it("hands an account created by a stranger to the email's owner", async () => {
    const victim = newPerson();
    const bookingId = await book(officeCtx(app.db), { email: victim.email, phone: "+971501110001" });
    await signUp({ ...victim, password: "the stranger's password" });
    await mailbox.collect();
    await forgotten(victim.email);
    expect((await reset(readLinkFragment(await mailbox.collectOne(victim.email)))).status).toBe(200);
    expect((await signIn({ ...victim, password: "the stranger's password" })).status).toBe(401);
    expect((await signIn({ ...victim, password: "another good password" })).status).toBe(200);
    expect(await ownerOf(bookingId)).toBe(victim.email);
  });
});

describe("guest bookings", () => {
  it("adds guest bookings to the account on confirmation of its email", async () => {
    const person = newPerson();
    const bookingId = await book(officeCtx(app.db), { email: person.email, phone: "+971501110002" });
    const otherBooking = await book(officeCtx(app.db), {
      email: "other@example.com",
      phone: "+971501110003",
    });
    await mailbox.collect();
    await signUp(person);
    expect(await ownerOf(bookingId)).toBeNull();
    const link = readLinkFragment(await mailbox.collectOne(person.email));
    await signIn(person);
    expect(await ownerOf(bookingId)).toBeNull();
    await signIn({ ...person, link });
    expect(await ownerOf(bookingId)).toBe(person.email);
    expect(await ownerOf(otherBooking)).toBeNull();

    const later = await book(officeCtx(app.db), { email: person.email, phone: "+971501110004" });
    await signIn(person);
    expect(await ownerOf(later)).toBe(person.email);
    // The first phone fills the empty profile; later ones do not replace it.
    const profile = app.db.selectFrom("profiles").innerJoin("users", "users.id", "profiles.userId");
    expect(await profile.select("phone").where("email", "=", person.email).execute()).toEqual([
      { phone: "+971501110002" },
    ]);
  });

  it("links the customer record unless others' bookings belong to it", async () => {
    const [owner, shared] = [newPerson(), newPerson()];
    await book(officeCtx(app.db), { email: owner.email, phone: "+971501110005" });
    await book(officeCtx(app.db), { email: shared.email, phone: "+971501110006" });
    await book(officeCtx(app.db), { email: "neighbour@example.com", phone: "+971501110006" });
    for (const person of [owner, shared]) {
      await mailbox.collect();
      await confirmed(person);
    }
    const rows = await app.db
      .selectFrom("customers")
      .leftJoin("users", "users.id", "customers.userId")
      .select(["users.email", "customers.phone"])
      .where("customers.phone", "in", ["+971501110005", "+971501110006"])
      .orderBy("customers.phone")
      .execute();
    expect(rows).toEqual([
      { email: owner.email, phone: "+971501110005" },
      { email: null, phone: "+971501110006" },
    ]);
  });
});

describe("email limits", () => {
  it("refuses more than three emails in 15 minutes per client and address", async () => {
    for (const email of [(await confirmed()).email, "nobody-at-all@example.com"]) {
      await mailbox.collect();
      await sql`TRUNCATE rate_limits`.execute(app.db);
      const statuses = [];
      // In any notation of the same mailbox.
      const [name, domain] = email.split("@");
      for (let count = 1; count <= 4; count++) {
        statuses.push((await forgotten(`${name}${"+a".repeat(count - 1)}@${domain}`)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it("leaves the owner a valid link despite requests of strangers, and announces no email that is not sent", async () => {
    const person = newPerson();
    await app.addUser(person);
    const forgot = (address: string) =>
      app.post("/api/auth/request-password-reset", { email: person.email }, { "X-Forwarded-For": address });
    for (let client = 1; client <= 10; client++) {
      expect((await forgot(`203.0.113.${client}`)).status).toBe(200);
    }
    const refused = await forgot("192.0.2.1");
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining("Please use the latest one"),
    ]);
    const account = { name: "Aisha", email: person.email, password: "a long password" };
    const signUp = await app.post("/api/auth/sign-up/email", account, { "X-Forwarded-For": "192.0.2.2" });
    expect(signUp.status).toBe(429);

    const mails = await mailbox.collect();
    expect(mails).toHaveLength(10);
    const password = await reset(readLinkFragment(mails[0]!));
    expect(password.status).toBe(200);
    // The owner's browser becomes a known device.
    expect(password.headers.getSetCookie().join()).toMatch(/known_device=/);
  });

  it("allows twenty requests an hour per client address", async () => {
    const statuses = [];
    for (let count = 1; count <= 21; count++) {
      statuses.push((await forgotten(`somebody.${count}@example.com`)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  it("allows the networks of an IPv6 site eighty requests an hour together", async () => {
    const statuses = [];
    for (let count = 1; count <= 81; count++) {
      const headers = { "X-Forwarded-For": `2001:db8:7:${count.toString(16)}::1` };
      const body = { email: `person.${count}@example.com` };
      statuses.push((await app.post("/api/auth/request-password-reset", body, headers)).status);
    }
    expect(statuses).toEqual([...Array(80).fill(200), 429]);
  });

  const GUESSES = rounds({ short: 40, long: 1000 });
  it(`stops ${GUESSES} guesses and raises one alarm`, async () => {
    const person = await confirmed();
    const guesses = Array.from(
      { length: GUESSES },
      (_, guess) => () => signIn({ ...person, password: `guess ${guess}` }),
    );
    const counts: Record<number, number> = {};
    for (const guess of guesses) {
      const { status } = await guess();
      counts[status] = (counts[status] ?? 0) + 1;
    }
    expect(counts).toEqual({ 401: 10, 429: GUESSES - 10 });
    expect((await signIn(person)).status).toBe(429);
    const alarms = await app.db
      .selectFrom("securityEvents")
      .select(["type", "userId"])
      .where("type", "=", "suspicious_activity")
      .execute();
    expect(alarms).toHaveLength(1);
    expect(alarms[0]!.userId).not.toBeNull();

    // The owner still gets in by the emailed link.
    await mailbox.collect();
    await forgotten(person.email);
    const password = await reset(readLinkFragment(await mailbox.collectOne(person.email)));
    expect(password.status).toBe(200);
    const cookie = password.headers.getSetCookie()[0]!.split(";", 1)[0]!;
    expect((await signIn({ ...person, password: "another good password" }, { cookie })).status).toBe(200);
  });
});
