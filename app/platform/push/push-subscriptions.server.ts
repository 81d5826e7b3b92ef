import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { anyOf } from "../lists/any-of.server";
import { currentLocale } from "../locale/locale";

export interface NewPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Subscribes the device of the current session. Replaces an earlier subscription of the session, and of the
 * browser under another session. Does nothing without a session, as with an API key.
 */
export async function addPushSubscription(ctx: Ctx, { endpoint, keys }: NewPushSubscription): Promise<void> {
  const sessionId = sessionOf(ctx);
  if (!sessionId) return;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .deleteFrom("pushSubscriptions")
      .where("endpoint", "=", endpoint)
      .where("sessionId", "!=", sessionId)
      .execute();
    await ctx.db
      .insertInto("pushSubscriptions")
      .columns(["userId", "sessionId", "endpoint", "p256dh", "auth", "userAgent", "language", "createdAt"])
      .expression((eb) =>
        eb
          .selectFrom("sessions")
          .select((eb) => ["userId", "id", eb.val(endpoint).as("endpoint")])
          .select((eb) => [eb.val(keys.p256dh).as("p256dh"), eb.val(keys.auth).as("auth")])
          .select((eb) => eb.fn<string | null>("left", ["userAgent", eb.lit(300)]).as("userAgent"))
          .select((eb) => [eb.val(currentLocale()).as("language"), eb.val(ctx.now).as("createdAt")])
          .where("id", "=", sessionId),
      )
      .onConflict((conflict) =>
        conflict.column("sessionId").doUpdateSet({
          endpoint: (eb) => eb.ref("excluded.endpoint"),
          p256dh: (eb) => eb.ref("excluded.p256dh"),
          auth: (eb) => eb.ref("excluded.auth"),
          language: (eb) => eb.ref("excluded.language"),
          failures: 0,
          pausedUntil: null,
        }),
      )
      .execute();
  });
}

export async function removePushSubscription(ctx: Ctx): Promise<void> {
  const sessionId = sessionOf(ctx);
  if (sessionId) await ctx.db.deleteFrom("pushSubscriptions").where("sessionId", "=", sessionId).execute();
}

function sessionOf({ actor }: Ctx): string | undefined {
  return "userId" in actor ? actor.sessionId : undefined;
}

/** Devices of the users whose session is valid, and whose push service asked for no pause. */
export function listActiveSubscriptions({ db, now }: Pick<Ctx, "db" | "now">, userIds: readonly string[]) {
  return db
    .selectFrom("pushSubscriptions")
    .innerJoin("sessions", "sessions.id", "pushSubscriptions.sessionId")
    .innerJoin("users", "users.id", "pushSubscriptions.userId")
    .select(["pushSubscriptions.id", "pushSubscriptions.userId", "endpoint", "p256dh", "auth", "language"])
    .select("pausedUntil")
    .where("pushSubscriptions.userId", "=", anyOf(userIds))
    .where("sessions.expiresAt", ">", now)
    .where("users.banned", "=", false)
    .execute();
}

/** Devices of a user, for the export of personal data. */
export async function listSubscribedDevices({ db }: Pick<Ctx, "db">, userId: string) {
  const rows = await db
    .selectFrom("pushSubscriptions")
    .select(["userAgent", "endpoint", "language", "createdAt", "lastSuccessAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ createdAt, lastSuccessAt, ...device }) => ({
    ...device,
    subscribedAt: createdAt.toISOString(),
    lastMessageAt: lastSuccessAt?.toISOString() ?? null,
  }));
}
