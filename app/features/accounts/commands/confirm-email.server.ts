import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { refuse } from "~/platform/http/refusal";
import type { PersonalData } from "~/platform/personal-data.server";
import { markConfirmed } from "../join-guest-records.server";
import { spendLink } from "../links.server";

/**
 * Confirms the email of an account by its mailed link, and with it takes over what was asked for with that email. The
 * caller has checked the account's password: the link alone proves who reads the mail, not who made the account.
 */
export const confirmEmail = command(
  "website.use",
  async (
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "secret">,
    asked: { token: string; email: string },
  ) => {
    const link = await spendLink(ctx, config, "confirm-email", asked.token);
    if (!link || link.email !== asked.email) return refuse("link-spent");
    await markConfirmed(ctx, slices, link);
    return { ok: true };
  },
);
