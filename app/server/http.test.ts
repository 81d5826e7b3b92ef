import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { createTestApp, ORIGIN, type TestApp } from "../../test/harness/http-app";

const people = {
  customer: { email: "customer@example.com", password: "a customer's password" },
  technician: { email: "technician@example.com", password: "a technician's password" },
  admin: { email: "admin@example.com", password: "an admin's password" },
} as const;

/** Tests over all routes take a random third of them in a short run. */
const random = createRandom(seedOfRun());

let app: TestApp;
/** Cookie headers of sessions. */
const cookies = { customer: "", technician: "", admin: "" };

beforeAll(async () => {
  app = await createTestApp();
  for (const role of ["customer", "technician", "admin"] as const) {
    await app.addUser({ ...people[role], role });
    cookies[role] = await app.signIn(people[role]);
  }
});
afterAll(() => app.close());

describe("cross-site API calls", () => {
  it.each([
    ["a JSON request by a script", "application/json"],
    ["an HTML form", "application/x-www-form-urlencoded"],
    ["a form sent as plain text", "text/plain"],
  ])("rejects cross-site API calls: %s", async (_, type) => {
    for (const path of ["/api/auth/sign-out", "/api/handle-booking", "/api/admin/bookings/1/transitions"]) {
      const answer = await app.http.request(path, {
        method: "POST",
        headers: {
          cookie: cookies.admin,
          "Content-Type": type,
          Origin: "https://evil.example",
          "Sec-Fetch-Site": "cross-site",
        },
        body: "{}",
      });
      expect(answer.status).toBe(403);
    }
    const answer = await app.http.request("/api/session", { headers: { cookie: cookies.admin } });
    expect(await answer.json()).toMatchObject({ user: { role: "admin" } });
  });

  it("rejects form posts without an Origin", async () => {
    const answer = await app.http.request("/api/auth/sign-out", { method: "POST", body: "a=b" });
    expect(answer.status).toBe(403);
  });
});

describe("API middleware", () => {
  it("answers an unknown path in JSON", async () => {
    const answer = await app.http.request("/api/nothing-here");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, reason: "not-found" });
  });

  it("refuses a body over 1 MB, with and without Content-Length", async () => {
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

  describe("ambiguous request body", () => {
    const body = JSON.stringify(people.customer);
    const utf16 = Buffer.from(body, "utf16le");
    const send = (sent: string | Buffer, headers: Record<string, string> = {}) =>
      app.http.request("/api/auth/sign-in/email", {
        method: "POST",
        headers: { Origin: ORIGIN, "Content-Type": "application/json", ...headers },
        body: typeof sent === "string" ? sent : new Uint8Array(sent),
      });

    it.each<[string, string | Buffer, Record<string, string>?]>([
      ["in little-endian UTF-16 with a byte order mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
      ["in UTF-16 with a declared charset", utf16, { "Content-Type": "application/json; charset=utf-16le" }],
      ["in big-endian UTF-16", Buffer.from(utf16).swap16()],
      ["compressed with gzip", gzipSync(body), { "Content-Encoding": "gzip" }],
      ["compressed without a Content-Encoding header", gzipSync(body)],
      ["compressed with deflate", deflateSync(body), { "Content-Encoding": "deflate" }],
      ["compressed with Brotli", brotliCompressSync(body), { "Content-Encoding": "br" }],
      ["with two JSON documents", `${body}${body}`],
      ["with a comment after the JSON", `${body}//`],
      ["with single-quoted strings", body.replaceAll('"', "'")],
      ["with URL-encoded fields", new URLSearchParams(people.customer).toString()],
      [
        "with multipart fields",
        `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${body}\r\n--x--\r\n`,
        { "Content-Type": "multipart/form-data; boundary=x" },
      ],
      ["with a __proto__ key", `{"__proto__":${body}}`],
      ["with a constructor.prototype key", `{"constructor":{"prototype":${body}}}`],
      ["with an array instead of an object", `[${body}]`],
    ])("rejects a body %s", async (_, sent, headers) => {
      expect((await send(body)).status).toBe(200);
      await sql`TRUNCATE auth_rate_limits, rate_limits`.execute(app.db);
      const answer = await send(sent, headers);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ reason: "invalid" });
      expect({}).not.toHaveProperty("email");
    });

    it("uses the last value of a duplicate JSON key", async () => {
      const twice = body.replace("{", '{"email":"nobody@example.com",');
      expect((await send(twice)).status).toBe(200);
    });
  });

  it("keeps a valid request id and replaces an invalid one", async () => {
    const idOf = async (sentId: string) =>
      (await app.http.request("/api/session", { headers: { "X-Request-Id": sentId } })).headers.get(
        "X-Request-Id",
      );
    expect(await idOf("proxy-id-12345")).toBe("proxy-id-12345");
    expect(await idOf("<script>")).toMatch(/^[\da-f-]{36}$/);
  });

  it("rejects calls of a client above its rate limit", async () => {
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

  describe("API route with its own limit", () => {
    const report = (to: TestApp) =>
      to.post("/api/security-events", { type: "auth_failure", message: "Refused" });
    const fill = async (to: TestApp) => {
      const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await report(to)).status));
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    };
    let other: TestApp;
    beforeEach(async () => {
      other = await createTestApp({ CLIENT_RATE_LIMIT: "1000" });
    });
    afterEach(async () => {
      vi.restoreAllMocks();
      await other.close();
    });

    it("counts the calls of each app instance separately", async () => {
      await fill(app);
      expect((await report(other)).status).toBe(202);
    });

    it("resets the limit after a minute, even if the clock was set back", async () => {
      await fill(other);
      await other.db.deleteFrom("rateLimits").execute();
      const [clock, uptime] = [Date.now(), performance.now()];
      vi.spyOn(Date, "now").mockReturnValue(clock - 60 * 60_000);
      vi.spyOn(performance, "now").mockReturnValue(uptime + 61_000);
      expect((await report(other)).status).toBe(202);
    });
  });

  it("reports liveness and readiness of the server", async () => {
    expect((await app.http.request("/healthz")).status).toBe(200);
    expect((await app.http.request("/readyz")).status).toBe(200);
  });
});

