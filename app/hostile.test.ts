import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seed } from "../db/seed/seed.server";
import { rounds } from "../test/faults/rounds";
import { createTestApp, type TestApp } from "../test/harness/http-app";
import { createRealPages } from "../test/harness/real-pages";
import type { UserRole } from "./platform/auth/actor";
import { createRandom, type Random } from "./platform/random";
import routes from "./routes";

/**
 * Sends malformed requests to every documented API call and every page, as a stranger, a customer, a
 * technician and an admin, over a raw socket. No request may cause a 500 or stay unanswered. Each run tests a
 * random twenty-fourth: `HOSTILE_SEED=n` repeats a run, `HOSTILE_ROUNDS=n` tests all requests n times.
 */
const SEED = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 1e9));
const WHOLE_ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? rounds({ short: 0, long: 3 }));
/** Far above the slowest answer on a machine with ten times its normal load. */
const NO_ANSWER_MS = 30_000;
const AT_ONCE = 6;

type Json = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; in: "path" | "query"; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
}
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
}
type Role = "stranger" | "customer" | "technician" | "admin";
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

const password = "a password of mine";
const folder = mkdtempSync(join(tmpdir(), "hostile-"));
let app: TestApp;
let server: ServerType;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const cookies = new Map<Role, string>();
/** Ids of existing records by table. */
const records = new Map<string, string[]>();
const references = new Map<string, string[]>();
let paths: Record<string, Record<string, Operation>>;
const logged: string[] = [];

