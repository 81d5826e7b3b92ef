import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";

/** Language of the customer's last booking, rather than that of the staff member who writes. */
export async function findCustomerLanguage(ctx: Ctx, customerId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("bookings")
    .select("language")
    .where("customerId", "=", customerId)
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.language ?? DEFAULT_LOCALE;
}
