import { command } from "~/platform/auth/command.server";
import { clearMemoized } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { readSettings, SETTINGS } from "./read-settings.server";
import type { SettingGroup } from "./settings";

/** `version`: the version of the group that the user saw. Refused as stale after a concurrent change. */
export const changeSettings = command(
  "settings.manage",
  async function changeSettings(ctx, group: SettingGroup, version: number, values: Record<string, unknown>) {
    const before = await readSettings(ctx, group);
    clearMemoized(ctx, SETTINGS);
    const after = { ...before.values, ...values };
    const value = JSON.stringify(after);
    const changed = await ctx.db
      .insertInto("settings")
      .values({ name: group, value, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ value, version: version + 1 })
          .where("settings.version", "=", version),
      )
      .returning("version")
      .executeTakeFirst();
    if (!changed || changed.version !== version + 1) return refuse("stale");
    const change: Record<"before" | "after", Record<string, unknown>> = { before: before.values, after };
    await emit(ctx, "settings.changed", null, { group }, change);
    return { ok: true };
  },
);