beforeAll(async () => {
  console.log(`HOSTILE_SEED=${SEED}`);
  const built = join(folder, "client");
  mkdirSync(built);
  const env = {
    TRUST_PROXY: "1",
    CLIENT_RATE_LIMIT: "1000000",
    SAMPLE_DATA: "on",
    DATA_DIR: join(folder, "data"),
  };
  app = await createTestApp(env, { pages: await createRealPages(), buildDir: built });
  await seed(app);
  for (const role of ["customer", "technician", "admin"] as const) {
    await app.addUser({ email: `${role}@hostile.example`, password, role: role as UserRole });
    cookies.set(role, await signIn(role));
  }
  await collectRecords();
  server = createAdaptorServer({ fetch: app.http.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  paths = ((await (await app.http.request("/api/openapi.json")).json()) as { paths: typeof paths }).paths;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    if (String(text).includes('"level":"error"')) logged.push(String(text));
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  await app.close();
  rmSync(folder, { recursive: true });
});

async function signIn(role: Role): Promise<string> {
  await app.db.deleteFrom("rateLimits").execute();
  return app.signIn({ email: `${role}@hostile.example`, password });
}

const json = () => ({ "Content-Type": "application/json", Origin: app.config.publicUrl });

async function collectRecords(): Promise<void> {
  const { rows } = await sql<{ tableName: string; columnName: string }>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name = 'id' AND data_type = 'uuid' OR column_name = 'reference')
  `.execute(app.db);
  for (const { tableName: table, columnName: column } of rows) {
    const found = await sql<{ value: string | null }>`
      SELECT ${sql.ref(column)}::text AS value FROM ${sql.table(table)} LIMIT 5`.execute(app.db);
    const values = found.rows.flatMap(({ value }) => value ?? []);
    if (values.length > 0) (column === "id" ? records : references).set(table, values);
  }
}

/** Parts of a path or query, encoded as sent. */
const HOSTILE_PARTS = [
  "%00",
  "a%00b",
  "x%0d%0aSet-Cookie:%20a=b",
  "%0a",
  "%09a",
  "%7f",
  "%e2%80%ae",
  "%2e%2e%5Cdashboard",
  "..%5C..%5Cadmin",
  "%2e%2e%2fadmin",
  "%252e%252e%252f",
  "a%2fb",
  "%5c",
  "%",
  "%zz",
  "%e0%a4%a",
  "%ff%fe",
  "%ed%a0%80",
  "%c0%af",
  "%u0041",
  "2147483648",
  "99999999999999999999",
  "1e400",
  "-1",
  "0x10",
  "NaN",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "'%20OR%201=1--",
  "$%7B7*7%7D",
  "%F0%9F%92%A3",
  "a".repeat(3000),
  ";a=b",
  "*",
  "[]",
  "::1",
  "00000000-0000-0000-0000-000000000000",
  ".data",
  "_.data",
  "9999-99-99",
  "0000-00-00",
  "-271821-04-20",
  "275760-09-13T00:00:00.000Z",
];

/** JSON values as text, because some numbers cannot be represented in JavaScript. */
const HOSTILE_VALUES = [
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775808",
  "1e400",
  "-1e400",
  "1e308",
  "-0",
  "0.1",
  "null",
  "true",
  "[]",
  "{}",
  "[[[[[[[[[[]]]]]]]]]]",
  '["a","b"]',
  '{"toString":1}',
  '{"__proto__":{"a":1}}',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\r\\nBcc: a@evil.example"',
  '"\\u202eevil\\u202c"',
  '"\\u200b\\ufeff"',
  '"00000000-0000-0000-0000-000000000000"',
  '"0001-01-01"',
  '"9999-12-31"',
  '"2026-02-30"',
  '"9999-12-31T23:59:59Z"',
  '"0000-01-01T00:00:00Z"',
  '"24:00"',
  '"99:99"',
  '"=1+1"',
  '"<script>alert(1)</script>"',
  '"javascript:alert(1)"',
  '"//evil.example"',
  '"../../etc/passwd"',
  '"\'; DROP TABLE users--"',
  '"%s%n%00"',
  '"\\\\"',
  `"${"a".repeat(100_000)}"`,
  `[${"1,".repeat(5000)}1]`,
];

const HOSTILE_BODIES = [
  "",
  "null",
  "1",
  '"a"',
  "[]",
  "{",
  '{"a":1}}',
  "\u0000",
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}',
  "[".repeat(50_000),
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  `{${Array.from({ length: 50_000 }, (_, at) => `"f${at}":1`).join(",")}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  "\ufeff{}",
];

const HOSTILE_HEADERS: Record<string, string>[] = [
  { Cookie: "site.session_token=%E0%A4%A" },
  { Cookie: "site.session_token=%" },
  { Cookie: "site.two_factor=%E0%A4%A; site.session_token=a.b" },
  { Cookie: "=; ;;=; a" },
  { Cookie: `site.session_token=${"a".repeat(4000)}` },
  { Cookie: "__proto__=a; site.session_token=\xff\xfe" },
  { Authorization: "Bearer \xff" },
  { Authorization: "Bearer a.b.c" },
  { Authorization: "Basic Og==" },
  { Origin: "null" },
  { Origin: "http://[" },
  { Origin: "\xff" },
  { Referer: "http://[::" },
  { Host: "evil.example" },
  { Host: "evil.example\\a" },
  { Host: "[" },
  { Host: "a b" },
  { Host: "localhost:99999" },
  { Host: "" },
  { "Content-Type": "multipart/form-data" },
  { "Content-Type": "multipart/form-data; boundary=\xff" },
  { "Content-Type": "application/json; charset=utf-7" },
  { "Content-Type": "a" },
  { "Content-Type": "" },
  { "Content-Encoding": "gzip" },
  { "Accept-Encoding": "br;q=x, *;q=0" },
  { "Accept-Language": "\xff, *;q=9" },
  { "If-None-Match": '"\xff"' },
  { "If-Modified-Since": "never" },
  { Range: "bytes=9999999999999999999-" },
  { "Idempotency-Key": "\xff\xfe" },
  { "Idempotency-Key": "a".repeat(300) },
  { "X-Request-Id": "\xff" },
  { "X-Forwarded-For": "\xff, [::, 999.1.1.1" },
  { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher" },
  { "X-Client-Address": "\xff" },
  { "User-Agent": "\xff".repeat(2000) },
  { Expect: "a" },
  { "Last-Event-ID": "\xff" },
  { "Sec-Fetch-Site": "\xff" },
];

const KIND: Record<string, RegExp> = { number: /^-?\d/, string: /^"/, object: /^[{[]/ };

/** A body that matches the schema except for one malformed part. */
function bodyFor(schema: Schema, random: Random): string {
  const value = valueFor(schema, random, "body");
  const spots = spotsIn(value);
  if (spots.length === 0) return JSON.stringify(value);
  const mark = "«here»";
  const before = random.pick(spots)(mark);
  // Prefers values of the original type: other types are already rejected by the first check.
  const sameKind = HOSTILE_VALUES.filter((text) => KIND[typeof before]?.test(text));
  const other = random.pick(random.next() < 0.7 && sameKind.length > 0 ? sameKind : HOSTILE_VALUES);
  return JSON.stringify(value).replace(JSON.stringify(mark), () => other);
}

function valueFor(schema: Schema, random: Random, name: string): unknown {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return valueFor(random.pick(kinds), random, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, random, name)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, valueFor(part, random, name)]),
    );
  }
  switch (schema.type) {
    case "array":
      return schema.items ? [valueFor(schema.items, random, name)] : [];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return random.next() < 0.5;
    case "object":
      return {};
    case "null":
      return null;
    default:
      return textFor(schema.format, name, random);
  }
}

