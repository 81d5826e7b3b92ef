import { command } from "~/platform/auth/command.server";
import { isSignedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import { refuse } from "~/platform/http/refusal";
import { currentUser } from "../current-user.server";

export const setWeeklySummary = command(
  "analytics.read",
  async function setWeeklySummary(ctx, subscribed: boolean) {
    await ctx.db
      .insertInto("profiles")
      .values({ user_id: currentUser(ctx).userId, weekly_summary: subscribed })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ weekly_summary: subscribed }))
      .execute();
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
    await ctx.db.updateTable("profiles").set({ weekly_summary: false }).where("user_id", "=", user).execute();
    return { ok: true };
  },
);
