import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addDays, dubaiInstant } from "~/platform/time";
import { MAX_KEYS } from "../integrations";
import { type KeyPermission, withReadPermissions } from "../key-areas";
import { endingOf, hashKey, newKey } from "../secret.server";

/**
 * Creates an API key of the user with chosen permissions, which never exceed the user's own at the time of a
 * call. `lastDay`: last Dubai day of validity. The key is returned this once.
 */
export const createKey = command(
  "keys.manage",
  async function createKey(
    ctx,
    {
      name,
      permissions,
      lastDay,
    }: { name: string; permissions: readonly KeyPermission[]; lastDay: string | null },
  ) {
    const userId = userIdOf(ctx.actor);
    if (!userId) return refuse("not-allowed");
    if (!permissions.every((permission) => may(ctx.actor, permission))) return refuse("not-allowed");
    // Serialises creation, so that the limit holds for concurrent requests.
    await ctx.db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
    const { count } = await ctx.db
      .selectFrom("apiKeys")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("userId", "=", userId)
      .where("revokedAt", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= MAX_KEYS) return refuse("too-many", { max: MAX_KEYS });
    const key = newKey();
    const granted = withReadPermissions(permissions);
    const expiresAt = lastDay ? dubaiInstant(addDays(lastDay, 1), "00:00") : null;
    const { id } = await ctx.db
      .insertInto("apiKeys")
      .values({
        userId,
        name,
        hash: hashKey(key),
        suffix: endingOf(key),
        permissions: granted,
        createdAt: ctx.now,
        expiresAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const data = { permissions: granted, expiresAt: expiresAt?.toISOString() ?? null };
    await emit(ctx, "key.created", id, data, { after: { name } });
    return { ok: true, id, key };
  },
);

/** Revokes any user's key at once. */
export const revokeKey = command("keys.manage", async function revokeKey(ctx, id: string) {
  const revoked = await ctx.db
    .updateTable("apiKeys")
    .set({ revokedAt: ctx.now })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (!revoked) return refuse("not-found");
  await emit(ctx, "key.revoked", id, {});
  return { ok: true };
});