function textFor(format: string | undefined, name: string, random: Random): string {
  if (format === "uuid" || /id$/i.test(name)) return random.pick([...records.values()].flat());
  if (format === "date" || /date|day|from|until|to$|on$/i.test(name)) return "2026-12-01";
  if (format === "date-time" || /at$/i.test(name)) return "2026-12-01T08:00:00Z";
  if (format === "email" || /email/i.test(name)) return `a${Math.floor(random.next() * 1e6)}@hostile.example`;
  if (/phone|whatsapp/i.test(name)) return "0501234567";
  if (/time/i.test(name)) return "10:00";
  if (/url|path/i.test(name)) return "https://example.com/a";
  return "Some words";
}

/** Setters for each position in a value; each returns the replaced value. */
function spotsIn(value: unknown): ((other: unknown) => unknown)[] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Json;
  return Object.keys(owner).flatMap((key) => [
    (other: unknown) => {
      const before = owner[key];
      owner[key] = other;
      return before;
    },
    ...spotsIn(owner[key]),
  ]);
}

/** A path with ids of existing records, or hostile values where no record is known. */
function pathFor(pattern: string, random: Random, hostile: boolean): string {
  const parts = pattern.split("/");
  const filled = parts.map((part, at) => {
    if (!/^[{:]/.test(part)) return part;
    if (hostile) return random.pick(HOSTILE_PARTS);
    const table = (parts[at - 1] ?? "").replaceAll("-", "_");
    const known = (/reference/.test(part) ? references : records).get(table);
    return encodeURIComponent(random.pick(known ?? [...records.values()].flat()));
  });
  return filled.join("/");
}

function queryFor(names: string[], random: Random): string {
  const params = names.length > 0 ? names : ["key", "next", "_routes", "q"];
  return `?${random.pick(params)}=${random.pick(HOSTILE_PARTS)}`;
}

function headersOf(role: Role): Record<string, string> {
  const cookie = cookies.get(role);
  return cookie ? { Cookie: cookie } : {};
}

function apiClient(role: Role, random: Random): Sent[] {
  const calls: Sent[] = [];
  for (const [pattern, methods] of Object.entries(paths)) {
    for (const [name, operation] of Object.entries(methods)) {
      const method = name.toUpperCase();
      const shut =
        (role !== "admin" && pattern.startsWith("/admin/")) ||
        (role === "stranger" && /^\/(account|technician)\//.test(pattern)) ||
        (role === "customer" && pattern.startsWith("/technician/"));
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const queries = (operation.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name);
      const own = headersOf(role);
      const posted = method === "POST" ? json() : {};
      const headers = { ...own, ...posted };
      const sound = () => (schema ? JSON.stringify(valueFor(schema, random, "body")) : "{}");
      const body = (text: () => string | Buffer) => (method === "POST" ? { body: text() } : {});
      const path = (hostile: boolean) => `/api${pathFor(pattern, random, hostile)}`;

      const one: Sent[] = [
        // Ordered by the number of errors that each kind of request finds.
        { method, path: path(false), headers, ...body(() => (schema ? bodyFor(schema, random) : "{}")) },
        { method, path: path(true) + queryFor(queries, random), headers, ...body(sound) },
        {
          method,
          path: path(false),
          headers: { ...headers, ...random.pick(HOSTILE_HEADERS) },
          ...body(sound),
        },
      ];
      if (!shut) {
        if (method === "POST") {
          one.push({ method, path: path(false), headers, body: random.pick(HOSTILE_BODIES) });
          one.push({ method, path: path(false), headers: own, body: sound() });
          if (schema) one.push({ method, path: path(false), headers, body: bodyFor(schema, random) });
        }
        if (queries.length > 0) {
          one.push({ method, path: path(false) + queryFor(queries, random), headers, ...body(sound) });
        }
        const other = random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"]);
        one.push({ method: other, path: path(false), headers });
      }
      calls.push(...(shut ? [random.pick(one)] : one));
    }
  }
  return calls;
}

type RouteEntry = { path?: string; index?: boolean; children?: RouteEntry[] };
function pagePaths(entries: RouteEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const here = path ? `${above}/${path.replace("?", "")}` : above;
    return [here || "/", ...pagePaths(children ?? [], here)];
  });
}

