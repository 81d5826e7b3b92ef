import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import type { KeyView } from "./views";

/** Days for which an ended key stays listed. */
const LISTED_DAYS = 30;

/** Keys of all users, newest first, including recently ended ones. */
export const listKeys = query("keys.manage", async function listKeys(ctx): Promise<{ keys: KeyView[] }> {
  const since = dubaiInstant(addDays(dubaiDate(ctx.now), -LISTED_DAYS), "00:00");
  const rows = await ctx.db
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .select([
      "apiKeys.id",
      "apiKeys.name",
      "suffix",
      "permissions",
      "users.name as owner",
      "apiKeys.createdAt",
    ])
    .select(["expiresAt", "revokedAt", "lastUsedAt"])
    .where((eb) => eb.or([eb("revokedAt", "is", null), eb("revokedAt", ">", since)]))
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", since)]))
    .orderBy("apiKeys.createdAt", "desc")
    .orderBy("apiKeys.id")
    .execute();
  return {
    keys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      suffix: row.suffix,
      permissions: row.permissions,
      owner: row.owner,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      state: row.revokedAt ? "revoked" : row.expiresAt && row.expiresAt <= ctx.now ? "expired" : "good",
    })),
  };
});
