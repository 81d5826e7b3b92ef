import type { Generated, JSONColumnType } from "kysely";
import { userIdOf } from "./actor";
import type { Ctx } from "./context";

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

/** Keeps what an admin should be able to look into later (specification, section 3). */
export async function recordSecurityEvent(ctx: Ctx, event: SecurityEvent): Promise<void> {
  await ctx.db
    .insertInto("security_events")
    .values({
      type: event.type,
      message: event.message,
      user_id: event.userId ?? userIdOf(ctx.actor),
      metadata: JSON.stringify(event.metadata ?? {}),
      user_agent: event.userAgent?.slice(0, 500) ?? null,
      client_ip: ctx.clientIp ?? null,
      request_id: ctx.requestId,
      reported_at: event.reportedAt ?? null,
      received_at: ctx.now,
    })
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
