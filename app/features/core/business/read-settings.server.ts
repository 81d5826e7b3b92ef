import type { Ctx } from "~/platform/context";
import { memoizeInTransaction } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { findMissingDetails } from "./company-details";
import { type SettingGroup, type Settings, settingsOf } from "./settings";

/** Name for `clearMemoized`. */
export const SETTINGS = "settings";

interface StoredSettings<Group extends SettingGroup> {
  values: Settings[Group];
  version: number;
}

export async function readSettings<Group extends SettingGroup>(
  ctx: Ctx,
  group: Group,
): Promise<StoredSettings<Group>> {
  return (await readSettingGroups(ctx, [group]))(group);
}

/** Reads several groups by one query. A transaction reads all groups once, because its commands need most of them. */
export async function readSettingGroups<Groups extends SettingGroup>(
  ctx: Ctx,
  groups: readonly Groups[],
): Promise<<Group extends Groups>(group: Group) => StoredSettings<Group>> {
  const stored = ctx.db.selectFrom("settings").select(["name", "value", "version"]);
  const rows = ctx.db.isTransaction
    ? await memoizeInTransaction(ctx, SETTINGS, () => stored.execute())
    : await stored.where("name", "in", groups).execute();
  return (group) => {
    const row = rows.find(({ name }) => name === group);
    return { values: settingsOf(group, row?.value), version: row?.version ?? 0 };
  };
}

/** Refuses a document that would name no complete supplier. */
export async function requireCompanyDetails(
  ctx: Ctx,
): Promise<{ ok: true } | Refusal<"company-details-missing">> {
  const missing = findMissingDetails((await readSettings(ctx, "business")).values);
  return missing.length === 0 ? { ok: true } : refuse("company-details-missing", { missing });
}

/** Until the office enters its address, notifications go to the first admin. */
export async function officeEmailOf(ctx: Ctx, { officeEmail }: { officeEmail: string }): Promise<string> {
  if (officeEmail) return officeEmail;
  const admin = await ctx.db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  return admin?.email ?? "";
}

/** Office address for a kind of notification. */
export async function officeAddress(ctx: Ctx, kind: keyof Settings["notifications"]): Promise<string> {
  const settings = await readSettingGroups(ctx, ["notifications", "business"]);
  return settings("notifications").values[kind] ?? officeEmailOf(ctx, settings("business").values);
}
