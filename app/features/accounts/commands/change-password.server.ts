import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { PersonalData } from "~/platform/personal-data.server";
import { markConfirmed } from "../join-guest-records.server";
import { spendLink } from "../links.server";
import { personOf } from "../people.server";
import { replacePassword } from "../sign-in/passwords.server";

/**
 * Sets a new password by the mailed link, and signs everybody out. Whoever reads the account's mail has shown that it is
 * theirs: that confirms the email too, so that an account which somebody else made in their name becomes theirs alone.
 */
export const resetPassword = command(
  "website.use",
  async (
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "secret">,
    asked: { token: string; hash: string },
  ) => {
    const link = await spendLink(ctx, config, ["reset-password", "invitation"], asked.token);
    if (!link) return refuse("link-spent");
    await replacePassword(ctx, link.userId, asked.hash);
    await markConfirmed(ctx, slices, link);
    await emit(ctx, "account.password-changed", link.userId, {});
    return { ok: true, userId: link.userId };
  },
);

/** The signed-in person's own, whose current password the caller has checked: ends every other session. */
export const changePassword = command("account.use", async (ctx, hash: string) => {
  const person = personOf(ctx);
  await replacePassword(ctx, person.userId, hash, person.sessionId);
  await emit(ctx, "account.password-changed", person.userId, {});
  return { ok: true };
});
