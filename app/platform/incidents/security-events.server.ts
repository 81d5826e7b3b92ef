import { sql } from "kysely";
import { userIdOf } from "../auth/actor";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { addMinutes } from "../time";
import type { Suspicion } from "./suspicion";

export const securityEventTypes = ["auth_failure", "rate_limit", "suspicious_activity"] as const;

export interface SecurityEvent {
  type: (typeof securityEventTypes)[number];
  message: string;
  userId?: string | null;
  /** No personal data. */
  metadata?: Record<string, unknown>;
  userAgent?: string;
  reportedAt?: Date;
}

const SUSPICION = { minutes: 15, authFailures: 5, rateLimits: 3 };

const MAX_PER_CASE_AND_HOUR = 100;

/**
 * Adds the event to the open case of its account or address (docs/domain.md, "Activity"). Raises a suspicion
 * once in 15 minutes.
 */
export async function recordSecurityEvent(ctx: Ctx, event: SecurityEvent): Promise<void> {
  const userId = event.userId ?? userIdOf(ctx.actor);
  const attributed = { ...event, userId };
  // Anyone can forge browser reports.
  if (event.reportedAt || event.type === "suspicious_activity") await storeEvent(ctx, attributed);
  else
    await inTransaction(ctx, async (ctx) => detectSuspicion(ctx, userId, await storeEvent(ctx, attributed)));
}

async function storeEvent(ctx: Ctx, event: SecurityEvent & { userId: string | null }): Promise<string> {
  const reportedByBrowser = event.reportedAt !== undefined;
  const rules = violatedRules(event);
  const { id: case_id } = await ctx.db
    .insertInto("security_cases")
    .values({
      user_id: event.userId,
      client_ip: ctx.clientIp ?? null,
      reported_by_browser: reportedByBrowser,
      auth_failures: event.type === "auth_failure" ? 1 : 0,
      rate_limits: event.type === "rate_limit" ? 1 : 0,
      many_failures: rules.includes("many-failures"),
      many_limits: rules.includes("many-limits"),
      first_event_at: ctx.now,
      last_event_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "reported_by_browser"])
        .where(sql<boolean>`closed_at IS NULL AND subject <> ''`)
        .doUpdateSet({
          client_ip: sql`coalesce(excluded.client_ip, security_cases.client_ip)`,
          auth_failures: sql`security_cases.auth_failures + excluded.auth_failures`,
          rate_limits: sql`security_cases.rate_limits + excluded.rate_limits`,
          many_failures: sql`security_cases.many_failures OR excluded.many_failures`,
          many_limits: sql`security_cases.many_limits OR excluded.many_limits`,
          last_event_at: sql`greatest(security_cases.last_event_at, excluded.last_event_at)`,
        }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  // Only counters grow beyond the limit, so that a flood cannot hide earlier events.
  const recentEvents = ctx.db
    .selectFrom("security_events")
    .select("id")
    .where("case_id", "=", case_id)
    .where("received_at", ">", addMinutes(ctx.now, -60))
    .limit(MAX_PER_CASE_AND_HOUR);
  const { kept: eventCount } = await ctx.db
    .selectFrom(recentEvents.as("lately"))
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .executeTakeFirstOrThrow();
  if (eventCount >= MAX_PER_CASE_AND_HOUR && event.type !== "suspicious_activity") return case_id;
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

/** Reports of browsers name a single rule. */
function violatedRules({ type, metadata = {} }: SecurityEvent): Suspicion[] {
  if (type !== "suspicious_activity") return [];
  const { authFailures, rateLimits, suspicion } = metadata;
  const failures = suspicion === "many-failures" || Number(authFailures) >= SUSPICION.authFailures;
  const limits = suspicion === "many-limits" || Number(rateLimits) >= SUSPICION.rateLimits;
  return [...(failures ? ["many-failures" as const] : []), ...(limits ? ["many-limits" as const] : [])];
}

/** The case's row lock ensures a single suspicion. */
async function detectSuspicion(ctx: Ctx, userId: string | null, caseId: string): Promise<void> {
  if (!userId && !ctx.clientIp) return;
  const { failures, limited, known } = await ctx.db
    .selectFrom("security_events")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("type", "=", "auth_failure").as("failures"),
      eb.fn.countAll<number>().filterWhere("type", "=", "rate_limit").as("limited"),
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

export async function purgeSecurityEvents(ctx: Ctx, retentionDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("security_events")
    .where("received_at", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .execute();
  await ctx.db
    .deleteFrom("security_cases")
    .where("last_event_at", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .execute();
}
