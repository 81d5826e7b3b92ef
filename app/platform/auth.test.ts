import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, ORIGIN, type TestApp } from "../../test/harness/http-app";

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
  await app.db.deleteFrom("rate_limits").execute();
  await app.db.deleteFrom("security_events").execute();
});

async function sessionOf(cookie: string, on = app) {
  const answer = await on.http.request("/api/session", { headers: { cookie } });
  return ((await answer.json()) as { user: { role: string; email: string } | null }).user;
}

describe("sign-in", () => {
  it("opens a session that says who is signed in", async () => {
    expect(await sessionOf("")).toBeNull();
    const cookie = await app.signIn(customer);
    expect(await sessionOf(cookie)).toEqual({
      id: customerId,
      name: "Test customer",
      email: customer.email,
      role: "customer",
    });
  });

  it("takes an email however it is written", async () => {
    await app.signIn({ ...customer, email: " Customer@Example.COM " });
  });

  it("keeps the session out of scripts' reach", async () => {
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

  it("sends the cookie over HTTPS only where the product is reached by HTTPS", async () => {
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

  it("ends at once, on the server too, at sign-out", async () => {
    const cookie = await app.signIn(customer);
    const answer = await app.post("/api/auth/sign-out", {}, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/Max-Age=0/i);
    expect(await sessionOf(cookie)).toBeNull();
  });

  it("prolongs a session in use, and forgets one that is not", async () => {
    const cookie = await app.signIn(customer);
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await app.db
      .updateTable("sessions")
      .set({ expires_at: hours(24 * 20) })
      .execute();
    const answer = await app.http.request("/api/session", { headers: { cookie } });
    expect(answer.headers.getSetCookie().join()).toMatch(/session_token=.+Max-Age=2592000/i);
    await app.db
      .updateTable("sessions")
      .set({ expires_at: hours(-1) })
      .execute();
    expect(await sessionOf(cookie)).toBeNull();
  });

  it("is refused to a forged cookie", async () => {
    const cookie = await app.signIn(admin);
    expect(await sessionOf(cookie.replace(/.{6}$/, "AAAAA%3D"))).toBeNull();
  });

  it("tells a wrong password from an unknown email to nobody", async () => {
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

  it("leaves a security event when it fails, without the email that was typed", async () => {
    await app.post("/api/auth/sign-in/email", { ...customer, password: "not the password" });
    await app.post("/api/auth/sign-in/email", { ...customer, email: "nobody@example.com" });
    const events = await app.db.selectFrom("security_events").selectAll().orderBy("id").execute();
    expect(events).toMatchObject([
      { type: "auth_failure", user_id: customerId },
      { type: "auth_failure", user_id: null },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/example\.com/);
  });

  it("is refused to an account whose email is not confirmed, but only after the right password", async () => {
    await app.db.updateTable("users").set({ email_verified: false }).where("id", "=", customerId).execute();
    try {
      const right = await app.post("/api/auth/sign-in/email", customer);
      expect(await right.json()).toMatchObject({ message: expect.stringMatching(/confirm your email/) });
      const wrong = await app.post("/api/auth/sign-in/email", { ...customer, password: "not the password" });
      expect(await wrong.json()).toMatchObject({ message: "Invalid email or password" });
    } finally {
      await app.db.updateTable("users").set({ email_verified: true }).where("id", "=", customerId).execute();
    }
  });

  it.each([{}, { email: customer.email }, { email: ["a"], password: {} }, "text", null])(
    "refuses a body that is none: %j",
    async (body) => {
      expect((await app.post("/api/auth/sign-in/email", body)).status).toBe(400);
    },
  );

  it("offers nothing else of better-auth yet", async () => {
    const cookie = await app.signIn(admin);
    for (const path of [
      "sign-up/email",
      "request-password-reset",
      "admin/create-user",
      "two-factor/enable",
    ]) {
      const answer = await app.post(`/api/auth/${path}`, { ...customer, name: "New" }, { cookie });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe("limits of sign-in", () => {
  it("stops guessing one account's password, whatever address it comes from", async () => {
    const behindProxy = await createTestApp({ TRUST_PROXY: "1" });
    try {
      await behindProxy.addUser(customer);
      const guess = (address: number, password: string) =>
        behindProxy.post(
          "/api/auth/sign-in/email",
          { ...customer, password },
          { "X-Forwarded-For": `192.0.2.${address}` },
        );
      for (let attempt = 1; attempt <= 10; attempt++)
        expect((await guess(attempt, "wrong")).status).toBe(401);
      const refused = await guess(11, customer.password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        reason: "rate-limited",
        retryAfterSeconds: expect.any(Number),
      });
      const { type } = await behindProxy.db
        .selectFrom("security_events")
        .select("type")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      expect(type).toBe("rate_limit");
    } finally {
      await behindProxy.close();
    }
  });

  it("stops one address that tries many accounts, and believes only its own proxy about the address", async () => {
    const behindProxy = await createTestApp({ TRUST_PROXY: "1" });
    try {
      const guess = (account: number, forwarded: string) =>
        behindProxy.post(
          "/api/auth/sign-in/email",
          { email: `someone${account}@example.com`, password: "wrong" },
          // The last is the proxy's word; the others, and our own header, come from the client.
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

describe("calls from another site", () => {
  it.each([
    ["a script's JSON", "application/json"],
    ["a form", "application/x-www-form-urlencoded"],
    ["a form pretending to be text", "text/plain"],
  ])("are refused: %s", async (_, type) => {
    const cookie = await app.signIn(admin);
    for (const path of ["/api/auth/sign-out", "/api/handle-booking", "/api/admin/bookings/1/moves"]) {
      const answer = await app.http.request(path, {
        method: "POST",
        headers: {
          cookie,
          "Content-Type": type,
          Origin: "https://evil.example",
          "Sec-Fetch-Site": "cross-site",
        },
        body: "{}",
      });
      expect(answer.status).toBe(403);
    }
    expect(await sessionOf(cookie)).toMatchObject({ role: "admin" });
  });

  it("are refused when they name no origin but look like a form", async () => {
    const answer = await app.http.request("/api/auth/sign-out", { method: "POST", body: "a=b" });
    expect(answer.status).toBe(403);
  });
});

describe("the API's edges", () => {
  it("answers an unknown path in JSON", async () => {
    const answer = await app.http.request("/api/nothing-here");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, reason: "not-found" });
  });

  it("refuses a body over 1 MB, announced or not", async () => {
    const body = JSON.stringify({ email: "a".repeat(1024 * 1024) });
    const announced = await app.http.request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json", "Content-Length": String(body.length) },
      body,
    });
    const streamed = await app.http.request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: new Blob([body]).stream(),
      duplex: "half",
    } as RequestInit);
    for (const answer of [announced, streamed]) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ success: false, reason: "too-large" });
    }
  });

  it("keeps a sane request id, and makes one otherwise", async () => {
    const idOf = async (given: string) =>
      (await app.http.request("/api/session", { headers: { "X-Request-Id": given } })).headers.get(
        "X-Request-Id",
      );
    expect(await idOf("proxy-id-12345")).toBe("proxy-id-12345");
    expect(await idOf("<script>")).toMatch(/^[\da-f-]{36}$/);
  });

  it("limits the calls of one client", async () => {
    const limited = await createTestApp({ CLIENT_RATE_LIMIT: "300" });
    try {
      const statuses = await Promise.all(
        Array.from({ length: 301 }, async () => (await limited.http.request("/api/session")).status),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });

  it("tells that it lives and that it can serve", async () => {
    expect((await app.http.request("/healthz")).status).toBe(200);
    expect((await app.http.request("/readyz")).status).toBe(200);
  });
});

describe("everything under /api/admin", () => {
  it("is closed to visitors, customers and technicians, each and every route", async () => {
    const technician = { email: "technician@example.com", password: "a technician's password" };
    await app.addUser({ ...technician, role: "technician" });
    const cookies = { customer: await app.signIn(customer), technician: await app.signIn(technician) };
    const routes = app.http.routes.filter(
      ({ path, method }) => path.startsWith("/api/admin/") && method !== "ALL",
    );
    expect(routes.length).toBeGreaterThan(0);
    for (const { method, path } of routes) {
      const ask = (headers: Record<string, string>) =>
        app.http.request(path.replaceAll(/:\w+(\{.*?\})?/g, crypto.randomUUID()), {
          method,
          headers: { Origin: ORIGIN, "Content-Type": "application/json", ...headers },
          body: method === "GET" ? undefined : "{}",
        });
      expect([method, path, (await ask({})).status]).toEqual([method, path, 401]);
      for (const cookie of Object.values(cookies)) {
        expect([method, path, (await ask({ cookie })).status]).toEqual([method, path, 403]);
      }
    }
  });

  it("is open to an admin", async () => {
    const cookie = await app.signIn(admin);
    expect((await app.http.request("/api/admin/bookings", { headers: { cookie } })).status).toBe(200);
  });
});

describe("the live stream", () => {
  it("is closed to visitors and customers", async () => {
    expect((await app.http.request("/api/live")).status).toBe(401);
    const cookie = await app.signIn(customer);
    expect((await app.http.request("/api/live", { headers: { cookie } })).status).toBe(403);
  });
});
