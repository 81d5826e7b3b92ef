import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import { personOf } from "../people.server";
import { endSessions } from "../sign-in/passwords.server";
import "../../customers/table";
import "../table";

/** Name, phone and language of the signed-in person. The name is the customer's too; a phone that nobody confirmed is not. */
export const changeProfile = command(
  "account.use",
  async (ctx, { name, phone, language }: { name: string; phone: string | null; language: Locale }) => {
    const { userId } = personOf(ctx);
    await ctx.db.updateTable("users").set({ name, updated_at: ctx.now }).where("id", "=", userId).execute();
    await ctx.db.updateTable("customers").set({ name }).where("user_id", "=", userId).execute();
    await ctx.db
      .insertInto("profiles")
      .values({ user_id: userId, phone, language })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ phone, language }))
      .execute();
    return { ok: true };
  },
);

/** Consent to news and offers, or its end; from when is kept. Messages about a booking need none. */
export const setMarketing = command("account.use", async (ctx, marketing: boolean) => {
  const { userId } = personOf(ctx);
  const choice = { marketing, marketing_changed_at: ctx.now };
  await ctx.db
    .insertInto("profiles")
    .values({ user_id: userId, ...choice })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(choice)
        // Said again, it began when it was first said.
        .where("profiles.marketing", "!=", marketing),
    )
    .execute();
  return { ok: true };
});

/** Signs the person out on one of their devices. */
export const revokeDevice = command("account.use", async (ctx, sessionId: string) => {
  const ended = await ctx.db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", personOf(ctx).userId)
    .returning("id")
    .executeTakeFirst();
  return ended ? { ok: true } : refuse("not-found");
});

/** Signs the person out everywhere else. */
export const revokeOtherDevices = command("account.use", async (ctx) => {
  const { userId, sessionId } = personOf(ctx);
  await endSessions(ctx, userId, sessionId);
  return { ok: true };
});

/**
 * Records that the second factor was turned on or off, and ends the sessions that were there before: whoever was signed in
 * elsewhere has not shown what is asked for from now on.
 */
export const recordSecondFactor = command(
  "account.use",
  async (ctx, change: { on: boolean }, sessionsElsewhere: readonly string[]) => {
    const { userId } = personOf(ctx);
    for (const id of sessionsElsewhere) await revokeDevice(ctx, id);
    await emit(ctx, "account.two-factor-changed", userId, change);
    return { ok: true };
  },
);
