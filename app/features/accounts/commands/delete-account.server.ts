import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { refuse } from "~/platform/http/refusal";
import { findPerson, type PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { personOf } from "../people.server";
import "~/platform/auth-table";

/**
 * Deletes the signed-in person's account. The business keeps what happened (which work, when, in which area, for how
 * much), as the law wants it to; it no longer knows for whom. The caller has checked the password.
 */
export const deleteAccount = command("account.use", async (ctx, slices: readonly PersonalData[]) => {
  const account = personOf(ctx);
  // What was asked for since the last sign-in, signed out, is theirs too.
  await joinGuestRecords(ctx, slices, account);
  // What the person is asking for at this moment is seen here, or refused.
  await ctx.db.selectFrom("users").select("id").where("id", "=", account.userId).forUpdate().execute();
  for (const slice of slices) {
    if (await slice.isOpen?.(ctx, account.userId)) return refuse("open");
  }
  if (await isLastAdmin(ctx, account.userId)) return refuse("last-admin");

  const person = await findPerson(ctx, slices, account);
  // Recorded before the name is taken off all records of the person, this one too.
  await emit(ctx, "account.deleted", account.userId, {});
  for (const slice of slices) await slice.forget?.(ctx, person);
  return { ok: true };
});

/** By the record, not by what the person acts as: without a second factor an admin acts as a customer. */
async function isLastAdmin(ctx: Ctx, userId: string): Promise<boolean> {
  const admins = await ctx.db.selectFrom("users").select("id").where("role", "=", "admin").limit(2).execute();
  return admins.length === 1 && admins[0]?.id === userId;
}
