import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import {
  changeTechnician,
  type TechnicianVersion as InvitedTechnician,
  type LockedTechnician,
} from "../../../operations/scheduling/technicians/change-technician.server";
import { createInvitedAccount, resetInvitedAccount } from "../invited-account.server";
import { hashUnknown } from "../sign-in/passwords.server";

/**
 * Creates a technician's account and emails a link to choose its password. Unaccepted invitations expire
 * after a week and can be repeated.
 */
export const inviteTechnician = command(
  "technicians.invite",
  async function inviteTechnician(
    ctx,
    { language, ...technician }: InvitedTechnician & { language?: Locale | undefined },
  ) {
    // Random password, hashed before any lock because it is slow.
    const hash = await hashUnknown();
    return changeTechnician(ctx, technician, async (technician) => {
      if (!technician.active) return refuse("inactive");
      const deliverable = await refuseUndeliverable(ctx, technician.email);
      if (!deliverable.ok) return deliverable;
      const account = await waitingAccount(ctx, { ...technician, language }, hash);
      if (!account.ok) return account;
      await ctx.db
        .updateTable("technicians")
        .set({ userId: account.userId })
        .where("id", "=", technician.id)
        .execute();
      await emit(ctx, "technician.invited", technician.id, { userId: account.userId });
      return { ok: true };
    });
  },
);

/** Account that awaits the invitation: an existing one or a new one. */
async function waitingAccount(
  ctx: Ctx,
  { name, email, userId, language }: LockedTechnician & { language: Locale | undefined },
  hash: string,
): Promise<{ ok: true; userId: string } | Refusal<"email-taken" | "has-sign-in">> {
  const invited = { name, email, role: "technician" as const, language };
  if (!userId) return createInvitedAccount(ctx, invited, hash);
  const account = await ctx.db
    .selectFrom("users")
    .select("emailVerified")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (account?.emailVerified) return refuse("has-sign-in");
  // The technician's email was changed meanwhile and may belong to another account.
  const other = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "!=", userId)
    .executeTakeFirst();
  if (other) return refuse("email-taken");
  await resetInvitedAccount(ctx, userId, invited, hash);
  return { ok: true, userId };
}
