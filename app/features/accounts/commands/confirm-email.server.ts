import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import type { Account, PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { spendLink } from "../links.server";

export type LinkSpent = { ok: false; reason: "link-spent" };

/**
 * Confirms the email of an account by its mailed link, and with it takes over what was asked for with that email. The
 * caller has checked the account's password: the link alone proves who reads the mail, not who made the account.
 */
export function confirmEmail(
  ctx: Ctx,
  slices: readonly PersonalData[],
  config: Pick<Config, "secret">,
  asked: { token: string; email: string },
): Promise<{ ok: true } | LinkSpent> {
  return inTransaction<{ ok: true } | LinkSpent>(ctx, async (ctx) => {
    const link = await spendLink(ctx, config, "confirm-email", asked.token);
    if (!link || link.email !== asked.email) return { ok: false, reason: "link-spent" };
    await markConfirmed(ctx, slices, link);
    return { ok: true };
  });
}

/** Marks an email as confirmed, in the caller's transaction, if it still is the account's; once. */
export async function markConfirmed(
  ctx: Ctx,
  slices: readonly PersonalData[],
  { userId, email }: Account,
): Promise<void> {
  const confirmed = await ctx.db
    .updateTable("users")
    .set({ email_verified: true, updated_at: ctx.now })
    .where("id", "=", userId)
    .where("email", "=", email)
    .where("email_verified", "=", false)
    .returning("id")
    .executeTakeFirst();
  if (!confirmed) return;
  const bookings = await joinGuestRecords(ctx, slices, { userId, email });
  await emit(ctx, "account.confirmed", userId, { bookings });
}
