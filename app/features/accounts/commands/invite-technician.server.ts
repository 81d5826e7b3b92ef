import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  changeTechnician,
  type LockedTechnician,
  type SeenTechnician,
} from "../../scheduling/technicians/change-technician.server";
import { hashUnknown } from "../sign-in/passwords.server";
import { makeWaitingAccount, renewWaitingAccount } from "../waiting-account.server";
import "~/platform/auth/auth-table";
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

/** The account that waits for its password: his own from before, or another one. */
async function waitingAccount(
  ctx: Ctx,
  { name, email, userId }: LockedTechnician,
  hash: string,
): Promise<{ ok: true; userId: string } | Refusal<"email-taken" | "has-sign-in">> {
  const invited = { name, email, role: "technician" as const };
  if (!userId) return makeWaitingAccount(ctx, invited, hash);
  const account = await ctx.db
    .selectFrom("users")
    .select("email_verified")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (account?.email_verified) return refuse("has-sign-in");
  // He was entered with another email meanwhile, which may be somebody's.
  const other = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "!=", userId)
    .executeTakeFirst();
  if (other) return refuse("email-taken");
  await renewWaitingAccount(ctx, userId, invited, hash);
  return { ok: true, userId };
}
