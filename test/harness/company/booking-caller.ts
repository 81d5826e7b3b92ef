import { sql } from "kysely";
import { vi } from "vitest";
import { makeSecurityCheck } from "~/features/core/forms/security-check.server";
import type { Actor } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { nameInCode } from "~/platform/database/camel-case";
import { createTestApp, type TestApp, type TestAppOptions } from "../http-app";
import { addFirstData, NOW } from "./first-data";

export { NOW };
export const TODAY = "2026-11-23";
/** A Tuesday, no holiday. */
export const TOMORROW = "2026-11-24";

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response field.
  body: any;
}

/** HTTP client of the product, as customer or office. */
export interface Caller extends TestApp {
  /** Adds a technician for every service, available daily from 08:00 to 20:00. */
  addTechnician(name: string): Promise<string>;
  /** A valid request of a new customer, with the security check solved. */
  form(changes?: Record<string, unknown>): Promise<Record<string, unknown>>;
  call(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** Books `form(changes)`; throws with the reason if it is refused. */
  book(changes?: Record<string, unknown>, headers?: Record<string, string>): Promise<Booked>;
  /** Current version of a booking. */
  versionOf(bookingId: string): Promise<number>;
  /** The Cookie header of an admin. */
  asAdmin(): Promise<Record<string, string>>;
  /** The system's context, for data that a client cannot see. */
  ctx(): Ctx;
  /** Contents of all tables without the traces of every call: rate limits, responses, security events. */
  contents(): Promise<Record<string, string>>;
}

export interface Booked {
  bookingId: string;
  reference: string;
  followUrl: string;
  /** The key of the emailed link. */
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field.
  booking: any;
}

/**
 * The product with its first data and the clock at NOW. Only `Date` is fake: vi.setSystemTime moves it,
 * timers run. Close it and call vi.useRealTimers() when done.
 */
export async function createCaller(
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<Caller> {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const app = await createTestApp(
    { CLIENT_RATE_LIMIT: "1000000", ...env },
    { contents: "company", ...options },
  );
  if (options.database) await addFirstData(options.database.connectionString);
  let people = 0;
  let admin: Promise<string> | undefined;

  const caller: Caller = {
    ...app,

    async addTechnician(name) {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@company.example`;
      const { rows } = await sql<{ id: string }>`
        WITH technician AS (
          INSERT INTO technicians (name, email, phone, created_at)
          VALUES (${name}, ${email}, '+971500000009', ${NOW}) RETURNING id
        ), skills AS (
          INSERT INTO technician_skills (technician_id, service_id)
          SELECT technician.id, services.id FROM technician, services
        ), daily AS (
          INSERT INTO shifts (technician_id, weekday, start_min, end_min)
          SELECT id, weekday, 480, 1200 FROM technician, generate_series(1, 7) AS weekday
        )
        SELECT id FROM technician`.execute(app.db);
      return rows[0]!.id;
    },

    async form(changes = {}) {
      const { id, a, b } = await makeSecurityCheck(caller.ctx());
      people++;
      return {
        customerName: "Aisha Al Marri",
        email: `aisha.${people}@example.com`,
        phone: `05010000${String(people).padStart(2, "0").slice(-2)}`,
        service: "plumbing",
        items: callOut(String(changes.service ?? "plumbing")),
        message: "",
        address: "",
        addressParts: {
          street: "Al Marsa Street",
          buildingName: "Marina Diamond 4",
          unitNumber: "1203",
          area: "Dubai Marina",
          landmark: "Near the tram stop",
        },
        securityCheck: { id, answer: a + b },
        ...changes,
      };
    },

    async call(method, path, body, headers = {}) {
      const answer = await (method === "POST"
        ? app.post(path, body, headers)
        : app.http.request(path, { headers }));
      return readResponse(answer);
    },

    async book(changes, headers) {
      const answer = await caller.call("POST", "/api/handle-booking", await caller.form(changes), headers);
      if (answer.status !== 200)
        throw new Error(`The booking was answered with ${answer.status} ${answer.text}`);
      const { bookingId, reference, followUrl, booking } = answer.body;
      return { bookingId, reference, followUrl, key: new URL(followUrl).searchParams.get("key")!, booking };
    },

    async versionOf(bookingId) {
      const booking = app.db.selectFrom("bookings").select("version").where("id", "=", bookingId);
      return (await booking.executeTakeFirstOrThrow()).version;
    },

    async asAdmin() {
      const user = {
        email: "office@company.example",
        password: "a password of the office",
        role: "admin" as const,
      };
      admin ??= app.addUser(user).then(() => app.signIn(user));
      return { Cookie: await admin };
    },

    ctx: () => ({
      actor: { role: "system" } satisfies Actor,
      db: app.db,
      now: new Date(),
      requestId: "test-test",
      locale: "en",
    }),

    async contents() {
      const tables = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
          AND tablename NOT IN ('rate_limits', 'auth_rate_limits', 'idempotency_keys', 'live_notices', 'security_events', 'security_cases') ORDER BY 1`.execute(
        app.db,
      );
      const queries = tables.rows.map(
        ({ name }) => sql`
          SELECT ${name}::text AS name, coalesce(string_agg(row::text, E'\n' ORDER BY row::text), '') AS text
          FROM ${sql.table(name)} AS row`,
      );
      const { rows } = await sql<{
        name: string;
        text: string;
      }>`${sql.join(queries, sql` UNION ALL `)}`.execute(app.db);
      return Object.fromEntries(rows.map(({ name, text }) => [nameInCode(name), text]));
    },

    async close() {
      await app.close();
      vi.useRealTimers();
    },
  };
  return caller;
}

const callOuts = new Map([
  ["hvac", "call-out"],
  ["electrical", "call-out"],
  ["plumbing", "call-out"],
  ["general-maintenance", "hour"],
  ["handyman", "hour"],
]);

/** One hour of the trade; nothing for services without hourly work. */
function callOut(service: string) {
  const item = callOuts.get(service);
  return item ? [{ service, item, quantity: 1 }] : [];
}

export async function readResponse(answer: Response): Promise<ApiResponse> {
  const text = await answer.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.status, headers: answer.headers, text, body };
}
