import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { refuse } from "~/platform/http/refusal";
import type { PersonalData } from "~/platform/personal-data.server";
import { markConfirmed } from "../link-guest-records.server";
import { consumeLink } from "../links.server";

/**
 * Confirms an email by link and links guest requests with it. The caller has verified the password, because
 * the link alone does not prove who created the account.
 */
export const confirmEmail = command(
  "website.use",
  async function confirmEmail(
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "secret" | "unconfirmedHolds">,
    input: { token: string; email: string },
  ) {
    const link = await consumeLink(ctx, config, "confirm-email", input.token);
    if (!link || link.email !== input.email) return refuse("link-used");
    await markConfirmed(ctx, slices, link, config);
    return { ok: true };
  },
);
