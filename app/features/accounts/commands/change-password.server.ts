import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { spendLink } from "../links.server";
import { hashPassword, refuseGuessable, replacePassword } from "../passwords.server";
import { type LinkSpent, markConfirmed } from "./confirm-email.server";

/**
 * Sets a new password by the mailed link, and signs everybody out. Whoever reads the account's mail has shown that it is
 * theirs: that confirms the email too, so that an account which somebody else made in their name becomes theirs alone.
 */
export async function resetPassword(
  ctx: Ctx,
  slices: readonly PersonalData[],
  config: Pick<Config, "secret">,
  asked: { token: string; password: string },
): Promise<{ ok: true; email: string } | LinkSpent> {
  // Before the link is used up.
  refuseGuessable(asked.password, { email: "" });
  const hash = await hashPassword(asked.password);
  return inTransaction<{ ok: true; email: string } | LinkSpent>(ctx, async (ctx) => {
    const link = await spendLink(ctx, config, ["reset-password", "invitation"], asked.token);
    if (!link) return { ok: false, reason: "link-spent" };
    await replacePassword(ctx, link.userId, hash);
    await markConfirmed(ctx, slices, link);
    await emit(ctx, "account.password-changed", link.userId, {});
    return { ok: true, email: link.email };
  });
}

/** The signed-in person's own, whose current password the caller has checked: ends every other session. */
export async function changePassword(
  ctx: Ctx,
  person: { userId: string; email: string; sessionId?: string },
  password: string,
): Promise<void> {
  refuseGuessable(password, person);
  const hash = await hashPassword(password);
  await inTransaction(ctx, async (ctx) => {
    await replacePassword(ctx, person.userId, hash, person.sessionId);
    await emit(ctx, "account.password-changed", person.userId, {});
  });
}
