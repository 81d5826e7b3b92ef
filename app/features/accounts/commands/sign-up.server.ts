import { randomUUID } from "node:crypto";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import "../account";
import "../table";

/**
 * Makes an account that waits for its email to be confirmed. With an email that has one already, its owner is told, and
 * nothing else happens: the answer and the work (a hash and a transaction) are the same, so that nobody learns who is a
 * customer.
 */
export const signUp = command(
  "website.use",
  async (ctx, asked: { name: string; email: string; hash: string }) => {
    const made = await ctx.db
      .insertInto("users")
      .values({ name: asked.name, email: asked.email, role: "customer", created_at: ctx.now })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) {
      const { id } = await ctx.db
        .selectFrom("users")
        .select("id")
        .where("email", "=", asked.email)
        .executeTakeFirstOrThrow();
      await emit(ctx, "account.sign-up-repeated", id, {});
      return { ok: true };
    }
    const { id } = made;
    await ctx.db
      .insertInto("accounts")
      .values({ user_id: id, provider_id: "credential", account_id: id, password: asked.hash })
      .execute();
    await ctx.db.insertInto("profiles").values({ user_id: id, language: ctx.locale }).execute();
    await emit(ctx, "account.signed-up", id, {});
    return { ok: true };
  },
);

/** What anybody may have mailed to an email, whether it has an account or not. */
export type MailAsked = "account.confirmation-asked" | "account.reset-asked" | "account.code-asked";

/**
 * Has something mailed to an account's email, if there is such an account: who it is for is found out by the worker, so
 * that the answer takes as long for one as for the other.
 */
export const askForMail = command("website.use", async (ctx, what: MailAsked, email: string) => {
  const user = await ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  await emit(ctx, what, user?.id ?? randomUUID(), {});
  return { ok: true };
});
