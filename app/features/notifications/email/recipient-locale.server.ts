import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE, isLocale, type Locale } from "~/platform/locale/locale";
import "~/platform/auth/auth-table";
import "../../accounts/table";

/**
 * The language in which somebody is written to: that of their account, else the one in which they asked (`asked`), else
 * the product's. Never that of whoever caused the mail.
 */
export async function localeOfRecipient(ctx: Ctx, email: string, asked?: string): Promise<Locale> {
  const profile = await ctx.db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.user_id", "users.id")
    .select("profiles.language")
    .where("users.email", "=", email)
    .executeTakeFirst();
  // One that the product no longer speaks is none.
  return [profile?.language, asked].find(isLocale) ?? DEFAULT_LOCALE;
}
