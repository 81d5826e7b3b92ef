import type { Actor } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { findPerson, type PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import "~/platform/auth-table";

export type DeletionRefusal = { ok: false; reason: "open" | "last-admin" };

/**
 * Deletes the signed-in person's account. The business keeps what happened (which work, when, in which area, for how
 * much), as the law wants it to; it no longer knows for whom. The caller has checked the password.
 */
export async function deleteAccount(
  ctx: Ctx,
  slices: readonly PersonalData[],
  account: Extract<Actor, { userId: string }>,
): Promise<{ ok: true } | DeletionRefusal> {
  // What was asked for since the last sign-in, signed out, is theirs too: apart, as it stays theirs when this is refused.
  await joinGuestRecords(ctx, slices, account);
  return inTransaction<{ ok: true } | DeletionRefusal>(ctx, async (ctx) => {
    // What the person is asking for at this moment is seen here, or refused.
    await ctx.db.selectFrom("users").select("id").where("id", "=", account.userId).forUpdate().execute();
    for (const slice of slices) {
      if (await slice.isOpen?.(ctx, account.userId)) return { ok: false, reason: "open" };
    }
    if (account.role === "admin" && (await isLastAdmin(ctx, account.userId)))
      return { ok: false, reason: "last-admin" };

    const person = await findPerson(ctx, slices, account);
    // Recorded before the name is taken off all records of the person, this one too.
    await emit(ctx, "account.deleted", account.userId, {});
    for (const slice of slices) await slice.forget?.(ctx, person);
    return { ok: true };
  });
}

async function isLastAdmin(ctx: Ctx, userId: string): Promise<boolean> {
  const other = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
