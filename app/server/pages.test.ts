import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { m } from "~/paraglide/messages";
import { seed } from "../../db/seed/seed.server";
import { createTestApp, ORIGIN, type TestApp } from "../../test/harness/http-app";
import { getBusiness } from "../features/core/business/queries.server";
import { createDatabase, type Database } from "../platform/database/database.server";
import { createHttp } from "./http.server";
import type { Pages } from "./pages.server";

const SCRIPT = "console.log('asset')";

let folder: string;
let app: TestApp;
let otherDatabase: Database;
let otherProcess: TestApp["http"];
let requests: Request[] = [];
/** While set, rendering of uncached pages waits for it. */
let slow: Promise<void> | null = null;
/** Pages without the router: the business name at "/", regardless of earlier requests. */
const pages: Pages = {
  async render(request, ctx) {
    requests.push(request);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/bookings/")) await slow;
    if (pathname === "/file.txt")
      return new Response("a file", { headers: { "Content-Type": "text/plain" } });
    const { name } = await getBusiness(ctx);
    const html = `<h1>${name}</h1><p lang="${ctx.locale}">${m.common_close()}</p><script>start()</script>`;
    const isUnknown = pathname.startsWith("/services/") && !(await pages.listNamed(ctx)).has(pathname);
    const status = isUnknown || /nothing$|404$/.test(pathname) ? 404 : 200;
    return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
  patternOf: () => "/",
  sharedAs(address) {
    if (/nowhere|404/.test(address)) return { cacheKey: "/404" };
    if (/^\/(quotes)\/./.test(address)) return { cacheKey: "/quotes/-", onlyWithoutKey: true };
    if (/^\/services\/./.test(address)) return { cacheKey: address, unknownKey: "/services/-" };
    return ["/", "/about", "/file.txt"].includes(address) ? { cacheKey: address } : null;
  },
  async listNamed(ctx) {
    const names = await ctx.db.selectFrom("services").select("id").where("active", "=", true).execute();
    return new Set(names.map(({ id }) => `/services/${id}`));
  },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "built-"));
  const built = join(folder, "client");
  mkdirSync(join(built, "assets"), { recursive: true });
  writeFileSync(join(built, "assets/app-abc.js"), SCRIPT);
  writeFileSync(join(built, "assets/app-abc.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(built, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "outside.txt"), "outside");
  const env = { PUBLIC_URL: "https://www.example.com", SAMPLE_DATA: "off", LANGUAGES: "en-XB,hi" };
  app = await createTestApp(env, { pages, buildDir: built });
  await seed(app);
  otherDatabase = createDatabase({ connectionString: app.connectionString });
  otherProcess = createHttp({ ...app, db: otherDatabase.db }, pages, built);
});
afterAll(async () => {
  await otherDatabase.close();
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  requests = [];
});

const formHeaders = {
  Origin: "https://www.example.com",
  "Content-Type": "application/x-www-form-urlencoded",
};
async function post(path: string, headers: Record<string, string>, init: RequestInit = {}) {
  return app.http.request(path, {
    method: "POST",
    body: "a=b",
    ...init,
    headers: { ...formHeaders, ...headers },
  });
}

const rename = (name: string) =>
  app.db
    .updateTable("settings")
    .set({ value: sql`jsonb_set(value, '{name}', to_jsonb(${name}::text))` })
    .where("name", "=", "business")
    .execute();

