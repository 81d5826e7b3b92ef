import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesForRun, seedOfRun } from "../test/faults/rounds";
import { createCompany } from "../test/harness/company/company";
import { createTestApp, type TestApp } from "../test/harness/http-app";
import { canOpenPage } from "./admin/frame/admin-pages";
import { type Actor, officeRoles, type UserRole, userRoles } from "./platform/auth/actor";
import type { Permitted } from "./platform/auth/command.server";
import { type Permission, permissions, roleMay } from "./platform/auth/permissions";
import type { Ctx } from "./platform/context";
import { ApiError } from "./platform/errors";
import type { ApiEnv } from "./platform/http/api.server";
import { respondError } from "./platform/http/api-errors.server";
import type { Endpoint } from "./platform/http/endpoint.server";
import { createRandom } from "./platform/random";
import routes from "./routes";
import { createApi, features } from "./server/api.server";

/*
 * Every call, command and query of the product in each role. Calls without permission are refused before any
 * other check. New calls are included automatically. In a short run, signed-in roles make a random third of the calls.
 */

const password = "a password of mine";
let app: TestApp;
const cookies = new Map<UserRole, string>();

beforeAll(async () => {
  app = await createTestApp();
  await createCompany(app.db);
  for (const role of userRoles) {
    await app.addUser({ email: `${role}@example.com`, password, role });
    cookies.set(role, await signIn(role));
  }
});
afterAll(() => app.close());

const signIn = (role: UserRole) => app.signIn({ email: `${role}@example.com`, password });

const holders: Actor[] = [
  { role: "link-holder", bookingId: randomUUID() },
  { role: "calendar-holder", technicianId: randomUUID() },
];

const rows = features.flatMap(({ rows }): readonly Endpoint[] => rows);
const random = createRandom(seedOfRun());

