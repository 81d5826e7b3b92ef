import { sql } from "kysely";
import type { Ctx } from "../context";

export type Refusal = { ok: false; reason: string };

const MAX_ATTEMPTS = 5;

/**
 * Rolls back on an exception or a refusal; nested calls use a savepoint. `operation` must have no other
 * effects, because it is repeated after a deadlock.
 */
export async function inTransaction<Result>(
  ctx: Ctx,
  operation: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return inSavepoint(ctx, operation);
  for (let attempt = 1; ; attempt++) {
    const db = await ctx.db.startTransaction().execute();
    try {
      const result = await operation({ ...ctx, db });
      if (isRefusal(result)) await db.rollback().execute();
      else await db.commit().execute();
      return result;
    } catch (error) {
      if (!db.isCommitted && !db.isRolledBack)
        await db
          .rollback()
          .execute()
          .catch(() => {});
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Limit of batches per run; the next run of the schedule goes on. */
const MAX_BATCHES = 500;

/**
 * Repeats a change of at most `size` rows, each time in a transaction, until a batch is not full. For purges of large
 * tables and for backfills, because one transaction would hold its row locks for minutes. `change` returns the number of
 * rows.
 */
export async function inBatches(
  ctx: Ctx,
  size: number,
  change: (ctx: Ctx) => Promise<number>,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await inTransaction(ctx, change)) < size) return;
}

async function inSavepoint<Result>(ctx: Ctx, operation: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  await sql`SAVEPOINT part`.execute(ctx.db);
  try {
    const result = await operation(ctx);
    if (isRefusal(result)) await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db);
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db).catch(() => {});
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db).catch(() => {});
    throw error;
  }
}

const memos = new WeakMap<Ctx["db"], Map<string, Promise<unknown>>>();

/** Reads once per transaction. Call `clearMemoized` before reading again after a write. */
export function memoizeInTransaction<Value>(
  ctx: Ctx,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  if (!ctx.db.isTransaction) return read();
  const values = memos.get(ctx.db) ?? new Map<string, Promise<unknown>>();
  memos.set(ctx.db, values);
  const value = (values.get(name) as Promise<Value> | undefined) ?? read();
  values.set(name, value);
  // Allows another read after a rolled-back savepoint.
  value.catch(() => values.delete(name));
  return value;
}

export function clearMemoized(ctx: Ctx, name: string): void {
  memos.get(ctx.db)?.delete(name);
}

/** PostgreSQL manual, appendix A. */
const CONSTRAINTS = {
  unique: "23505",
  reference: "23503",
  overlap: "23P01",
  /** Raised by triggers that protect final rows. */
  final: "23001",
} as const;
type Constraint = keyof typeof CONSTRAINTS;

/** Rolls back to a savepoint when the constraint is violated. */
export async function mapConstraintToRefusal<Result, Refused>(
  ctx: Ctx,
  constraint: Constraint,
  refused: Refused,
  operation: (ctx: Ctx) => Promise<Result>,
): Promise<Result | Refused> {
  try {
    return await inTransaction(ctx, operation);
  } catch (error) {
    if (violatesConstraint(constraint, error)) return refused;
    throw error;
  }
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}

function isRetryable(error: unknown): boolean {
  const code = sqlState(error);
  return code === "40P01" || code === "40001" || isOutdatedStatement(error);
}

/** True if a migration has changed the columns of a statement that was prepared before (named-statements.server.ts). */
export function isOutdatedStatement(error: unknown): boolean {
  return sqlState(error) === "0A000" && (error as Error).message.startsWith("cached plan");
}

export function violatesConstraint(constraint: Constraint, error: unknown): boolean {
  return sqlState(error) === CONSTRAINTS[constraint];
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
