import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { joinGuestBookings } from "../join-bookings.server";
import { spendLink } from "../links.server";

export type LinkSpent = { ok: false; reason: "link-spent" };

/**
 * Confirms the email of an account by its mailed link, and with it takes over the bookings made with that email. The
 * caller has checked the account's password: the link alone proves who reads the mail, not who made the account.
 */
export function confirmEmail(
  ctx: Ctx,
  config: Pick<Config, "secret">,
  asked: { token: string; email: string },
): Promise<{ ok: true } | LinkSpent> {
  return inTransaction<{ ok: true } | LinkSpent>(ctx, async (ctx) => {
    const link = await spendLink(ctx, config, "confirm-email", asked.token);
    if (!link || link.email !== asked.email) return { ok: false, reason: "link-spent" };
    await markConfirmed(ctx, { id: link.userId, email: link.email });
    return { ok: true };
  });
}

/** Marks an email as confirmed, in the caller's transaction, if it still is the account's; once. */
export async function markConfirmed(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  const confirmed = await ctx.db
    .updateTable("users")
    .set({ email_verified: true, updated_at: ctx.now })
    .where("id", "=", user.id)
    .where("email", "=", user.email)
    .where("email_verified", "=", false)
    .returning("id")
    .executeTakeFirst();
  if (!confirmed) return;
  const bookings = await joinGuestBookings(ctx, user);
  await emit(ctx, "account.confirmed", user.id, { bookings });
}
