import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE, isLocale, type Locale } from "~/platform/locale/locale";
import "~/platform/auth/auth-table";
import "../../accounts/table";

/**
 * Language for a recipient: that of the account, else the one used for the request (`asked`), else the
 * default. The language of the user who caused the email does not count.
 */
export async function localeOfRecipient(ctx: Ctx, email: string, asked?: string): Promise<Locale> {
  const profile = await ctx.db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.user_id", "users.id")
    .select("profiles.language")
    .where("users.email", "=", email)
    .executeTakeFirst();
  // Ignores languages that are no longer supported.
  return [profile?.language, asked].find(isLocale) ?? DEFAULT_LOCALE;
}
