import type { Ctx } from "~/platform/context";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { type SettingGroup, type Settings, settingsOf } from "./settings";
import "./table";

/** Reads the values of a group and its version. */
export async function readSettings<Group extends SettingGroup>(
  ctx: Ctx,
  group: Group,
): Promise<{ values: Settings[Group]; version: number }> {
  const row = await memoizeInTransaction(ctx, settingsName(group), () =>
    ctx.db.selectFrom("settings").select(["value", "version"]).where("name", "=", group).executeTakeFirst(),
  );
  return { values: settingsOf(group, row?.value), version: row?.version ?? 0 };
}

/** Key of a group in the transaction's memo. */
export const settingsName = (group: SettingGroup) => `settings ${group}`;

/** Address of the office for a kind of notification. */
export async function officeAddress(ctx: Ctx, about: keyof Settings["notifications"]): Promise<string> {
  const [{ values: addresses }, { values: business }] = await Promise.all([
    readSettings(ctx, "notifications"),
    readSettings(ctx, "business"),
  ]);
  return addresses[about] ?? business.officeEmail;
}
