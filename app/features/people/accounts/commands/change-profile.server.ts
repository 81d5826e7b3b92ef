import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import { currentUser } from "../current-user.server";
import { createProfile, saveProfile } from "../save-profile.server";
import { endSessions } from "../sign-in/passwords.server";

/**
 * Changes name, phone and language. The name also applies to the customer record; the unconfirmed phone does
 * not.
 */
export const changeProfile = command(
  "account.use",
  async function changeProfile(
    ctx,
    { name, phone, language }: { name: string; phone: string | null; language: Locale },
  ) {
    const { userId } = currentUser(ctx);
    await ctx.db.updateTable("users").set({ name, updatedAt: ctx.now }).where("id", "=", userId).execute();
    await ctx.db.updateTable("customers").set({ name }).where("userId", "=", userId).execute();
    await saveProfile(ctx, userId, { phone, language });
    return { ok: true };
  },
);

/** Changes the language of pages and messages alone, as the technician's app does. */
export const chooseLanguage = command("visits.report", async function chooseLanguage(ctx, language: Locale) {
  await saveProfile(ctx, currentUser(ctx).userId, { language });
  return { ok: true };
});

/** Gives or withdraws marketing consent, with its time. Service messages need none. */
export const setMarketing = command("account.use", async function setMarketing(ctx, marketing: boolean) {
  const { userId } = currentUser(ctx);
  const choice = { marketing, marketingChangedAt: ctx.now };
  await createProfile(ctx, userId, choice)
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet(choice)
        // A repeated consent keeps its first time.
        .where("profiles.marketing", "!=", marketing),
    )
    .execute();
  return { ok: true };
});

export const revokeDevice = command("account.use", async function revokeDevice(ctx, sessionId: string) {
  const ended = await ctx.db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("userId", "=", currentUser(ctx).userId)
    .returning("id")
    .executeTakeFirst();
  return ended ? { ok: true } : refuse("not-found");
});

export const revokeOtherDevices = command("account.use", async function revokeOtherDevices(ctx) {
  const { userId, sessionId } = currentUser(ctx);
  await endSessions(ctx, userId, sessionId);
  return { ok: true };
});

/** Records a change of the second factor and ends other sessions, which have not passed the new check. */
export const recordSecondFactor = command(
  "account.use",
  async function recordSecondFactor(ctx, change: { on: boolean }, sessionsElsewhere: readonly string[]) {
    const { userId } = currentUser(ctx);
    for (const id of sessionsElsewhere) await revokeDevice(ctx, id);
    await emit(ctx, "account.two-factor-changed", userId, change);
    return { ok: true };
  },
);
