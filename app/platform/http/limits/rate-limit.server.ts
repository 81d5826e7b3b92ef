import { sql } from "kysely";
import type { Ctx } from "../../context";
import { addMinutes } from "../../time";

export type Attempt = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Sliding window: `max` attempts per key within any `seconds`, counted across processes. */
export async function takeAttempt(
  ctx: Ctx,
  limit: { key: string; max: number; seconds: number },
): Promise<Attempt> {
  const since = new Date(ctx.now.getTime() - limit.seconds * 1000);
  const counted = sql`(SELECT count(*) FROM unnest(known.attempts) at WHERE at > ${since})`;
  const { rows } = await sql<{ attempts: Date[]; lastAllowed: boolean }>`
    INSERT INTO rate_limits AS known (key, attempts, last_allowed, expires_at)
    VALUES (${limit.key}, ARRAY[${ctx.now}::timestamptz], true, ${addMinutes(ctx.now, limit.seconds / 60)})
    ON CONFLICT (key) DO UPDATE SET
      attempts = (
        SELECT coalesce(array_agg(at ORDER BY at), '{}') FROM (
          SELECT at FROM unnest(known.attempts) at WHERE at > ${since}
          UNION ALL
          SELECT ${ctx.now}::timestamptz WHERE ${counted} < ${limit.max}
        ) kept
      ),
      last_allowed = ${counted} < ${limit.max},
      expires_at = excluded.expires_at
    RETURNING attempts, last_allowed`.execute(ctx.db);
  const row = rows[0]!;
  if (row.lastAllowed) return { ok: true };
  const oldest = row.attempts[row.attempts.length - limit.max] ?? ctx.now;
  const waitMs = oldest.getTime() + limit.seconds * 1000 - ctx.now.getTime();
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/**
 * Counts an attempt that is not limited. Returns the number of those within the window before it. Locks the key until
 * the commit; a rollback takes the attempt back.
 */
export async function recordAttempt(
  ctx: Ctx,
  { key, seconds }: { key: string; seconds: number },
): Promise<number> {
  const since = new Date(ctx.now.getTime() - seconds * 1000);
  const { rows } = await sql<{ count: number }>`
    INSERT INTO rate_limits AS known (key, attempts, last_allowed, expires_at)
    VALUES (${key}, ARRAY[${ctx.now}::timestamptz], true, ${addMinutes(ctx.now, seconds / 60)})
    ON CONFLICT (key) DO UPDATE SET
      attempts = array(SELECT at FROM unnest(known.attempts) at WHERE at > ${since}) || excluded.attempts,
      last_allowed = true,
      expires_at = excluded.expires_at
    RETURNING cardinality(attempts) AS count`.execute(ctx.db);
  return rows[0]!.count - 1;
}

export async function resetAttempts(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.deleteFrom("rateLimits").where("key", "=", key).execute();
}

export async function purgeAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("rateLimits").where("expiresAt", "<=", ctx.now).execute();
}
