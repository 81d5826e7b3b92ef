import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  changeTechnician,
  type LockedTechnician,
  type SeenTechnician,
} from "../../scheduling/change-technician.server";
import { hashUnknown, replacePassword } from "../passwords.server";
import "~/platform/auth-table";
import "../table";

/**
 * Gives a technician an account of his own and has a link mailed to him, by which he chooses its password. Until then
 * nobody can sign in to it; what nobody accepts within a week is forgotten, and he can be invited again.
 */
export const inviteTechnician = command("technicians.invite", async (ctx, seen: SeenTechnician) => {
  // A password that nobody knows. Hashed before anything is locked, as it takes a while.
  const hash = await hashUnknown();
  return changeTechnician(ctx, seen, async (technician) => {
    if (!technician.active) return refuse("inactive");
    const account = await waitingAccount(ctx, technician, hash);
    if (!account.ok) return account;
    await ctx.db
      .updateTable("technicians")
      .set({ user_id: account.userId })
      .where("id", "=", technician.id)
      .execute();
    await emit(ctx, "technician.invited", technician.id, { userId: account.userId });
    return { ok: true };
  });
});

/** The account that waits for its password: his own from before, one that nobody ever confirmed, or a new one. */
async function waitingAccount(
  ctx: Ctx,
  { name, email, userId }: LockedTechnician,
  hash: string,
): Promise<{ ok: true; userId: string } | Refusal<"email-taken" | "has-sign-in">> {
  const existing = await ctx.db
    .selectFrom("users")
    .select(["id", "email_verified"])
    .$if(userId !== null, (query) => query.where("id", "=", userId!))
    .$if(userId === null, (query) => query.where("email", "=", email))
    .forUpdate()
    .executeTakeFirst();
  if (existing?.email_verified) return refuse(userId ? "has-sign-in" : "email-taken");
  if (!existing) {
    const { id } = await ctx.db
      .insertInto("users")
      .values({ name, email, role: "technician", created_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto("accounts")
      .values({ user_id: id, provider_id: "credential", account_id: id, password: hash })
      .execute();
    await ctx.db.insertInto("profiles").values({ user_id: id }).execute();
    return { ok: true, userId: id };
  }
  // He was entered with another email meanwhile, which may be somebody's.
  const other = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "!=", existing.id)
    .executeTakeFirst();
  if (other) return refuse("email-taken");
  await ctx.db
    .updateTable("users")
    .set({ name, email, role: "technician", created_at: ctx.now, updated_at: ctx.now })
    .where("id", "=", existing.id)
    .execute();
  // Whoever made it, or has an older link to it, has no way into it any more.
  await replacePassword(ctx, existing.id, hash);
  return { ok: true, userId: existing.id };
}
