import type { Ctx } from "~/platform/context";
import { type SettingGroup, type Settings, settingsOf } from "./settings";
import "./table";

/** A group of settings in force, and how often it was changed. */
export async function readSettings<Group extends SettingGroup>(
  ctx: Ctx,
  group: Group,
): Promise<{ values: Settings[Group]; version: number }> {
  const row = await ctx.db
    .selectFrom("settings")
    .select(["kept", "version"])
    .where("name", "=", group)
    .executeTakeFirst();
  return { values: settingsOf(group, row?.kept), version: row?.version ?? 0 };
}
