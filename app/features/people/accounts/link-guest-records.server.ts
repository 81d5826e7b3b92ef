import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Account, findPerson, type PersonalData } from "~/platform/personal-data.server";
import { linkCustomerToAccount } from "../../core/customers/match-customer.server";
import { copyPhoneFromBooking } from "./copy-phone-from-booking.server";

/**
 * Links guest requests with this email to the account, in the transaction that confirms the email. Returns
 * the number of bookings.
 */
export function linkGuestRecords(
  ctx: Ctx,
  slices: readonly PersonalData[],
  account: Account,
  config: Pick<Config, "unconfirmedHolds">,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const joined: Record<string, number> = {};
    for (const slice of slices) Object.assign(joined, await slice.claimGuestRecords?.(ctx, account, config));
    if (Object.values(joined).some((count) => count > 0)) {
      await linkCustomerToAccount(ctx, await findPerson(ctx, slices, account));
    }
    if (joined.bookings) await copyPhoneFromBooking(ctx, account.userId);
    return joined.bookings ?? 0;
  });
}

/** Confirms an email in the caller's transaction, if it is still the account's; once. */
export async function markConfirmed(
  ctx: Ctx,
  slices: readonly PersonalData[],
  { userId, email }: Account,
  config: Pick<Config, "unconfirmedHolds">,
): Promise<void> {
  const confirmed = await ctx.db
    .updateTable("users")
    .set({ emailVerified: true, updatedAt: ctx.now })
    .where("id", "=", userId)
    .where("email", "=", email)
    .where("emailVerified", "=", false)
    .returning("id")
    .executeTakeFirst();
  if (!confirmed) return;
  const bookings = await linkGuestRecords(ctx, slices, { userId, email }, config);
  await emit(ctx, "account.confirmed", userId, { bookings });
}