function pagesOf(role: Role, random: Random): Sent[] {
  const own = headersOf(role);
  const form = { Origin: app.config.publicUrl, "Content-Type": "application/x-www-form-urlencoded" };
  const all = [...new Set(pagePaths(routes as RouteEntry[]))].map((path) => path.replace("*", ":rest"));
  return all.flatMap((pattern): Sent[] => {
    const path = (hostile: boolean) => pathFor(pattern, random, hostile);
    const below = `${path(false) === "/" ? "" : path(false)}/${random.pick(HOSTILE_PARTS)}`;
    return [
      { method: "GET", path: path(true), headers: { ...own } },
      { method: "GET", path: below, headers: { ...own } },
      {
        method: "GET",
        path: `${path(true).replace(/\/$/, "/_")}.data${queryFor([], random)}`,
        headers: { ...own },
      },
      {
        method: "GET",
        path: path(false) + queryFor([], random),
        headers: { ...own, ...random.pick(HOSTILE_HEADERS) },
      },
      {
        method: "POST",
        path: path(true),
        headers: { ...own, ...form },
        body: `a=${random.pick(HOSTILE_PARTS)}`,
      },
      {
        method: "POST",
        path: path(false),
        headers: { ...own, ...form, ...random.pick(HOSTILE_HEADERS) },
        body: random.pick(HOSTILE_BODIES),
      },
    ];
  });
}

interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

function sendRequest({ method, path, headers, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: "127.0.0.1",
        port,
        agent,
        method,
        path,
        headers,
        setHost: headers.Host === undefined,
        timeout: NO_ANSWER_MS,
      },
      (answer) => {
        const response = { status: answer.statusCode ?? 0, headers: answer.headers };
        // An event stream has no end.
        if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
          answer.destroy();
          return resolve({ ...response, text: "" });
        }
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ ...response, text }));
        answer.on("error", reject);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("No answer")));
    sent.on("error", (error: NodeJS.ErrnoException) =>
      // The server may close the connection before it read the whole body.
      error.code === "EPIPE" || error.code === "ECONNRESET"
        ? resolve({ status: 400, headers: {}, text: "" })
        : reject(error),
    );
    sent.end(body);
  });
}

/** Server failures with the requests that caused them. */
async function failuresOf(sent: Sent[]): Promise<string[]> {
  const failures: string[] = [];
  const left = sent.values();
  let params = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) {
        params++;
        const address = `10.${(params >> 16) & 255}.${(params >> 8) & 255}.${params & 255}`;
        const headers = { "X-Forwarded-For": address, ...one.headers };
        const before = logged.length;
        const response = await sendRequest({ ...one, headers }).catch((error: Error) => ({
          status: 0,
          text: String(error),
        }));
        if (response.status >= 500 || response.status === 0) {
          failures.push(
            `${response.status} ${response.text.slice(0, 200)}: ${describeRequest(one)}\n${logged.slice(before).join("")}`,
          );
        }
      }
    }),
  );
  return failures;
}

