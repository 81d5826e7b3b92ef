import { type Expression, type SqlBool, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch, nameSounds } from "~/platform/lists/search.server";
import { toWesternDigits } from "~/platform/text/numerals";
import { addDays, dubaiInstant } from "~/platform/time";
import type {
  ClientErrorDetail,
  ClientErrorGroup,
  caseStates,
  errorStates,
  History,
  SecurityCase,
  SecurityCaseDetail,
} from "./views";
import "~/platform/incidents/client-errors.server";
import "~/platform/incidents/security-events.server";

interface Between {
  /** Dubai days of the last event, both included. */
  from?: string;
  until?: string;
}

export interface CaseFilter extends PageParams, Between {
  /** `suspicious`: open cases that met a rule. */
  state?: (typeof caseStates)[number];
  /** Prefix of a client address, or part of an account's name or email. */
  search?: string;
}

export interface ErrorFilter extends PageParams, Between {
  state?: (typeof errorStates)[number];
  /** Part of the message, location or page. */
  search?: string;
}

// Same expressions as the indexes.
const caseIsOpen = sql<number>`security_cases.is_open::integer`;
const isServerCase = sql<number>`(NOT security_cases.reported_by_browser)::integer`;
const errorIsOpen = sql<number>`client_error_groups.is_open::integer`;

/** Open cases first; among them those seen by the server before browser reports; then newest first. */
const openCasesFirst = keyset(
  "desc",
  ["number", caseIsOpen],
  ["number", isServerCase],
  ["instant", "securityCases.lastEventAt"],
  ["id", "securityCases.id"],
);
const openErrorsFirst = keyset(
  "desc",
  ["number", errorIsOpen],
  ["instant", "clientErrorGroups.lastSeenAt"],
  ["id", "clientErrorGroups.id"],
);

/** Limit of matching accounts; a more common name matches none. */
const MAX_ACCOUNTS = 50;
const MAX_EVENTS = 50;
const MAX_DAYS = 30;

export const listSecurityCases = query(
  "activity.read",
  async function listSecurityCases(ctx, filter: CaseFilter) {
    let filtered = cases(ctx).where((eb) => eb.and(between(filter, sql.ref("securityCases.lastEventAt"))));
    if (filter.state) filtered = filtered.where(caseIsOpen, "=", filter.state === "dealt-with" ? 0 : 1);
    if (filter.state === "suspicious") filtered = filtered.where("isSuspicious", "is", true);
    if (filter.search) {
      const found = await sql<{ id: string }>`
      SELECT id FROM users WHERE ${matchesSearch("users", filter.search, { bySound: nameSounds("users") })} LIMIT ${MAX_ACCOUNTS}`.execute(
        ctx.db,
      );
      const accounts = found.rows.map(({ id }) => id);
      const prefix = `${toWesternDigits(filter.search).replace(/[\\%_]/g, "\\$&")}%`;
      filtered = filtered.where(
        sql<boolean>`(security_cases.user_id = any(${accounts}::uuid[]) OR host(security_cases.client_ip) LIKE ${prefix})`,
      );
    }
    const { rows, nextCursor } = await readPage(filtered, openCasesFirst, filter);
    return { cases: rows.map(caseOf), nextCursor };
  },
);

