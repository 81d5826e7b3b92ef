import { command } from "~/platform/auth/command.server";
import { isSignedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import { refuse } from "~/platform/http/refusal";
import { currentUser } from "../current-user.server";
import { saveProfile } from "../save-profile.server";

export const setWeeklySummary = command(
  "analytics.read",
  async function setWeeklySummary(ctx, subscribed: boolean) {
    await saveProfile(ctx, currentUser(ctx).userId, { weeklySummary: subscribed });
    return { ok: true };
  },
);

/** Unsubscribes by the emailed link. */
export const unsubscribeWeeklySummary = command(
  "website.open-link",
  async function unsubscribeWeeklySummary(
    ctx,
    { secret }: Pick<Config, "secret">,
    { user, key }: { user: string; key: string },
  ) {
    if (!isSignedKey(secret, "weekly-summary", user, key)) return refuse("not-found");
    await ctx.db.updateTable("profiles").set({ weeklySummary: false }).where("userId", "=", user).execute();
    return { ok: true };
  },
);
