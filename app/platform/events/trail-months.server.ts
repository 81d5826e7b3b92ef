import { type Kysely, sql } from "kysely";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { inBatches, inTransaction } from "../database/transaction.server";
import { dubaiDate } from "../time";

/*
 * Partitions of the audit trail (docs/decisions/0111-trail-by-month.md). Each month has one for entries and one for
 * their values, such as trail_2026_12 and trail_values_2026_12.
 */

/** Months after the current one that have partitions. */
const MONTHS_AHEAD = 2;
const BATCH_SIZE = 5_000;
/**
 * Longest wait for the lock of all partitions in milliseconds, because requests queue behind it. Above
 * `deadlock_timeout` (one second), because autovacuum gives way only then.
 */
const LOCK_TIMEOUT_MS = 1_500;

/** Creates the partitions of this month and the next ones. Safe to run concurrently. */
export async function createTrailMonths(ctx: Ctx): Promise<void> {
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    const day = monthAfter(dubaiDate(ctx.now), ahead);
    if (await hasMonth(ctx.db, day)) continue;
    await inTransaction(ctx, async ({ db }) => {
      await limitLockWait(db);
      await sql`SELECT create_trail_month(${day}::date)`.execute(db);
    });
  }
}

/** How many of the next months have partitions. */
export async function countTrailMonthsAhead(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM generate_series(1, ${MONTHS_AHEAD}::int) AS ahead
    WHERE to_regclass('trail_' || to_char(dubai_day(now()) + ahead * interval '1 month', 'YYYY_MM')) IS NOT NULL`.execute(
    db,
  );
  return rows[0]!.count;
}

/**
 * Drops the months before the day, and deletes older entries of the other partitions. `firstDay`: of the first retained
 * month.
 */
export async function purgeTrailBefore(ctx: Ctx, firstDay: string): Promise<void> {
  for (const month of await listMonths(ctx.db)) {
    if (month >= firstDay) continue;
    await inTransaction(ctx, async ({ db }) => {
      await limitLockWait(db);
      await dropPartitions(db, suffixOf(month));
    });
  }
  for (const suffix of ["earlier", "other"])
    if (await exists(ctx.db, `trail_${suffix}`)) await purgeRows(ctx, suffix, firstDay);
  await dropEarlierIfEmpty(ctx);
}

async function purgeRows(ctx: Ctx, suffix: string, firstDay: string): Promise<void> {
  const [entries, values] = [sql.table(`trail_${suffix}`), sql.table(`trail_values_${suffix}`)];
  const before = `${firstDay}T00:00:00+04:00`;
  await inBatches(ctx, BATCH_SIZE, async ({ db }) => {
    await sql`SELECT set_config('trail.purge_before', ${before}, true)`.execute(db);
    const { rows } = await sql<{ count: number }>`
      WITH ended AS MATERIALIZED (
        SELECT id FROM ${entries} WHERE at < ${before}::timestamptz
        ORDER BY at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
      ), purged AS (
        DELETE FROM ${entries} WHERE id IN (SELECT id FROM ended) RETURNING id
      ), purged_values AS (
        DELETE FROM ${values} WHERE trail_id IN (SELECT id FROM ended)
      )
      SELECT count(*)::int AS count FROM purged`.execute(db);
    return rows[0]!.count;
  });
}

/** The partitions of the time before months end with their last entry. */
async function dropEarlierIfEmpty(ctx: Ctx): Promise<void> {
  if (!(await exists(ctx.db, "trail_earlier")) || (await hasRows(ctx.db))) return;
  await inTransaction(ctx, async ({ db }) => {
    await limitLockWait(db);
    await sql`LOCK TABLE trail_earlier, trail_values_earlier IN ACCESS EXCLUSIVE MODE`.execute(db);
    if (!(await hasRows(db))) await dropPartitions(db, "earlier");
  });
}

async function hasRows(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM trail_earlier LIMIT 1`.execute(db);
  return rows.length > 0;
}

async function dropPartitions(db: Kysely<Tables>, suffix: string): Promise<void> {
  for (const name of [`trail_${suffix}`, `trail_values_${suffix}`])
    await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(db);
}

async function limitLockWait(db: Kysely<Tables>): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(db);
}

/** First days of all months that have partitions, oldest first. */
async function listMonths(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'trail'::regclass AND relname ~ '^trail_[0-9]{4}_[0-9]{2}$' ORDER BY relname COLLATE "C"`.execute(
    db,
  );
  return rows.map(({ name }) => `${name.slice(-7).replace("_", "-")}-01`);
}

const hasMonth = (db: Kysely<Tables>, day: string) => exists(db, `trail_${suffixOf(day)}`);

async function exists(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`.execute(
    db,
  );
  return rows[0]!.exists;
}

const suffixOf = (day: string) => day.slice(0, 7).replace("-", "_");

/** First day of the month that is `count` months after that of the day. */
function monthAfter(day: string, count: number): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}
