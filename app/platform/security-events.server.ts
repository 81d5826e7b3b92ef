import { type Generated, type JSONColumnType, sql } from "kysely";
import { userIdOf } from "./actor";
import type { Ctx } from "./context";
import { inTransaction } from "./database/transaction.server";
import { addMinutes } from "./time";

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

/** What counts as suspicious within these minutes (specification, section 9). */
const SUSPICION = { minutes: 15, authFailures: 5, rateLimits: 3 };

/**
 * Keeps what an admin should be able to look into later (specification, section 3). Too much of it from one account,
 * or from one address where no account is known, is itself an event, once in 15 minutes.
 */
export async function recordSecurityEvent(ctx: Ctx, event: SecurityEvent): Promise<void> {
  const userId = event.userId ?? userIdOf(ctx.actor);
  await ctx.db
    .insertInto("security_events")
    .values({
      type: event.type,
      message: event.message,
      user_id: userId,
      metadata: JSON.stringify(event.metadata ?? {}),
      user_agent: event.userAgent?.slice(0, 500) ?? null,
      client_ip: ctx.clientIp ?? null,
      request_id: ctx.requestId,
      reported_at: event.reportedAt ?? null,
      received_at: ctx.now,
    })
    .execute();
  // What a browser tells of itself raises no alarm: anybody could tell it.
  if (!event.reportedAt && event.type !== "suspicious_activity") await lookForSuspicion(ctx, userId);
}

async function lookForSuspicion(ctx: Ctx, userId: string | null): Promise<void> {
  if (!userId && !ctx.clientIp) return;
  await inTransaction(ctx, async (ctx) => {
    // Of several that come to the limit at once, one raises the alarm.
    const subject = `suspicion:${userId ?? ctx.clientIp}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(ctx.db);
    const { failures, limited, known } = await ctx.db
      .selectFrom("security_events")
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere("type", "=", "auth_failure").as("failures"),
        eb.fn.countAll<number>().filterWhere("type", "=", "rate_limit").as("limited"),
        eb.fn.countAll<number>().filterWhere("type", "=", "suspicious_activity").as("known"),
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
  });
}

/** Removes events of long ago. */
export async function forgetSecurityEvents(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("security_events")
    .where("received_at", "<", addMinutes(ctx.now, -keptDays * 24 * 60))
    .execute();
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
}

declare module "~/platform/database/tables" {
  interface Tables {
    security_events: SecurityEventRow;
  }
}