describe("shared pages", () => {
  it("shows an edit by an admin at the next request in every process", async () => {
    for (const name of ["Rukn", "Rukn Two", "Rukn Three"]) {
      await rename(name);
      for (const http of [app.http, otherProcess]) {
        expect(await (await http.request("/")).text()).toContain(`<h1>${name}</h1>`);
      }
    }
  });

  it("renders each page once, from its path only", async () => {
    await rename("For everyone");
    await app.http.request("http://evil.example/?utm_source=a", {
      headers: { Cookie: "session=mine", "User-Agent": "bot", "X-Forwarded-Host": "evil.example" },
    });
    await app.http.request("/?utm_source=b", { method: "HEAD" });
    expect(requests.map(({ method, url, headers }) => [method, url, [...headers]])).toEqual([
      ["GET", "https://www.example.com/", []],
    ]);
  });

  it("sends compressed pages with an ETag and cache headers for a CDN", async () => {
    const first = await app.http.request("/", { headers: { "Accept-Encoding": "gzip, br" } });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-encoding": "br",
      vary: "Accept-Encoding",
      "cache-control": expect.stringMatching(/^public, max-age=0, s-maxage=\d+, stale-if-error=86400$/),
    });
    const headers = { "Accept-Encoding": "gzip, br", "If-None-Match": first.headers.get("ETag")! };
    const again = await app.http.request("/", { headers });
    expect(again.status).toBe(304);
    expect(again.headers.get("Content-Security-Policy")).toBe(first.headers.get("Content-Security-Policy"));
  });

  it.each(["/About", "/about/", "//about", "/ABOUT/?utm_source=a"])(
    "redirects %s to its canonical path",
    async (path) => {
      const answer = await app.http.request(`${ORIGIN}${path}`);
      expect(answer.status).toBe(301);
      expect(answer.headers.get("Location")).toBe(path.includes("?") ? "/about?utm_source=a" : "/about");
    },
  );

  it("redirects /en-XB/ to the address of the home page in that language", async () => {
    const answer = await app.http.request(`${ORIGIN}/en-XB/?utm_source=a`);
    expect(answer.status).toBe(301);
    expect(answer.headers.get("Location")).toBe("/en-XB?utm_source=a");
  });

  it("redirects pages that a technician's language does not have to the English ones", async () => {
    const answer = await app.http.request(`${ORIGIN}/hi/about?utm_source=a`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/about?utm_source=a");
    expect((await app.http.request(`${ORIGIN}/hi/technician`)).status).toBe(200);
  });

  it("caches each language separately, also during concurrent rendering", async () => {
    await rename("In two languages");
    for (const path of ["/", "/nothing"]) {
      for (const _ of ["rendered", "stored"]) {
        const responses = ["", "/en-XB"].map((prefix) =>
          app.http.request((path === "/" && prefix) || prefix + path, {
            headers: { "Accept-Language": "ar", Cookie: "locale=ar" },
          }),
        );
        const [english, other] = await Promise.all(responses.map(async (answer) => (await answer).text()));
        expect(english).toContain('<p lang="en">Close</p>');
        expect(other).toContain('<p lang="en-XB">⟦Çļööšéé⟧</p>');
      }
    }
    expect(requests.slice(0, 2).map(({ url }) => url)).toEqual([
      "https://www.example.com/",
      "https://www.example.com/en-XB",
    ]);
    expect(requests.filter(({ url }) => !url.endsWith("/nothing"))).toHaveLength(2);
  });

  it.each([
    "//evil.example/About",
    "/%2f%2fevil.example/about/",
    "/%2Fevil.example/",
    "/.//evil.example/About",
    "///evil.example/%2e%2e/About",
    "/About//evil.example",
    "/en-XB//evil.example/About",
    "/About/?next=//evil.example",
    "/@evil.example/About/",
    "/%EF%BC%8Fevil.example/About/",
  ])("never redirects to another host: %s", async (path) => {
    const location = (await app.http.request(`${ORIGIN}${path}`)).headers.get("Location");
    expect(location ?? "/about").toMatch(/^\/about(\?|$)/);
  });

  it("redirects other spellings to the canonical path of the same language", async () => {
    const answer = await app.http.request(`${ORIGIN}/en-XB/About/`);
    expect(answer.headers.get("Location")).toBe("/en-XB/about");
  });

  it("passes form posts to the action of the page without caching the answer", async () => {
    const answer = await post("/", {});
    expect(requests.map(({ method }) => method)).toEqual(["POST"]);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(answer.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  });
});

describe("form posted to a page", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])("rejects a cross-site form post: %s", async (method) => {
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }]) {
      for (const path of ["/", "/about", "/about.data", "/bookings/BK-2026-000001"]) {
        expect((await post(path, headers, { method })).status).toBe(403);
      }
    }
    expect(requests).toEqual([]);
  });

  it("rejects a body over 1 MB before reading it", async () => {
    const body = "a".repeat(1024 * 1024 + 1);
    const answer = await post("/", { "Content-Length": String(body.length) }, { body });
    expect(answer.status).toBe(413);
    expect(requests).toEqual([]);
  });

  it("counts a form post towards the rate limit of the client", async () => {
    // Without built files, answers are not delayed.
    const limited = createHttp({ ...app, config: { ...app.config, clientRateLimit: 300 } }, pages);
    const statuses = [];
    for (let count = 0; count < 301; count++) {
      const isCall = count % 10 !== 0;
      const path = isCall ? "/api/session" : "/about";
      const init = isCall ? {} : { method: "POST", headers: formHeaders, body: "a=b" };
      statuses.push((await limited.request(path, init)).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  });
});

