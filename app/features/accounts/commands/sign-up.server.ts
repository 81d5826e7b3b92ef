import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { hashPassword, refuseGuessable } from "../passwords.server";
import "../account";
import "../table";

/**
 * Makes an account that waits for its email to be confirmed. With an email that has one already, its owner is told, and
 * nothing else happens: the answer and the work (a hash and a transaction) are the same, so that nobody learns who is a
 * customer. Throws `InvalidInput` for a common password.
 */
export async function signUp(
  ctx: Ctx,
  asked: { name: string; email: string; password: string },
): Promise<void> {
  refuseGuessable(asked.password, asked);
  const hash = await hashPassword(asked.password);
  await inTransaction(ctx, async (ctx) => {
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
      return;
    }
    const { id } = made;
    await ctx.db
      .insertInto("accounts")
      .values({ user_id: id, provider_id: "credential", account_id: id, password: hash })
      .execute();
    await ctx.db.insertInto("profiles").values({ user_id: id }).execute();
    await emit(ctx, "account.signed-up", id, {});
  });
}

/**
 * Has something mailed to an account's email, if there is such an account: who it is for is found out by the worker, so
 * that the answer takes as long for one as for the other.
 */
export async function askForMail(
  ctx: Ctx,
  what: "account.confirmation-asked" | "account.reset-asked",
  email: string,
): Promise<void> {
  const user = await ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  await emit(ctx, what, user?.id ?? randomUUID(), {});
}

const UNCONFIRMED_DAYS = 7;

/** Removes accounts whose email nobody confirmed: made by mistake, or in somebody else's name. */
export async function forgetUnconfirmed(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("users")
    .where("email_verified", "=", false)
    .where("created_at", "<", new Date(ctx.now.getTime() - UNCONFIRMED_DAYS * 86_400_000))
    .execute();
}
