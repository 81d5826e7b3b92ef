import type { Ctx } from "~/platform/context";
import { readSettings } from "../business/read-settings.server";
import "~/platform/auth/auth-table";

/** Whether the office opens to somebody with a second factor only: because all need one, or this person does. */
export async function isSecondFactorRequired(ctx: Ctx, userId: string): Promise<boolean> {
  const { values } = await readSettings(ctx, "team");
  if (values.twoFactor === "required") return true;
  const user = await ctx.db
    .selectFrom("users")
    .select("two_factor_required")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.two_factor_required === true;
}