describe("unknown addresses", () => {
  it("renders one 404 page for all addresses and clients", async () => {
    await rename("Nowhere");
    for (let count = 0; count < 300; count++) {
      const answer = await app.http.request(`/nowhere/${count}?a=${count}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    }
    expect(requests.map(({ url }) => url)).toEqual(["https://www.example.com/404"]);
  });

  it("shows an edit on the 404 page at the next request", async () => {
    await rename("Nowhere Two");
    expect(await (await app.http.request("/nowhere")).text()).toContain("Nowhere Two");
  });
});

describe("pages of unknown names", () => {
  const show = (active: boolean) =>
    app.db.updateTable("services").set({ active }).where("id", "=", "hvac").execute();

  it("renders one 404 page for all names and shows a published service at the next request", async () => {
    await rename("Names");
    for (let count = 0; count < 100; count++) {
      const answer = await app.http.request(`/services/made-up-${count}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    }
    expect(requests.map(({ url }) => url)).toEqual(["https://www.example.com/services/-"]);
    expect((await app.http.request("/services/hvac")).status).toBe(200);
    for (const active of [false, true, false, true]) {
      await show(active);
      expect((await app.http.request("/services/hvac")).status).toBe(active ? 200 : 404);
    }
  });
});

/** At once, and far more than are answered without delay, because each second that a slow machine takes allows another. */
const FLOOD = 70;

describe("page behind an emailed link", () => {
  it("renders one page for all visitors without a key, with no-store", async () => {
    await rename("Strangers");
    for (let count = 0; count < 100; count++) {
      const answer = await app.http.request(`/quotes/Q-2026-${count}?a=${count}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    }
    expect(requests.map(({ url }) => url)).toEqual(["https://www.example.com/quotes/-"]);
  });

  it("delays a network that floods the page without delaying other pages", async () => {
    const config = { ...app.config, clientRateLimit: 300 };
    const bounded = createHttp({ ...app, config }, pages, folder);
    const statusOf = async (path: string) => (await bounded.request(path)).status;
    expect(await statusOf("/quotes/Q-2026-0")).toBe(200);
    for (let count = 0; count < FLOOD; count++) void statusOf(`/quotes/Q-2026-${count}`);
    const soon = new Promise((resolve) => setTimeout(() => resolve("waits"), 300));
    expect(await Promise.race([statusOf("/quotes/Q-2026-41"), soon])).toBe("waits");
    expect(await statusOf("/about")).toBe(200);
  });

  it("renders the page for holders of a key in the address or cookie", async () => {
    await app.http.request("/quotes/Q-2026-000001?key=k");
    await app.http.request("/quotes/Q-2026-000001", { headers: { Cookie: "__Host-link.Q-2026-000001=k" } });
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(Array(2).fill("/quotes/Q-2026-000001"));
  });
});

describe("uncached pages", () => {
  it("limits one network without slowing other networks", async () => {
    // A rate so low that no call is restored during this test.
    const config = { ...app.config, trustProxy: 1, clientRateLimit: 300 };
    const bounded = createHttp({ ...app, config }, pages, folder);
    const statusOf = async (path: string, from: string) =>
      (await bounded.request(path, { headers: { "X-Forwarded-For": from } })).status;
    expect(await statusOf("/about", "192.0.2.2")).toBe(200);
    const statuses = [];
    for (let count = 0; count < 70; count++) statuses.push(await statusOf(`/bookings/${count}`, "192.0.2.1"));
    expect(statuses.slice(0, 40).filter((status) => status !== 200)).toEqual([]);
    expect(statuses).toContain(429);
    const refused = await bounded.request("/bookings/x", { headers: { "X-Forwarded-For": "192.0.2.1" } });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await refused.text()).toMatch(/<h1>One moment, please<\/h1><p>Too many requests/);
    const data = await bounded.request("/bookings/x.data", { headers: { "X-Forwarded-For": "192.0.2.1" } });
    expect(await data.text()).toMatch(/^Too many requests/);
    expect(await statusOf("/bookings/x", "192.0.2.2")).toBe(200);
    expect(await statusOf("/about", "192.0.2.1")).toBe(200);
  });
});

describe("route discovery", () => {
  const config = () => ({ ...app.config, clientRateLimit: 300 });
  const address = (paths: number) => `/__manifest?version=1&paths=${Array(paths).fill("/a").join(",")}`;

  it("limits one network without refusing its pages", async () => {
    const bounded = createHttp({ ...app, config: config() }, pages, folder);
    for (let count = 0; count < 40; count++) expect((await bounded.request(address(25))).status).toBe(200);
    const refused = await bounded.request(address(1));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await bounded.request("/bookings/1")).status).toBe(200);
  });

  it("refuses more paths than the links of a page", async () => {
    const bounded = createHttp({ ...app, config: config() }, pages, folder);
    expect((await bounded.request(address(1_001))).status).toBe(429);
    expect((await bounded.request(address(1_000))).status).toBe(200);
  });
});

describe("overloaded renderer", () => {
  it("answers further pages with a message and Retry-After, and still serves cached pages", async () => {
    const config = { ...app.config, trustProxy: 1, clientRateLimit: 1_000_000 };
    const http = createHttp({ ...app, config }, pages, folder);
    const statusOf = (path: string, from: string) =>
      http.request(path, { headers: { "X-Forwarded-For": from, "Accept-Language": "ar" } });
    expect((await statusOf("/about", "192.0.2.2")).status).toBe(200);
    const { promise, resolve } = Promise.withResolvers<void>();
    slow = promise;
    try {
      // Two pages are rendering and forty are queued.
      const flood = Array.from({ length: 42 }, (_, at) => statusOf(`/bookings/${at}`, "192.0.2.1"));
      const rendered = () => requests.filter(({ url }) => url.includes("/bookings/")).length;
      await expect.poll(rendered).toBe(2);
      const refused = await statusOf("/bookings/x", "192.0.2.1");
      expect([refused.status, refused.headers.get("Content-Type")]).toEqual([
        503,
        "text/html; charset=utf-8",
      ]);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(refused.headers.get("Cache-Control")).toBe("no-store");
      const html = await refused.text();
      expect(html).toContain(`<h1>${m.common_failure_title()}</h1>`);
      expect(html).toContain(m.common_failure_input_hint());
      expect(html).toContain(`<a href="">${m.common_try_again()}</a>`);
      expect(rendered()).toBe(2);
      expect((await statusOf("/about", "192.0.2.1")).status).toBe(200);

      const other = statusOf("/bookings/other", "198.51.100.1");
      resolve();
      expect((await other).status).toBe(200);
      expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(42).fill(200));
      expect((await statusOf("/bookings/x", "192.0.2.1")).status).toBe(200);
    } finally {
      resolve();
      slow = null;
    }
  });
});

describe("path with several spellings", () => {
  it("routes, renders and caches the decoded path", async () => {
    for (const path of ["/%61bout", "/about", "/ab%6Fut?a=b"]) {
      expect((await app.http.request(`${ORIGIN}${path}`)).status).toBe(200);
    }
    await app.http.request(`${ORIGIN}/%62ookings/%41`);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      ...requests.slice(0, -1).map(() => "/about"),
      "/bookings/A",
    ]);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it.each(["/about%5C", "/%2e%2e%5Cadmin", "/about%00", "/a%0d%0ab", "/%"])(
    "rejects invalid characters before rendering: %s",
    async (path) => {
      const answer = await app.http.request(`${ORIGIN}${path}`);
      expect(answer.status).toBe(400);
      expect(answer.headers.get("Content-Type")).toContain("text/plain");
      expect(requests).toEqual([]);
    },
  );
});

describe("other pages", () => {
  it("renders each request with its query string", async () => {
    for (let round = 0; round < 2; round++) {
      const answer = await app.http.request("/bookings/BK-2026-000001?key=k");
      expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(answer.headers.get("ETag")).toBeNull();
    }
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?key=k", "?key=k"]);
  });
});

describe("API call", () => {
  it("delays floods by visitors and customers but never staff", async () => {
    const config = { ...app.config, clientRateLimit: 300, trustProxy: 1 };
    const bounded = createHttp({ ...app, config }, pages, folder);
    const statusOf = async (path: string, from: string, Cookie = "") =>
      (await bounded.request(path, { headers: { Cookie, "X-Forwarded-For": from } })).status;
    const waits = () => new Promise((resolve) => setTimeout(() => resolve("waits"), 300));
    const people = (["customer", "technician", "admin"] as const).map((role) => {
      const person = { email: `${role}@flood.example`, password: "a password of mine", role };
      return app.addUser(person).then(() => app.signIn(person));
    });
    const [customer, technician, admin] = (await Promise.all(people)) as [string, string, string];
    for (const [from, cookie] of [["192.0.2.1"], ["192.0.2.2", customer]] as [string, string?][]) {
      for (let count = 0; count < FLOOD; count++) void statusOf(`/api/nothing/${count}`, from, cookie);
      const paths = ["/api/nothing", "/api/services", "/api/bookings/BK-2026-1?key=k"];
      const answers = paths.map((path) => Promise.race([statusOf(path, from, cookie), waits()]));
      expect(await Promise.all(answers)).toEqual(paths.map(() => "waits"));
      expect(await statusOf("/about", from, cookie)).toBe(200);
    }
    expect(await statusOf("/api/session", "192.0.2.2")).toBe(200);
    for (const cookie of [technician, admin]) {
      for (let count = 0; count < 50; count++)
        expect(await statusOf("/api/session", "192.0.2.1", cookie)).toBe(200);
    }
  });

  it("answers in the language of the address, regardless of Accept-Language", async () => {
    const statusOf = async (path: string) => {
      const answer = await app.http.request(path, { headers: { "Accept-Language": "ar" } });
      return { status: answer.status, message: (await answer.json()).message };
    };
    const [english, other] = await Promise.all([statusOf("/api/nothing"), statusOf("/en-XB/api/nothing")]);
    expect(english).toEqual({ status: 404, message: "This page or record does not exist" });
    expect(other).toEqual({ status: 404, message: expect.stringMatching(/^⟦.+⟧$/) });
  });
});

describe("response headers", () => {
  it.each(["/", "/nothing", "/bookings/x", "/admin"])(
    "sets all security headers on pages: %s",
    async (path) => {
      const { headers } = await app.http.request(path);
      expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self' 'sha256-/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(self)",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "strict-transport-security": "max-age=31536000",
      });
    },
  );

  it.each(["/technician", "/hi/technician"])(
    "allows the microphone on the technician's pages: %s",
    async (path) => {
      const { headers } = await app.http.request(path);
      expect(headers.get("permissions-policy")).toBe("camera=(), microphone=(self), geolocation=(self)");
    },
  );

  it.each(["/api/services", "/api/nothing", "/file.txt", "/icon.svg"])(
    "sets only the basic security headers on other responses: %s",
    async (path) => {
      const { headers } = await app.http.request(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toBeNull();
    },
  );
});

describe("built files", () => {
  it("caches files with a content hash in their name as immutable", async () => {
    const { headers } = await app.http.request("/assets/app-abc.js", {
      headers: { "Accept-Encoding": "gzip" },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": expect.stringContaining("text/javascript"),
      "content-encoding": "gzip",
      "content-length": String(gzipSync(SCRIPT).byteLength),
    });
  });

  it("revalidates files without a content hash by their ETag", async () => {
    const { headers } = await app.http.request("/icon.svg");
    expect(headers.get("Cache-Control")).toBe("public, max-age=3600");
    const again = await app.http.request("/icon.svg", { headers: { "If-None-Match": headers.get("ETag")! } });
    expect(again.status).toBe(304);
  });

  it.each([
    "/assets/app-abc.js.gz",
    "/assets",
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/assets/%2e%2e%2f%2e%2e%2foutside.txt",
  ])("serves no file outside the build folder: %s", async (path) => {
    const answer = await app.http.request(path);
    expect(await answer.text()).toContain("<h1>");
  });
});
