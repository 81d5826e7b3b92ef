import type { Ctx } from "~/platform/context";
import { isLocale, type Locale } from "~/platform/locale/locale";

/** Null for users without a profile. */
export async function findProfileLanguage({ db }: Pick<Ctx, "db">, userId: string): Promise<Locale | null> {
  const profile = await db
    .selectFrom("profiles")
    .select("language")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return isLocale(profile?.language) ? profile.language : null;
}