describe("API calls", () => {
  it("covers all mounted calls", () => {
    expect(rows.length).toBeGreaterThan(100);
    const walked = rows.map(({ method, path }) => `${method.toUpperCase()} /api${path}`);
    const mounted = app.http.routes
      .filter(({ method, path }) => method !== "ALL" && /^\/api\/(?!docs$|openapi\.json$)/.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect([...new Set(mounted)].sort()).toEqual([...new Set(walked)].sort());
  });

  for (const role of ["visitor", ...userRoles] as const) {
    it(`allows ${role} exactly the permitted calls`, async () => {
      const max = role === "visitor" ? rows.length : Math.ceil(rows.length / 3);
      for (const { method, path, may } of casesForRun(rows, random, max)) {
        const { status, reason } = await call(role, method, path);
        const line = `${method} ${path} as ${role}: ${status} ${reason}`;
        if (roleMay(role, may)) {
          expect([401, 403].includes(status) && reason === expectedReason(role), line).toBe(false);
        } else {
          expect({ status, reason }, line).toEqual({
            status: role === "visitor" ? 401 : 403,
            reason: expectedReason(role),
          });
        }
      }
    }, 120_000);
  }

  for (const actor of holders) {
    it(`allows ${actor.role} exactly the permitted calls`, async () => {
      const closed = rows.filter(({ may }) => !roleMay(actor.role, may));
      expect(closed.length).toBeGreaterThan(100);
      const http = callsAs(actor);
      for (const { method, path } of closed) {
        const answer = await http.request(addressOf(path), { method: method.toUpperCase() });
        const { reason } = (await answer.json()) as { reason: string };
        expect({ status: answer.status, reason }, `${method} ${path}`).toEqual({
          status: 401,
          reason: "not-signed-in",
        });
      }
    });
  }
});

/** Mounts the API for an actor that no request has by itself, such as the holder of a link. */
function callsAs(actor: Actor): Hono<ApiEnv> {
  const http = new Hono<ApiEnv>();
  http.onError(respondError);
  http.use((c, next) => {
    c.set("ctx", { actor, db: app.db, now: new Date(), requestId: randomUUID(), locale: "en" });
    return next();
  });
  return http.route("/api", createApi());
}

const addressOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, () => randomUUID())}`;

const expectedReason = (role: UserRole | "visitor") => (role === "visitor" ? "not-signed-in" : "not-allowed");

/** Sends an empty body and unknown ids: permitted actors get as far as validation. */
async function call(role: UserRole | "visitor", method: "get" | "post", path: string) {
  const cookie = role === "visitor" ? undefined : cookies.get(role);
  const answer = await app.http.request(addressOf(path), {
    method: method.toUpperCase(),
    headers: {
      ...(cookie ? { cookie } : {}),
      ...(method === "post" ? { "Content-Type": "application/json", Origin: app.config.publicUrl } : {}),
    },
    ...(method === "post" ? { body: "{}" } : {}),
  });
  const json = answer.headers.get("content-type")?.includes("json");
  const reason = json ? ((await answer.json()) as { reason?: string }).reason : undefined;
  if (!json) await answer.body?.cancel();
  // The call ended the session.
  if (cookie && role !== "visitor" && path.endsWith("/sign-out")) cookies.set(role, await signIn(role));
  return { status: answer.status, reason };
}

/** Each page of the office with the call that it depends on. */
const pagesOfOffice: Record<string, string> = {
  "/admin": "/admin/today/activity",
  "/admin/bookings": "/admin/bookings",
  "/admin/bookings/new": "post /admin/bookings",
  "/admin/bookings/:bookingId": "/admin/bookings/{id}",
  "/admin/contracts": "/admin/contracts",
  "/admin/contracts/:contractId": "/admin/contracts/{id}",
  "/admin/quotes": "/admin/quotes",
  "/admin/quotes/new": "/admin/quote-prices",
  "/admin/quotes/:quoteId": "/admin/quotes/{id}",
  "/admin/calendar": "/admin/board",
  "/admin/analytics": "/admin/figures/quotes",
  "/admin/analytics/invoiced-lines": "/admin/figures/invoiced-lines",
  "/admin/customers": "/admin/customers",
  "/admin/customers/:customerId": "/admin/customers/{id}",
  "/admin/customers/:customerId/statement": "/admin/customers/{id}/statement",
  "/admin/payments/cheques/:id?": "/admin/cheques",
  "/admin/payments/payouts": "/admin/payouts",
  "/admin/payments/:id?": "/admin/payments",
  "/admin/inbox/:id?": "/admin/inbox",
  "/admin/finished-work": "/admin/finished-work",
  "/admin/invoices": "/admin/invoices",
  "/admin/invoices/new": "post /admin/invoices/drafts",
  "/admin/invoices/:invoiceId": "/admin/invoices/{id}",
  "/admin/books": "/admin/books/balance",
  "/admin/books/statements": "/admin/books/financial-years",
  "/admin/books/journal/:id?": "/admin/books/entries",
  "/admin/opening-balances": "/admin/opening-balances",
  "/admin/technicians": "/admin/technicians",
  "/admin/technicians/new": "post /admin/technicians",
  "/admin/technicians/:technicianId": "/admin/technicians/{technicianId}",
  "/admin/services": "/admin/services",
  "/admin/services/new": "post /admin/services",
  "/admin/services/:serviceId": "/admin/services",
  "/admin/pricing": "/admin/prices",
  "/admin/holidays": "/admin/holidays",
  "/admin/activity/:id?": "/admin/activity",
  "/admin/activity/mails/:id?": "/admin/mails",
  "/admin/activity/undeliverable": "/admin/undeliverable-addresses",
  "/admin/activity/security/:id?": "/admin/security-cases",
  "/admin/activity/errors/:id?": "/admin/client-errors",
  "/admin/team": "/admin/team",
  "/admin/api": "/admin/keys",
  "/admin/imports/:id?": "/admin/imports/customers.csv",
  "/admin/background-jobs": "/admin/background-jobs",
  "/admin/settings/:section?": "/admin/settings",
  "/admin/settings/services": "/admin/content",
  "/admin/settings/services/:serviceId": "/admin/content",
  "/admin/settings/testimonials": "/admin/content",
  "/admin/reviews": "/admin/reviews",
  "/admin/settings/portfolio": "/admin/content",
  "/admin/settings/company-documents": "/admin/content",
  "/admin/settings/backups": "/admin/backups",
  "/admin/settings/canned-replies": "post /admin/canned-replies",
  "/admin/settings/connections": "/admin/connections",
};

describe("office pages", () => {
  it("covers all routes", () => {
    const addresses = listPagePaths(routes).filter((address) => /^\/admin(\/|$)/.test(address));
    // The settings page redirects to its first section.
    const walked = new Set([...Object.keys(pagesOfOffice), "/admin/settings"]);
    expect(new Set(addresses)).toEqual(walked);
  });

  it("allows exactly the roles that may make the page's call", () => {
    for (const [address, call] of Object.entries(pagesOfOffice)) {
      const [path, method = "get"] = call.split(" ").reverse();
      const row = rows.find((row) => row.path === path && row.method === method);
      if (!row) throw new Error(`There is no call ${call}`);
      const opened = address.replace(/:\w+\??/g, randomUUID());
      for (const role of officeRoles) {
        const may = roleMay(role, row.may);
        expect(canOpenPage({ role }, opened), `${opened} as ${role}`).toBe(may);
        // Paths are compared without regard to case and trailing slash.
        expect(canOpenPage({ role }, `${opened.toUpperCase()}/`), `${opened} as ${role}`).toBe(may);
      }
    }
  });
});

/** Paths of all routes that render a page. */
function listPagePaths(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const address = path ? `${above}/${path}` : above;
    return [...(path || index ? [address] : []), ...listPagePaths(children ?? [], address)];
  });
}

const actors: Actor[] = [
  { role: "visitor" },
  ...holders,
  ...userRoles.map((role) => ({ role, userId: randomUUID(), name: role, email: `${role}@example.com` })),
];

/**
 * All functions that declare a permission, by key: `bookings/commands/transition-booking transitionBooking`.
 */
const modules = import.meta.glob<Record<string, unknown>>("./features/**/*.server.ts", { eager: true });
const functions = new Map<Permitted<never[], unknown>, string>();
for (const [file, exported] of Object.entries(modules)) {
  for (const [name, value] of Object.entries(exported)) {
    if (isPermitted(value)) functions.set(value, `${file} ${name}`);
  }
}

function isPermitted(value: unknown): value is Permitted<never[], unknown> {
  return typeof value === "function" && "permission" in value;
}

const sources = import.meta.glob<string>(["./**/*.{ts,tsx}", "!./paraglide/**"], {
  eager: true,
  import: "default",
  query: "?raw",
});

describe("commands and queries", () => {
  it("covers all functions, each with its permission", () => {
    const written = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/const (\w+) = (?:command|query)\(/g)].map(([, name]) => `${file} ${name}`),
    );
    expect(written.length).toBeGreaterThan(300);
    const walked = new Set(functions.values());
    expect(written.filter((name) => !walked.has(name))).toEqual([]);
    const without = [...functions].filter(([{ permission }]) => !(permission in permissions));
    expect(without.map(([, name]) => name)).toEqual([]);
  });

  it("exports only functions with a permission from command and query files", () => {
    const bare = Object.entries(modules)
      .filter(([file]) =>
        /\/(commands|queries)[^/]*\.server\.ts$|\/commands\/|-queries\.server\.ts$/.test(file),
      )
      .flatMap(([file, exported]) => Object.entries(exported).map(([name, value]) => ({ file, name, value })))
      .filter(({ value }) => typeof value === "function" && !isPermitted(value))
      .map(({ file, name }) => `${file} ${name}`);
    expect(bare).toEqual([]);
  });

  it("refuses actors without permission before any other check", async () => {
    for (const [run, name] of functions) {
      for (const actor of actors) {
        if (roleMay(actor.role, run.permission)) continue;
        expect(await outcome(run, actor), `${name} as ${actor.role}`).toMatch(/^not-(allowed|signed-in)$/);
      }
    }
  });
});

/** Called without valid input: a refusal that comes first is distinguishable from a failure. */
async function outcome(run: Permitted<never[], unknown>, actor: Actor): Promise<string> {
  const ctx: Ctx = { actor, db: app.db, now: new Date(), requestId: randomUUID(), locale: "en" };
  try {
    const result = await (run as unknown as (ctx: Ctx) => Promise<{ ok?: boolean; reason?: string }>)(ctx);
    return result?.ok === false ? (result.reason ?? "refused") : "done";
  } catch (error) {
    return error instanceof ApiError ? error.reason : String(error);
  }
}

it("grants every permission to a role and checks it in a call, command or query", () => {
  const requested = new Set<Permission>([
    // Checked by the office layout and by the file routes.
    "office.enter",
    "files.read-all",
    ...rows.map(({ may }) => may),
    ...[...functions.keys()].map(({ permission }) => permission),
  ]);
  const unused = (Object.keys(permissions) as Permission[]).filter(
    (permission) => !requested.has(permission),
  );
  expect(unused).toEqual([]);
});
