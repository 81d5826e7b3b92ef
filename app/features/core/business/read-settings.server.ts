import type { Ctx } from "~/platform/context";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { type SettingGroup, type Settings, settingsOf } from "./settings";

export async function readSettings<Group extends SettingGroup>(
  ctx: Ctx,
  group: Group,
): Promise<{ values: Settings[Group]; version: number }> {
  const row = await memoizeInTransaction(ctx, settingsName(group), () =>
    ctx.db.selectFrom("settings").select(["value", "version"]).where("name", "=", group).executeTakeFirst(),
  );
  return { values: settingsOf(group, row?.value), version: row?.version ?? 0 };
}

export const settingsName = (group: SettingGroup) => `settings ${group}`;

/** Office address for a kind of notification. */
export async function officeAddress(ctx: Ctx, kind: keyof Settings["notifications"]): Promise<string> {
  const [{ values: addresses }, { values: business }] = await Promise.all([
    readSettings(ctx, "notifications"),
    readSettings(ctx, "business"),
  ]);
  return addresses[kind] ?? business.officeEmail;
}
