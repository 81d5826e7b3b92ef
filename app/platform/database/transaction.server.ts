import { sql } from "kysely";
import type { Ctx } from "../context";

/** An expected refusal: nothing of the work that led to it may remain. */
export type Refusal = { ok: false; reason: string };

const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. What throws, and what returns a refusal (`ok: false`), leaves nothing behind.
 * Inside another transaction it is a savepoint, so a refused part does not undo the whole.
 * Deadlocks and serialization failures are tried again, the outermost only: the work must be free of other effects.
 */
export async function inTransaction<Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  if (ctx.db.isTransaction) return inSavepoint(ctx, work);
  for (let attempt = 1; ; attempt++) {
    const db = await ctx.db.startTransaction().execute();
    try {
      const result = await work({ ...ctx, db });
      if (isRefusal(result)) await db.rollback().execute();
      else await db.commit().execute();
      return result;
    } catch (error) {
      // A broken connection cannot roll back; the first error is the one worth telling.
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

async function inSavepoint<Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  await sql`SAVEPOINT part`.execute(ctx.db);
  try {
    const result = await work(ctx);
    if (isRefusal(result)) await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db);
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(ctx.db).catch(() => {});
    await sql`RELEASE SAVEPOINT part`.execute(ctx.db).catch(() => {});
    throw error;
  }
}

/** What `memoizeInTransaction` has read, by the transaction. */
const memos = new WeakMap<Ctx["db"], Map<string, Promise<unknown>>>();

/**
 * What many parts of one change ask for, and none of them changes, is read once in its transaction; outside of one each time. Whoever
 * changes it and asks again in the same transaction has to `clearMemoized` it before.
 */
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
  // A part that failed and was taken back may ask again.
  value.catch(() => values.delete(name));
  return value;
}

export function clearMemoized(ctx: Ctx, name: string): void {
  memos.get(ctx.db)?.delete(name);
}

/** What the database holds by itself, with PostgreSQL's code of the refusal (its documentation, Appendix A). */
const CONSTRAINTS = {
  /** There is one already. */
  unique: "23505",
  /** What it refers to is not there, or is still referred to. */
  reference: "23503",
  /** Two at one time. */
  overlap: "23P01",
  /** What a trigger of ours lets nobody change any more. */
  final: "23001",
} as const;
type Constraint = keyof typeof CONSTRAINTS;

/** Runs `work` as a part of its own. Where this constraint refuses it, nothing of it remains, and `refused` is what it comes to. */
export async function mapConstraintToRefusal<Result, Refused>(
  ctx: Ctx,
  constraint: Constraint,
  refused: Refused,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result | Refused> {
  try {
    return await inTransaction(ctx, work);
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
  return code === "40P01" || code === "40001";
}

export function violatesConstraint(constraint: Constraint, error: unknown): boolean {
  return sqlState(error) === CONSTRAINTS[constraint];
}

/** PostgreSQL's five-letter code of a failed statement, or undefined when the error is of another kind. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
