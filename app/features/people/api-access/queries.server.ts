import { query } from "~/platform/auth/command.server";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import type { KeyView } from "./views";

/** Days for which an ended key stays listed. */
const LISTED_DAYS = 30;

/** Keys of all users, newest first, including recently ended ones. */
export const listKeys = query("keys.manage", async function listKeys(ctx): Promise<{ keys: KeyView[] }> {
  const since = dubaiInstant(addDays(dubaiDate(ctx.now), -LISTED_DAYS), "00:00");
  const rows = await ctx.db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "suffix",
      "permissions",
      "users.name as owner",
      "api_keys.created_at",
    ])
    .select(["expires_at", "revoked_at", "last_used_at"])
    .where((eb) => eb.or([eb("revoked_at", "is", null), eb("revoked_at", ">", since)]))
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", since)]))
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id")
    .execute();
  return {
    keys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      suffix: row.suffix,
      permissions: row.permissions,
      owner: row.owner,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      state: row.revoked_at ? "revoked" : row.expires_at && row.expires_at <= ctx.now ? "expired" : "good",
    })),
  };
});
