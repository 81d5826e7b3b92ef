import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { PersonalData } from "~/platform/personal-data.server";
import { currentUser } from "../current-user.server";
import { markConfirmed } from "../link-guest-records.server";
import { consumeLink } from "../links.server";
import { replacePassword } from "../sign-in/passwords.server";

/**
 * Sets a new password by link and ends all sessions. Reading the account's email proves ownership, so it also
 * confirms the email: an account created by a stranger becomes the owner's alone.
 */
export const resetPassword = command(
  "website.use",
  async function resetPassword(
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "secret" | "unconfirmedHolds">,
    input: { token: string; hash: string },
  ) {
    const link = await consumeLink(ctx, config, ["reset-password", "invitation"], input.token);
    if (!link) return refuse("link-used");
    await replacePassword(ctx, link.userId, input.hash);
    await markConfirmed(ctx, slices, link, config);
    await emit(ctx, "account.password-changed", link.userId, {});
    return { ok: true, userId: link.userId };
  },
);

/**
 * Sets the password of the signed-in person, whose current one the caller has verified, and ends other
 * sessions.
 */
export const changePassword = command("account.use", async function changePassword(ctx, hash: string) {
  const person = currentUser(ctx);
  await replacePassword(ctx, person.userId, hash, person.sessionId);
  await emit(ctx, "account.password-changed", person.userId, {});
  return { ok: true };
});
