import { sql } from "kysely";
import { userIdOf } from "../auth/actor";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { toStoredUserAgent } from "../text/sanitize-text";
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
  const { id: caseId } = await ctx.db
    .insertInto("securityCases")
    .values({
      userId: event.userId,
      clientIp: ctx.clientIp ?? null,
      reportedByBrowser,
      authFailures: event.type === "auth_failure" ? 1 : 0,
      rateLimits: event.type === "rate_limit" ? 1 : 0,
      manyFailures: rules.includes("many-failures"),
      manyLimits: rules.includes("many-limits"),
      firstEventAt: ctx.now,
      lastEventAt: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "reportedByBrowser"])
        .where(sql<boolean>`closed_at IS NULL AND subject <> ''`)
        .doUpdateSet({
          clientIp: sql`coalesce(excluded.client_ip, security_cases.client_ip)`,
          authFailures: sql`security_cases.auth_failures + excluded.auth_failures`,
          rateLimits: sql`security_cases.rate_limits + excluded.rate_limits`,
          manyFailures: sql`security_cases.many_failures OR excluded.many_failures`,
          manyLimits: sql`security_cases.many_limits OR excluded.many_limits`,
          lastEventAt: sql`greatest(security_cases.last_event_at, excluded.last_event_at)`,
        }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  // Only counters grow beyond the limit, so that a flood cannot hide earlier events.
  const recentEvents = ctx.db
    .selectFrom("securityEvents")
    .select("id")
    .where("caseId", "=", caseId)
    .where("receivedAt", ">", addMinutes(ctx.now, -60))
    .limit(MAX_PER_CASE_AND_HOUR);
  const { kept: eventCount } = await ctx.db
    .selectFrom(recentEvents.as("lately"))
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .executeTakeFirstOrThrow();
  if (eventCount >= MAX_PER_CASE_AND_HOUR && event.type !== "suspicious_activity") return caseId;
  await ctx.db
    .insertInto("securityEvents")
    .values({
      type: event.type,
      message: event.message,
      userId: event.userId,
      metadata: JSON.stringify(event.metadata ?? {}),
      userAgent: toStoredUserAgent(event.userAgent),
      clientIp: ctx.clientIp ?? null,
      requestId: ctx.requestId,
      reportedAt: event.reportedAt ?? null,
      receivedAt: ctx.now,
      caseId,
    })
    .execute();
  return caseId;
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
    .selectFrom("securityEvents")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("type", "=", "auth_failure").as("failures"),
      eb.fn.countAll<number>().filterWhere("type", "=", "rate_limit").as("limited"),
      eb.fn
        .countAll<number>()
        .filterWhere("type", "=", "suspicious_activity")
        .filterWhere("caseId", "=", caseId)
        .as("known"),
    ])
    .where("receivedAt", ">", addMinutes(ctx.now, -SUSPICION.minutes))
    .where("reportedAt", "is", null)
    .$if(userId !== null, (query) => query.where("userId", "=", userId))
    .$if(userId === null, (query) =>
      query.where("userId", "is", null).where("clientIp", "=", ctx.clientIp ?? null),
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
    .deleteFrom("securityEvents")
    .where("receivedAt", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .execute();
  await ctx.db
    .deleteFrom("securityCases")
    .where("lastEventAt", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .execute();
}
