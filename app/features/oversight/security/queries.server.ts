import { type Expression, type SqlBool, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
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
  ["instant", "security_cases.last_event_at"],
  ["id", "security_cases.id"],
);
const openErrorsFirst = keyset(
  "desc",
  ["number", errorIsOpen],
  ["instant", "client_error_groups.last_seen_at"],
  ["id", "client_error_groups.id"],
);

/** Limit of matching accounts; a more common name matches none. */
const MAX_ACCOUNTS = 50;
const MAX_EVENTS = 50;
const MAX_DAYS = 30;

export const listSecurityCases = query(
  "activity.read",
  async function listSecurityCases(ctx, filter: CaseFilter) {
    let filtered = cases(ctx).where((eb) => eb.and(between(filter, sql.ref("security_cases.last_event_at"))));
    if (filter.state) filtered = filtered.where(caseIsOpen, "=", filter.state === "dealt-with" ? 0 : 1);
    if (filter.state === "suspicious") filtered = filtered.where("is_suspicious", "is", true);
    if (filter.search) {
      const found = await sql<{ id: string }>`
      SELECT id FROM users WHERE ${matchesSearch(sql`name || ' ' || email`, filter.search)} LIMIT ${MAX_ACCOUNTS}`.execute(
        ctx.db,
      );
      const accounts = found.rows.map(({ id }) => id);
      const prefix = `${filter.search.trim().replace(/[\\%_]/g, "\\$&")}%`;
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
    const row = await cases(ctx).where("security_cases.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const events = await ctx.db
      .selectFrom("security_events")
      .select(["id", "type", "message", "received_at", "user_agent"])
      .select(sql<string | null>`host(client_ip)`.as("address"))
      .where("case_id", "=", id)
      .orderBy("id", "desc")
      .limit(MAX_EVENTS)
      .execute();
    return {
      ...caseOf(row),
      events: events.map(({ id, type, message, received_at, user_agent, address }) => ({
        id,
        type,
        message,
        at: received_at.toISOString(),
        address,
        userAgent: user_agent,
      })),
      history: await historyOf(ctx, "security", id),
    };
  },
);

export const listClientErrors = query(
  "activity.read",
  async function listClientErrors(ctx, filter: ErrorFilter) {
    let filtered = groups(ctx).where((eb) =>
      eb.and(between(filter, sql.ref("client_error_groups.last_seen_at"))),
    );
    if (filter.state) filtered = filtered.where(errorIsOpen, "=", filter.state === "open" ? 1 : 0);
    // Same expression as the index `client_error_groups_search_idx`.
    if (filter.search)
      filtered = filtered.where(matchesSearch(sql`message || ' ' || location || ' ' || path`, filter.search));
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
      .selectFrom("client_errors")
      .select(["day", "path", "user_agent", "stack", "occurrences", "last_seen_at"])
      .where("group_id", "=", id)
      .orderBy("day", "desc")
      .orderBy("last_seen_at", "desc")
      .limit(MAX_DAYS)
      .execute();
    return {
      ...groupOf(row),
      stack: errorDays[0]?.stack ?? "",
      days: errorDays.map(({ day, occurrences, path, user_agent }) => ({
        day,
        occurrences,
        path,
        userAgent: user_agent,
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
    .selectFrom("security_cases")
    .leftJoin("users", "users.id", "security_cases.user_id")
    .select([
      "security_cases.id",
      "user_id",
      "users.name",
      "users.email",
      "reported_by_browser",
      "auth_failures",
      "rate_limits",
    ])
    .select(["many_failures", "many_limits", "first_event_at", "last_event_at", "is_open"])
    .select(sql<string | null>`host(client_ip)`.as("address"));
}

type CaseRecord = Awaited<ReturnType<ReturnType<typeof cases>["execute"]>>[number];

function caseOf(row: CaseRecord): SecurityCase {
  return {
    id: row.id,
    account: row.email === null ? null : { name: row.name, email: row.email },
    address: row.address,
    reportedByBrowser: row.reported_by_browser,
    authFailures: row.auth_failures,
    rateLimits: row.rate_limits,
    matchedRules: [
      ...(row.many_failures ? ["many-failures" as const] : []),
      ...(row.many_limits ? ["many-limits" as const] : []),
    ],
    firstAt: row.first_event_at.toISOString(),
    lastAt: row.last_event_at.toISOString(),
    open: row.is_open,
  };
}

function groups(ctx: Ctx) {
  return ctx.db
    .selectFrom("client_error_groups")
    .select(["id", "message", "location", "path", "user_agent", "severity", "occurrences"])
    .select(["first_seen_at", "last_seen_at", "fixed_at", "is_open"]);
}

type GroupRecord = Awaited<ReturnType<ReturnType<typeof groups>["execute"]>>[number];

function groupOf(row: GroupRecord): ClientErrorGroup {
  return {
    id: row.id,
    message: row.message,
    location: row.location,
    path: row.path,
    userAgent: row.user_agent,
    severity: row.severity,
    occurrences: row.occurrences,
    firstAt: row.first_seen_at.toISOString(),
    lastAt: row.last_seen_at.toISOString(),
    state: !row.is_open ? "mended" : row.fixed_at ? "back" : "open",
  };
}

async function historyOf(ctx: Ctx, kind: "security" | "client-error", id: string): Promise<History> {
  const rows = await ctx.db
    .selectFrom("trail")
    .leftJoin("trail_values", "trail_values.trail_id", "trail.id")
    .select(["trail.id", "type", "at", "actor_name", "reason"])
    .where("subject_type", "=", kind)
    .where("subject_id", "=", id)
    .orderBy("trail.id", "desc")
    .execute();
  return rows.map(({ id, type, at, actor_name, reason }) => ({
    id,
    type,
    actorName: actor_name,
    at: at.toISOString(),
    comment: reason,
  }));
}
