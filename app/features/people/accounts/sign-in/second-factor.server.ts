import type { SecondFactorCheck } from "~/platform/auth/enforce-second-factor.server";
import type { Config } from "~/platform/config.server";
import { readSettings } from "../../../core/business/read-settings.server";

/** Checks whether a second factor is required, of all office users or of this one. */
export function createSecondFactorCheck({
  adminTwoFactor,
}: Pick<Config, "adminTwoFactor">): SecondFactorCheck {
  return async (ctx, userId) => {
    if (adminTwoFactor === "required") return true;
    const { values } = await readSettings(ctx, "team");
    if (values.twoFactor === "required") return true;
    const user = await ctx.db
      .selectFrom("users")
      .select("twoFactorRequired")
      .where("id", "=", userId)
      .executeTakeFirst();
    return user?.twoFactorRequired === true;
  };
}
