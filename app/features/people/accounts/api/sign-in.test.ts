import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../../../test/harness/http-app";

const customer = { email: "customer@example.com", password: "a customer's password" };
const admin = { email: "admin@example.com", password: "an admin's password" };

let app: TestApp;
let customerId: string;

beforeAll(async () => {
  app = await createTestApp();
  customerId = await app.addUser(customer);
  await app.addUser({ ...admin, role: "admin" });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`TRUNCATE rate_limits, auth_rate_limits, security_events`.execute(app.db);
});

async function sessionOf(cookie: string, on = app) {
  const answer = await on.http.request("/api/session", { headers: { cookie } });
  return ((await answer.json()) as { user: { role: string; email: string } | null }).user;
}

describe("sign-in", () => {
  it("opens a session with the user's details", async () => {
    expect(await sessionOf("")).toBeNull();
    const cookie = await app.signIn(customer);
    expect(await sessionOf(cookie)).toEqual({
      id: customerId,
      name: "Test customer",
      email: customer.email,
      role: "customer",
    });
  });

  it("ignores the case of the email at sign-in", async () => {
    await app.signIn({ ...customer, email: " Customer@Example.COM " });
  });

  it("accepts emails at internationalised domains", async () => {
    const person = { email: "layla@xn--mgbh0fb.xn--mgbaam7a8h", password: "a customer's password" };
    await app.addUser(person);
    await app.signIn({ ...person, email: "Layla@مثال.امارات" });
  });

  it("keeps the session token out of scripts", async () => {
    const answer = await app.post("/api/auth/sign-in/email", customer);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).not.toMatch(/; Secure/i);
    }
    expect(await answer.json()).toEqual({ success: true });
  });

  it("sets secure cookies where the product is reached by HTTPS", async () => {
    const secure = await createTestApp({ PUBLIC_URL: "https://www.example.com" });
    try {
      await secure.addUser(customer);
      const answer = await secure.post("/api/auth/sign-in/email", customer);
      const cookies = answer.headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; Secure/i);
      expect(
        await sessionOf(cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "), secure),
      ).toMatchObject({
        role: "customer",
      });
    } finally {
      await secure.close();
    }
  });

  it("ends a session on the server at sign-out", async () => {
    const cookie = await app.signIn(customer);
    const answer = await app.post("/api/auth/sign-out", {}, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/Max-Age=0/i);
    expect(await sessionOf(cookie)).toBeNull();
  });

  it("prolongs an active session and expires an idle one", async () => {
    const cookie = await app.signIn(customer);
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await app.db
      .updateTable("sessions")
      .set({ expiresAt: hours(24 * 20) })
      .execute();
    const answer = await app.http.request("/api/session", { headers: { cookie } });
    expect(answer.headers.getSetCookie().join()).toMatch(/session_token=.+Max-Age=2592000/i);
    await app.db
      .updateTable("sessions")
      .set({ expiresAt: hours(-1) })
      .execute();
    expect(await sessionOf(cookie)).toBeNull();
  });

  it("refuses a forged cookie", async () => {
    const cookie = await app.signIn(admin);
    expect(await sessionOf(cookie.replace(/(session_token=[^;]+).{6}(?=;|$)/, "$1AAA%3D"))).toBeNull();
  });

  it("answers wrong passwords and unknown emails identically", async () => {
    const wrong = await app.post("/api/auth/sign-in/email", { ...customer, password: "not the password" });
    const unknown = await app.post("/api/auth/sign-in/email", { ...customer, email: "nobody@example.com" });
    const malformed = await app.post("/api/auth/sign-in/email", { ...customer, email: "nobody" });
    const body = {
      success: false,
      reason: "sign-in-refused",
      message: "Invalid email or password",
    };
    for (const answer of [wrong, unknown, malformed]) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual(body);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it("records a security event without the typed email", async () => {
    await app.post("/api/auth/sign-in/email", { ...customer, password: "not the password" });
    await app.post("/api/auth/sign-in/email", { ...customer, email: "nobody@example.com" });
    const events = await app.db.selectFrom("securityEvents").selectAll().orderBy("id").execute();
    expect(events).toMatchObject([
      { type: "auth_failure", userId: customerId },
      { type: "auth_failure", userId: null },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/example\.com/);
  });

  it("reports an unconfirmed email after the right password only", async () => {
    await app.db.updateTable("users").set({ emailVerified: false }).where("id", "=", customerId).execute();
    try {
      const right = await app.post("/api/auth/sign-in/email", customer);
      expect(await right.json()).toMatchObject({ message: expect.stringMatching(/confirm your email/) });
      const wrong = await app.post("/api/auth/sign-in/email", { ...customer, password: "not the password" });
      expect(await wrong.json()).toMatchObject({ message: "Invalid email or password" });
    } finally {
      await app.db.updateTable("users").set({ emailVerified: true }).where("id", "=", customerId).execute();
    }
  });

  it.each([{}, { email: customer.email }, { email: ["a"], password: {} }, "text", null])(
    "refuses an invalid body: %j",
    async (body) => {
      expect((await app.post("/api/auth/sign-in/email", body)).status).toBe(400);
    },
  );

  it("exposes no other call of better-auth", async () => {
    const cookie = await app.signIn(admin);
    for (const path of [
      "admin/create-user",
      "admin/impersonate-user",
      "update-user",
      "change-email",
      "delete-user",
      "two-factor/send-otp",
      "two-factor/get-totp-uri",
      "two-factor/view-backup-codes",
    ]) {
      const answer = await app.post(`/api/auth/${path}`, { ...customer, name: "New" }, { cookie });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe("sign-in limits", () => {
  it("ignores successful attempts in sign-in limits", async () => {
    for (let attempt = 1; attempt <= 12; attempt++) await app.signIn(customer);
  });

  it("ends the previous session of a browser at the next sign-in", async () => {
    const before = await app.signIn(customer);
    await app.post("/api/auth/sign-in/email", customer, { cookie: before });
    expect(await sessionOf(before)).toBeNull();
  });

  it("lets the owner in while strangers guess, on known and unknown devices", async () => {
    const behindProxy = await createTestApp({ TRUST_PROXY: "1" });
    try {
      await behindProxy.addUser(customer);
      const from = (address: string, cookie = "") => ({ "X-Forwarded-For": address, cookie });
      const open = (password: string, headers: Record<string, string>) =>
        behindProxy.post("/api/auth/sign-in/email", { ...customer, password }, headers);
      const first = await open(customer.password, from("192.0.2.1"));
      const known = first.headers.getSetCookie().find((cookie) => cookie.includes("known_device"))!;
      expect(known).toMatch(/; HttpOnly/i);
      expect(known).not.toContain(customer.email);

      for (let attempt = 1; attempt <= 10; attempt++) await open("wrong", from("203.0.113.9"));
      expect((await open(customer.password, from("203.0.113.9"))).status).toBe(429);
      // From another address, and on the known device within the stranger's network.
      expect((await open(customer.password, from("192.0.2.7"))).status).toBe(200);
      const device = known.split(";", 1)[0]!;
      expect((await open(customer.password, from("203.0.113.9", device))).status).toBe(200);
      // A forged device cookie does not count.
      const forged = device.replace(/.{5}$/, "AAAAA");
      expect((await open(customer.password, from("203.0.113.9", forged))).status).toBe(429);
      // Guesses on a known device are limited, too.
      for (let attempt = 1; attempt <= 10; attempt++) await open("wrong", from("192.0.2.7", device));
      expect((await open(customer.password, from("192.0.2.7", device))).status).toBe(429);
    } finally {
      await behindProxy.close();
    }
  });

  it("stops guesses at one account from many addresses", async () => {
    const behindProxy = await createTestApp({ TRUST_PROXY: "1" });
    try {
      await behindProxy.addUser(customer);
      const guess = (address: number, password: string) =>
        behindProxy.post(
          "/api/auth/sign-in/email",
          { ...customer, password },
          { "X-Forwarded-For": `192.0.2.${address}` },
        );
      for (let attempt = 1; attempt <= 30; attempt++)
        expect((await guess(attempt, "wrong")).status).toBe(401);
      const refused = await guess(31, customer.password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        reason: "rate-limited",
        retryAfterSeconds: expect.any(Number),
      });
      const { type } = await behindProxy.db
        .selectFrom("securityEvents")
        .select("type")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      expect(type).toBe("rate_limit");
    } finally {
      await behindProxy.close();
    }
  });

  it("stops one address that tries many accounts, trusting only our proxy's header", async () => {
    const behindProxy = await createTestApp({ TRUST_PROXY: "1" });
    try {
      const guess = (account: number, forwarded: string) =>
        behindProxy.post(
          "/api/auth/sign-in/email",
          { email: `someone${account}@example.com`, password: "wrong" },
          // The last entry is the proxy's; the others, and our own header, come from the client.
          { "X-Forwarded-For": forwarded, "X-Client-Address": `198.51.100.${account}` },
        );
      const statuses = await Promise.all(
        Array.from(
          { length: 30 },
          async (_, account) => (await guess(account, `203.0.113.${account}, 192.0.2.1`)).status,
        ),
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      expect((await guess(31, "192.0.2.2")).status).toBe(401);
    } finally {
      await behindProxy.close();
    }
  });
});