/** Case with its latest events and resolutions; null if unknown. */
export const findSecurityCase = query(
  "activity.read",
  async function findSecurityCase(ctx, id: string): Promise<SecurityCaseDetail | null> {
    const row = await cases(ctx).where("securityCases.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const events = await ctx.db
      .selectFrom("securityEvents")
      .select(["id", "type", "message", "receivedAt", "userAgent"])
      .select(sql<string | null>`host(client_ip)`.as("address"))
      .where("caseId", "=", id)
      .orderBy("id", "desc")
      .limit(MAX_EVENTS)
      .execute();
    return {
      ...caseOf(row),
      events: events.map(({ id, type, message, receivedAt, userAgent, address }) => ({
        id,
        type,
        message,
        at: receivedAt.toISOString(),
        address,
        userAgent,
      })),
      history: await historyOf(ctx, "security", id),
    };
  },
);

export const listClientErrors = query(
  "activity.read",
  async function listClientErrors(ctx, filter: ErrorFilter) {
    let filtered = groups(ctx).where((eb) =>
      eb.and(between(filter, sql.ref("clientErrorGroups.lastSeenAt"))),
    );
    if (filter.state) filtered = filtered.where(errorIsOpen, "=", filter.state === "open" ? 1 : 0);
    if (filter.search) filtered = filtered.where(matchesSearch("clientErrorGroups", filter.search));
    const { rows, nextCursor } = await readPage(filtered, openErrorsFirst, filter);
    return { errors: rows.map(groupOf), nextCursor };
  },
);

/** Error with stack, days and resolutions; null if unknown. */
export const findClientError = query(
  "activity.read",
  async function findClientError(ctx, id: string): Promise<ClientErrorDetail | null> {
    const row = await groups(ctx).where("id", "=", id).executeTakeFirst();
    if (!row) return null;
    const errorDays = await ctx.db
      .selectFrom("clientErrors")
      .select(["day", "path", "userAgent", "stack", "occurrences", "lastSeenAt"])
      .where("groupId", "=", id)
      .orderBy("day", "desc")
      .orderBy("lastSeenAt", "desc")
      .limit(MAX_DAYS)
      .execute();
    return {
      ...groupOf(row),
      stack: errorDays[0]?.stack ?? "",
      days: errorDays.map(({ day, occurrences, path, userAgent }) => ({
        day,
        occurrences,
        path,
        userAgent,
      })),
      history: await historyOf(ctx, "client-error", id),
    };
  },
);

function between({ from, until }: Between, column: Expression<unknown>): Expression<SqlBool>[] {
  return [
    ...(from ? [sql<boolean>`${column} >= ${dubaiInstant(from, "00:00")}`] : []),
    ...(until ? [sql<boolean>`${column} < ${dubaiInstant(addDays(until, 1), "00:00")}`] : []),
  ];
}

function cases(ctx: Ctx) {
  return ctx.db
    .selectFrom("securityCases")
    .leftJoin("users", "users.id", "securityCases.userId")
    .select([
      "securityCases.id",
      "userId",
      "users.name",
      "users.email",
      "reportedByBrowser",
      "authFailures",
      "rateLimits",
    ])
    .select(["manyFailures", "manyLimits", "firstEventAt", "lastEventAt", "isOpen"])
    .select(sql<string | null>`host(client_ip)`.as("address"));
}

type CaseRecord = Awaited<ReturnType<ReturnType<typeof cases>["execute"]>>[number];

function caseOf(row: CaseRecord): SecurityCase {
  return {
    id: row.id,
    account: row.email === null ? null : { name: row.name, email: row.email },
    address: row.address,
    reportedByBrowser: row.reportedByBrowser,
    authFailures: row.authFailures,
    rateLimits: row.rateLimits,
    matchedRules: [
      ...(row.manyFailures ? ["many-failures" as const] : []),
      ...(row.manyLimits ? ["many-limits" as const] : []),
    ],
    firstAt: row.firstEventAt.toISOString(),
    lastAt: row.lastEventAt.toISOString(),
    open: row.isOpen,
  };
}

function groups(ctx: Ctx) {
  return ctx.db
    .selectFrom("clientErrorGroups")
    .select(["id", "message", "location", "path", "userAgent", "severity", "occurrences"])
    .select(["firstSeenAt", "lastSeenAt", "fixedAt", "isOpen"]);
}

type GroupRecord = Awaited<ReturnType<ReturnType<typeof groups>["execute"]>>[number];

function groupOf(row: GroupRecord): ClientErrorGroup {
  return {
    id: row.id,
    message: row.message,
    location: row.location,
    path: row.path,
    userAgent: row.userAgent,
    severity: row.severity,
    occurrences: row.occurrences,
    firstAt: row.firstSeenAt.toISOString(),
    lastAt: row.lastSeenAt.toISOString(),
    state: !row.isOpen ? "mended" : row.fixedAt ? "back" : "open",
  };
}

async function historyOf(ctx: Ctx, kind: "security" | "client-error", id: string): Promise<History> {
  const rows = await ctx.db
    .selectFrom("trail")
    .leftJoin("trailValues", "trailValues.trailId", "trail.id")
    .select(["trail.id", "type", "at", "actorName", "reason"])
    .where("subjectType", "=", kind)
    .where("subjectId", "=", id)
    .orderBy("trail.id", "desc")
    .execute();
  return rows.map(({ id, type, at, actorName, reason }) => ({
    id,
    type,
    actorName,
    at: at.toISOString(),
    comment: reason,
  }));
}
