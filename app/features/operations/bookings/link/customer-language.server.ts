import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";

/** Language of the account, otherwise of the last booking, rather than that of the staff member who writes. */
export async function findCustomerLanguage(ctx: Ctx, customerId: string): Promise<string> {
  const profile = await ctx.db
    .selectFrom("customers")
    .innerJoin("profiles", "profiles.userId", "customers.userId")
    .select("profiles.language")
    .where("customers.id", "=", customerId)
    .executeTakeFirst();
  if (profile) return profile.language;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("language")
    .where("customerId", "=", customerId)
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return booking?.language ?? DEFAULT_LOCALE;
}
