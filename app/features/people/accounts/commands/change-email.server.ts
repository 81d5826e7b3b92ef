import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { currentUser } from "../current-user.server";
import { linkGuestRecords } from "../link-guest-records.server";
import { consumeLink, makeLink } from "../links.server";

/**
 * Requests an email change: a link goes to the new address, a notice to the old. Whether the new address has
 * an account stays secret. The caller has verified the password.
 */
export const requestEmailChange = command(
  "account.use",
  async function requestEmailChange(ctx, email: string) {
    const deliverable = await refuseUndeliverable(ctx, email);
    if (!deliverable.ok) return deliverable;
    const person = currentUser(ctx);
    // Only the last request is valid.
    await ctx.db
      .updateTable("accountLinks")
      .set({ usedAt: ctx.now })
      .where("userId", "=", person.userId)
      .where("purpose", "=", "change-email")
      .where("usedAt", "is", null)
      .execute();
    const linkId = await makeLink(ctx, {
      purpose: "change-email",
      userId: person.userId,
      email,
      previousEmail: person.email,
    });
    await emit(ctx, "account.email-change-requested", person.userId, { linkId });
    return { ok: true };
  },
);

/**
 * Changes the email by link, for the signed-in person who requested it only: otherwise a link opened by a
 * stranger would attach the stranger's bookings to another account.
 */
export const changeEmail = command(
  "account.use",
  function changeEmail(
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "secret" | "unconfirmedHolds">,
    token: string,
  ) {
    // Another account may have this email.
    return mapConstraintToRefusal(ctx, "unique", refuse("link-used"), async (ctx) => {
      const person = currentUser(ctx);
      const link = await consumeLink(ctx, config, "change-email", token);
      if (link?.userId !== person.userId) return refuse("link-used");
      await ctx.db
        .updateTable("users")
        .set({ email: link.email, emailVerified: true, updatedAt: ctx.now })
        .where("id", "=", person.userId)
        .execute();
      await ctx.db
        .updateTable("customers")
        .set({ email: link.email })
        .where("userId", "=", person.userId)
        .execute();
      // Invalidates links emailed to the old address.
      await ctx.db
        .updateTable("accountLinks")
        .set({ usedAt: ctx.now })
        .where("userId", "=", person.userId)
        .where("usedAt", "is", null)
        .execute();
      if (link.previousEmail !== null) {
        for (const slice of slices) await slice.changeEmail?.(ctx, link, link.previousEmail);
      }
      await linkGuestRecords(ctx, slices, link, config);
      await emit(ctx, "account.email-changed", person.userId, { linkId: link.id });
      return { ok: true } as const;
    });
  },
);