describe("/api/admin routes", () => {
  it("refuses visitors, customers and technicians", async () => {
    const routes = app.http.routes.filter(
      ({ path, method }) => path.startsWith("/api/admin/") && method !== "ALL",
    );
    expect(routes.length).toBeGreaterThan(0);
    for (const { method, path } of casesForRun(routes, random, Math.ceil(routes.length / 3))) {
      const post = (headers: Record<string, string>) =>
        app.http.request(path.replaceAll(/:\w+(\{.*?\})?/g, crypto.randomUUID()), {
          method,
          headers: { Origin: ORIGIN, "Content-Type": "application/json", ...headers },
          body: method === "GET" ? undefined : "{}",
        });
      expect([method, path, (await post({})).status]).toEqual([method, path, 401]);
      for (const cookie of [cookies.customer, cookies.technician]) {
        expect([method, path, (await post({ cookie })).status]).toEqual([method, path, 403]);
      }
    }
  });

  it("admits an admin", async () => {
    const headers = { cookie: cookies.admin };
    expect((await app.http.request("/api/admin/bookings", { headers })).status).toBe(200);
  });
});

describe("Cache-Control", () => {
  it("keeps answers to signed-in people out of caches", async () => {
    const routes = app.http.routes.filter(
      ({ path, method }) => method === "GET" && path.startsWith("/api/") && !path.includes("*"),
    );
    expect(routes.length).toBeGreaterThan(75);
    for (const { path } of casesForRun(routes, random, Math.ceil(routes.length / 3))) {
      const address = path.replaceAll(/:\w+(\{.*?\})?/g, crypto.randomUUID());
      const answer = await app.http.request(address, { headers: { cookie: cookies.admin } });
      await answer.body?.cancel();
      const rule = answer.headers.get("Cache-Control");
      expect([path, rule]).toEqual([path, expect.stringMatching(/^(private, )?no-(store|cache)/)]);
    }
  });

  it.each([
    ["/api/admin/bookings", "admin", 200],
    ["/api/session", "customer", 200],
    ["/api/services", "customer", 200],
    ["/api/admin/bookings", "customer", 403],
  ] as const)("forbids browsers to store %s for a signed-in %s", async (path, role, status) => {
    const answer = await app.http.request(path, { headers: { cookie: cookies[role] } });
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([
      status,
      expect.stringMatching(/^(private, )?no-store$/),
    ]);
  });
});

describe("live stream", () => {
  it("refuses visitors", async () => {
    expect((await app.http.request("/api/live")).status).toBe(401);
  });
});
