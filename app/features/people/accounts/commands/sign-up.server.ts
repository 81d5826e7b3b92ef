import { randomUUID } from "node:crypto";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import "../account";
import { saveProfile } from "../save-profile.server";

/**
 * Creates an unconfirmed account. For an existing email its owner is notified instead; answer and work (one
 * hash, one transaction) are the same, so that accounts cannot be discovered.
 */
export const signUp = command(
  "website.use",
  async function signUp(ctx, input: { name: string; email: string; hash: string }) {
    const user = await ctx.db
      .insertInto("users")
      .values({ name: input.name, email: input.email, role: "customer", createdAt: ctx.now })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!user) {
      const { id } = await ctx.db
        .selectFrom("users")
        .select("id")
        .where("email", "=", input.email)
        .executeTakeFirstOrThrow();
      await emit(ctx, "account.sign-up-repeated", id, {});
      return { ok: true };
    }
    const { id } = user;
    await ctx.db
      .insertInto("accounts")
      .values({ userId: id, providerId: "credential", accountId: id, password: input.hash })
      .execute();
    await saveProfile(ctx, id, { language: ctx.locale });
    await emit(ctx, "account.signed-up", id, {});
    return { ok: true };
  },
);

/** Emails that can be requested for any address. */
export type RequestedEmail =
  | "account.confirmation-requested"
  | "account.reset-requested"
  | "account.code-requested";

/**
 * Requests an email for an address. The worker looks up the account, so that the response time is the same.
 */
export const requestAccountEmail = command(
  "website.use",
  async function requestAccountEmail(ctx, emailKind: RequestedEmail, email: string) {
    const user = await ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    await emit(ctx, emailKind, user?.id ?? randomUUID(), {});
    return { ok: true };
  },
);