function describeRequest({ method, path, headers, body }: Sent): string {
  const { Cookie, ...rest } = headers;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(rest).slice(0, 300)} ${String(body ?? "").slice(0, 500)}`;
}

describe("malformed requests", () => {
  it.each<[string, Omit<Sent, "headers"> & { headers?: Record<string, string> }, number]>([
    ["NUL in a path", { method: "GET", path: "/bookings/%00" }, 400],
    ["NUL in the path of a shared page", { method: "GET", path: "/services/a%00b" }, 400],
    ["encoded line breaks in a path", { method: "GET", path: "/Services/x%0d%0aA:%20b" }, 400],
    ["an encoded path traversal", { method: "GET", path: "/services/%2e%2e%5Cdashboard" }, 400],
    ["non-ASCII letters in a path", { method: "GET", path: "/Services/%D8%A7/" }, 301],
    ["an invalid percent-encoding in a path", { method: "GET", path: "/services/%zz" }, 400],
    ["an invalid percent-encoding in an API path", { method: "GET", path: "/api/services/%zz" }, 400],
  ])("rejects a malformed request with a message: %s", async (_, sent, status) => {
    const response = await sendRequest({ headers: {}, ...sent });
    expect([response.status, logged]).toEqual([status, []]);
    if (status === 400) expect(response.text).toContain("This web address is not valid");
  });

  it("rejects numbers beyond the range of a database column", async () => {
    const [id] = records.get("bookings")!;
    const headers = { ...json(), Cookie: cookies.get("admin")! };
    for (const version of ["2147483648", "-2147483649", "1e400", "9007199254740993"]) {
      const body = `{"transition":"confirm","version":${version}}`;
      const response = await sendRequest({
        method: "POST",
        path: `/api/admin/bookings/${id}/transitions`,
        headers,
        body,
      });
      expect([version, response.status]).toEqual([version, 400]);
    }
    expect(logged).toEqual([]);
  });

  it("rejects unreadable cookies and requires no Origin to sign out", async () => {
    for (const Cookie of ["site.two_factor=%E0%A4%A", "site.two_factor=%00.a", "site.session_token=%"]) {
      const path = "/api/auth/two-factor/verify-totp";
      const response = await sendRequest({
        method: "POST",
        path,
        headers: { ...json(), Cookie },
        body: '{"code":"123456"}',
      });
      expect([Cookie, response.status]).toEqual([Cookie, 401]);
    }
    const Cookie = await signIn("customer");
    const headers = { "Content-Type": "application/json", Cookie };
    const path = "/api/auth/sign-out";
    expect((await sendRequest({ method: "POST", path, headers, body: "{}" })).status).toBe(200);
    const { text } = await sendRequest({ method: "GET", path: "/api/session", headers: { Cookie } });
    expect(JSON.parse(text)).toEqual({ user: null });
  });

  it("rejects posted forms with too many fields", async () => {
    const fields = Array.from({ length: 90_000 }, (_, at) => `f${at}`);
    const bodies: [string, string][] = [
      ["application/json", `{${fields.map((field) => `"${field}":1`).join()}}`],
      ["application/x-www-form-urlencoded", fields.map((field) => `${field}=1`).join("&")],
    ];
    for (const [type, body] of bodies) {
      const isJson = type.endsWith("json");
      const headers = { ...json(), "Content-Type": type };
      const path = isJson ? "/api/handle-booking" : "/bookings";
      const response = await sendRequest({ method: "POST", path, headers, body });
      expect([
        type,
        response.status,
        response.text.includes(isJson ? "too many fields" : "did not arrive completely"),
      ]).toEqual([type, 400, true]);
    }
  });

  for (const role of ["stranger", "customer", "technician", "admin"] as const) {
    it(`answers every malformed request of a ${role}`, async () => {
      for (let round = 0; round < Math.max(WHOLE_ROUNDS, 1); round++) {
        const random = createRandom(SEED + round);
        if (role !== "stranger") cookies.set(role, await signIn(role));
        logged.length = 0;
        const calls = apiClient(role, random).filter(({ path }) => !path.startsWith("/api/auth/sign-out"));
        const all = [...calls, ...pagesOf(role, random)];
        const failures = await failuresOf(WHOLE_ROUNDS ? all : all.filter(() => random.below(24) === 0));
        expect(failures.join("\n\n")).toBe("");
        expect(logged).toEqual([]);
      }
    }, 300_000);
  }
});
