import { type Generated, type JSONColumnType, sql } from "kysely";
import { userIdOf } from "../auth/actor";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { addMinutes } from "../time";
import type { Suspicion } from "./suspicion";

export const securityEventTypes = ["auth_failure", "rate_limit", "suspicious_activity"] as const;

export interface SecurityEvent {
  type: (typeof securityEventTypes)[number];
  message: string;
  /** Whose account it is about. Absent: the one signed in. */
  userId?: string | null;
  /** No personal data. */
  metadata?: Record<string, unknown>;
  userAgent?: string;
  /** When it happened, where a browser tells of it later. */
  reportedAt?: Date;
}

/** What counts as suspicious within these minutes (docs/domain.md, "Activity"). */
const SUSPICION = { minutes: 15, authFailures: 5, rateLimits: 3 };

/** Of one case. More than the rules of suspicion need to see. */
const MAX_PER_CASE_AND_HOUR = 100;

/**
 * Keeps what an admin should be able to look into later (docs/domain.md, "Activity"), gathered by who it comes from until the
 * office has dealt with it (docs/domain.md, "Activity"). Too much of it from one account, or from one address where no account
 * is known, is itself an event, once in 15 minutes.
 */
export async function recordSecurityEvent(ctx: Ctx, event: SecurityEvent): Promise<void> {
  const userId = event.userId ?? userIdOf(ctx.actor);
  const seen = { ...event, userId };
  // What a browser tells of itself raises no alarm: anybody could tell it.
  if (event.reportedAt || event.type === "suspicious_activity") await keep(ctx, seen);
  else await inTransaction(ctx, async (ctx) => lookForSuspicion(ctx, userId, await keep(ctx, seen)));
}

/** Keeps an event with its case, which is locked until the transaction ends; returns the case. */
async function keep(ctx: Ctx, event: SecurityEvent & { userId: string | null }): Promise<string> {
  const told = event.reportedAt !== undefined;
  const met = rulesMet(event);
  const { id: case_id } = await ctx.db
    .insertInto("security_cases")
    .values({
      user_id: event.userId,
      client_ip: ctx.clientIp ?? null,
      told,
      auth_failures: event.type === "auth_failure" ? 1 : 0,
      rate_limits: event.type === "rate_limit" ? 1 : 0,
      many_failures: met.includes("many-failures"),
      many_limits: met.includes("many-limits"),
      first_at: ctx.now,
      last_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["who", "told"]).where(sql<boolean>`dealt_at IS NULL AND who <> ''`).doUpdateSet({
        client_ip: sql`coalesce(excluded.client_ip, security_cases.client_ip)`,
        auth_failures: sql`security_cases.auth_failures + excluded.auth_failures`,
        rate_limits: sql`security_cases.rate_limits + excluded.rate_limits`,
        many_failures: sql`security_cases.many_failures OR excluded.many_failures`,
        many_limits: sql`security_cases.many_limits OR excluded.many_limits`,
        last_at: sql`greatest(security_cases.last_at, excluded.last_at)`,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  // A stranger makes as many as he likes: beyond this they are counted, and the ones before stay to be read.
  const lately = ctx.db
    .selectFrom("security_events")
    .select("id")
    .where("case_id", "=", case_id)
    .where("received_at", ">", addMinutes(ctx.now, -60))
    .limit(MAX_PER_CASE_AND_HOUR);
  const { kept } = await ctx.db
    .selectFrom(lately.as("lately"))
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .executeTakeFirstOrThrow();
  if (kept >= MAX_PER_CASE_AND_HOUR && event.type !== "suspicious_activity") return case_id;
  await ctx.db
    .insertInto("security_events")
    .values({
      type: event.type,
      message: event.message,
      user_id: event.userId,
      metadata: JSON.stringify(event.metadata ?? {}),
      user_agent: event.userAgent?.slice(0, 500) ?? null,
      client_ip: ctx.clientIp ?? null,
      request_id: ctx.requestId,
      reported_at: event.reportedAt ?? null,
      received_at: ctx.now,
      case_id,
    })
    .execute();
  return case_id;
}

/** The rules that a suspicion says were met: we count, a browser names one. */
function rulesMet({ type, metadata = {} }: SecurityEvent): Suspicion[] {
  if (type !== "suspicious_activity") return [];
  const { authFailures, rateLimits, suspicion } = metadata;
  const failures = suspicion === "many-failures" || Number(authFailures) >= SUSPICION.authFailures;
  const limits = suspicion === "many-limits" || Number(rateLimits) >= SUSPICION.rateLimits;
  return [...(failures ? ["many-failures" as const] : []), ...(limits ? ["many-limits" as const] : [])];
}

/** In a transaction that holds the case: of several that come to the limit at once, one raises the alarm. */
async function lookForSuspicion(ctx: Ctx, userId: string | null, caseId: string): Promise<void> {
  if (!userId && !ctx.clientIp) return;
  const { failures, limited, known } = await ctx.db
    .selectFrom("security_events")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("type", "=", "auth_failure").as("failures"),
      eb.fn.countAll<number>().filterWhere("type", "=", "rate_limit").as("limited"),
      // What goes on after the office has dealt with it is said again.
      eb.fn
        .countAll<number>()
        .filterWhere("type", "=", "suspicious_activity")
        .filterWhere("case_id", "=", caseId)
        .as("known"),
    ])
    .where("received_at", ">", addMinutes(ctx.now, -SUSPICION.minutes))
    .where("reported_at", "is", null)
    .$if(userId !== null, (query) => query.where("user_id", "=", userId))
    .$if(userId === null, (query) =>
      query.where("user_id", "is", null).where("client_ip", "=", ctx.clientIp ?? null),
    )
    .executeTakeFirstOrThrow();
  const tooMany = failures >= SUSPICION.authFailures || limited >= SUSPICION.rateLimits;
  if (!tooMany || known > 0) return;
  await recordSecurityEvent(ctx, {
    type: "suspicious_activity",
    message: "Many refused attempts within 15 minutes",
    userId,
    metadata: { authFailures: failures, rateLimits: limited },
  });
}

/** Removes events of long ago. */
export async function purgeSecurityEvents(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("security_events")
    .where("received_at", "<", addMinutes(ctx.now, -keptDays * 24 * 60))
    .execute();
  await ctx.db
    .deleteFrom("security_cases")
    .where("last_at", "<", addMinutes(ctx.now, -keptDays * 24 * 60))
    .execute();
}

interface SecurityCaseRow {
  id: Generated<string>;
  user_id: string | null;
  /** Where no account is known, who it is; else where the last of it came from. */
  client_ip: string | null;
  /** Browsers tell of it. */
  told: boolean;
  readonly who: Generated<string>;
  auth_failures: number;
  rate_limits: number;
  /** Which rules of suspicion were met. */
  many_failures: boolean;
  many_limits: boolean;
  first_at: Date;
  last_at: Date;
  dealt_at: Date | null;
  readonly is_open: Generated<boolean>;
  readonly is_suspicious: Generated<boolean>;
}

interface SecurityEventRow {
  id: Generated<number>;
  type: SecurityEvent["type"];
  message: string;
  user_id: string | null;
  metadata: JSONColumnType<Record<string, unknown>>;
  user_agent: string | null;
  client_ip: string | null;
  request_id: string;
  reported_at: Date | null;
  received_at: Date;
  /** Null: from before there were cases. */
  case_id: string | null;
}

declare module "~/platform/database/tables" {
  interface Tables {
    security_events: SecurityEventRow;
    security_cases: SecurityCaseRow;
  }
}
