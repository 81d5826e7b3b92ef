import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { addMinutes } from "~/platform/time";
import "./table";

/** A question lives ten minutes, works once, and dies with the third wrong answer (docs/domain.md, "Forms"). */
const LIFETIME_MIN = 10;
const MAX_WRONG_ANSWERS = 3;

/** The sum that a visitor must solve: two numbers from 1 to 10. */
export async function makeSecurityCheck(ctx: Ctx): Promise<{ id: string; a: number; b: number }> {
  const check = { id: randomUUID(), a: randomInt(1, 11), b: randomInt(1, 11) };
  await ctx.db
    .insertInto("security_checks")
    .values({ ...check, expires_at: addMinutes(ctx.now, LIFETIME_MIN) })
    .execute();
  return check;
}

export type SecurityRefusal = Refusal<"security-wrong" | "security-expired">;

/**
 * Uses a question up in the caller's transaction: a refused booking gives it back, so that nobody must count again
 * because a slot had gone.
 */
export async function passSecurityCheck(
  ctx: Ctx,
  given: { id: string; answer: number },
): Promise<{ ok: true } | SecurityRefusal> {
  const check = await ctx.db
    .selectFrom("security_checks")
    .select(["a", "b"])
    .where("id", "=", given.id)
    .where("used_at", "is", null)
    .where("wrong", "<", MAX_WRONG_ANSWERS)
    .where("expires_at", ">", ctx.now)
    .forUpdate()
    .executeTakeFirst();
  if (!check) return refuse("security-expired");
  if (check.a + check.b !== given.answer) return refuse("security-wrong");
  await ctx.db.updateTable("security_checks").set({ used_at: ctx.now }).where("id", "=", given.id).execute();
  return { ok: true };
}

/** Counts a wrong answer; outside the refused transaction, which would forget it. */
export async function countWrongAnswer(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.updateTable("security_checks").set({ wrong: sql`wrong + 1` }).where("id", "=", id).execute();
}

/** Removes questions that can no longer be answered. */
export async function forgetSecurityChecks(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("security_checks").where("expires_at", "<=", ctx.now).execute();
}
