import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { addMinutes } from "~/platform/time";

/** A question lasts ten minutes, works once, and ends at the third wrong answer (docs/domain.md, "Forms"). */
const LIFETIME_MIN = 10;
const MAX_WRONG_ANSWERS = 3;

export async function makeSecurityCheck(ctx: Ctx): Promise<{ id: string; a: number; b: number }> {
  const check = { id: randomUUID(), a: randomInt(1, 11), b: randomInt(1, 11) };
  await ctx.db
    .insertInto("securityChecks")
    .values({ ...check, expiresAt: addMinutes(ctx.now, LIFETIME_MIN) })
    .execute();
  return check;
}

export type SecurityRefusal = Refusal<"security-wrong" | "security-expired">;

/**
 * Consumes a question in the caller's transaction. A rollback restores it, so that a refused booking needs no
 * new answer.
 */
export async function passSecurityCheck(
  ctx: Ctx,
  response: { id: string; answer: number },
): Promise<{ ok: true } | SecurityRefusal> {
  const check = await ctx.db
    .selectFrom("securityChecks")
    .select(["a", "b"])
    .where("id", "=", response.id)
    .where("usedAt", "is", null)
    .where("wrong", "<", MAX_WRONG_ANSWERS)
    .where("expiresAt", ">", ctx.now)
    .forUpdate()
    .executeTakeFirst();
  if (!check) return refuse("security-expired");
  if (check.a + check.b !== response.answer) return refuse("security-wrong");
  await ctx.db.updateTable("securityChecks").set({ usedAt: ctx.now }).where("id", "=", response.id).execute();
  return { ok: true };
}

/** Counts outside the refused transaction, which would roll it back. */
export async function countWrongAnswer(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.updateTable("securityChecks").set({ wrong: sql`wrong + 1` }).where("id", "=", id).execute();
}

export async function forgetSecurityChecks(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("securityChecks").where("expiresAt", "<=", ctx.now).execute();
}
