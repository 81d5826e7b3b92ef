import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction, sqlState } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { makeLink, spendLink } from "../links.server";
import type { LinkSpent } from "./confirm-email.server";

/**
 * Asks for another email: a link goes to the new address, word of it to the old one. Nothing is changed yet. Whether the
 * new address has an account of its own is told to nobody. The caller has checked the password.
 */
export async function askForEmailChange(
  ctx: Ctx,
  person: { userId: string; email: string },
  email: string,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    // Of several, the last one asked for counts.
    await ctx.db
      .updateTable("account_links")
      .set({ used_at: ctx.now })
      .where("user_id", "=", person.userId)
      .where("purpose", "=", "change-email")
      .where("used_at", "is", null)
      .execute();
    const linkId = await makeLink(ctx, {
      purpose: "change-email",
      userId: person.userId,
      email,
      previousEmail: person.email,
    });
    await emit(ctx, "account.email-change-asked", person.userId, { linkId });
  });
}

/**
 * Changes the email by the link that was mailed to the new one, for the signed-in person who asked for it and nobody
 * else: a link in a stranger's mail must not tie the stranger's bookings to the account of whoever had it sent.
 */
export async function changeEmail(
  ctx: Ctx,
  slices: readonly PersonalData[],
  config: Pick<Config, "secret">,
  person: { userId: string },
  token: string,
): Promise<{ ok: true } | LinkSpent> {
  try {
    return await inTransaction<{ ok: true } | LinkSpent>(ctx, async (ctx) => {
      const link = await spendLink(ctx, config, "change-email", token);
      if (link?.userId !== person.userId) return { ok: false, reason: "link-spent" };
      await ctx.db
        .updateTable("users")
        .set({ email: link.email, email_verified: true, updated_at: ctx.now })
        .where("id", "=", person.userId)
        .execute();
      await ctx.db
        .updateTable("customers")
        .set({ email: link.email })
        .where("user_id", "=", person.userId)
        .execute();
      // What was mailed to the old address opens nothing any more.
      await ctx.db
        .updateTable("account_links")
        .set({ used_at: ctx.now })
        .where("user_id", "=", person.userId)
        .where("used_at", "is", null)
        .execute();
      await joinGuestRecords(ctx, slices, link);
      await emit(ctx, "account.email-changed", person.userId, { linkId: link.id });
      return { ok: true };
    });
  } catch (error) {
    // Another account has this email.
    if (sqlState(error) === "23505") return { ok: false, reason: "link-spent" };
    throw error;
  }
}
