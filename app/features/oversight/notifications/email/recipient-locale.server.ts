import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE, isLocale, type Locale } from "~/platform/locale/locale";

/**
 * Language of the account, otherwise the one that the office chose for the customer, otherwise of the request,
 * otherwise the default. The language of the user who
 * caused the email does not matter.
 */
export async function localeOfRecipient(ctx: Ctx, email: string, requestLanguage?: string): Promise<Locale> {
  const profile = await ctx.db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.userId", "users.id")
    .select("profiles.language")
    .where("users.email", "=", email)
    .executeTakeFirst();
  const customer =
    profile ??
    (await ctx.db
      .selectFrom("customers")
      .select("language")
      .where("email", "=", email)
      .where("language", "is not", null)
      .where("mergedInto", "is", null)
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirst());
  return [customer?.language, requestLanguage].find(isLocale) ?? DEFAULT_LOCALE;
}
