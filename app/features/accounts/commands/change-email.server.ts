import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { makeLink, spendLink } from "../links.server";
import { personOf } from "../people.server";

/**
 * Asks for another email: a link goes to the new address, word of it to the old one. Nothing is changed yet. Whether the
 * new address has an account of its own is told to nobody. The caller has checked the password.
 */
export const askForEmailChange = command("account.use", async (ctx, email: string) => {
  const person = personOf(ctx);
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
  return { ok: true };
});

/**
 * Changes the email by the link that was mailed to the new one, for the signed-in person who asked for it and nobody
 * else: a link in a stranger's mail must not tie the stranger's bookings to the account of whoever had it sent.
 */
export const changeEmail = command(
  "account.use",
  (ctx, slices: readonly PersonalData[], config: Pick<Config, "secret">, token: string) =>
    // Another account may have this email.
    mapConstraintToRefusal(ctx, "unique", refuse("link-spent"), async (ctx) => {
      const person = personOf(ctx);
      const link = await spendLink(ctx, config, "change-email", token);
      if (link?.userId !== person.userId) return refuse("link-spent");
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
      return { ok: true } as const;
    }),
);
