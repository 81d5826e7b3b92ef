import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type NewMail, queueMail } from "~/platform/mail/mail.server";
import { findPerson, type PersonalData } from "~/platform/personal-data.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { lockActiveAdmins, personOf } from "../people.server";
import "~/platform/auth/auth-table";

/**
 * Deletes the signed-in person's account. The business keeps what happened (which work, when, in which area, for how
 * much), as the law wants it to; it no longer knows for whom. The last mail says that it is
 * done; its address goes with it. The caller has checked the password.
 */
export const deleteAccount = command("account.use", async (ctx, slices: readonly PersonalData[]) => {
  const account = personOf(ctx);
  const admins = await lockActiveAdmins(ctx);
  // What was asked for since the last sign-in, signed out, is theirs too.
  await joinGuestRecords(ctx, slices, account);
  // What the person is asking for at this moment is seen here, or refused.
  await ctx.db.selectFrom("users").select("id").where("id", "=", account.userId).forUpdate().execute();
  for (const slice of slices) {
    if (await slice.blocksErasure?.(ctx, account.userId)) return refuse("open");
  }
  if (admins.length === 1 && admins[0] === account.userId) return refuse("last-admin");

  const person = await findPerson(ctx, slices, account);
  // Recorded before the name is taken off all records of the person, this one too.
  await emit(ctx, "account.deleted", account.userId, {});
  const farewells: NewMail[] = [];
  for (const slice of slices) {
    const mail = await slice.writeFarewell?.(ctx, person);
    if (mail) farewells.push(mail);
  }
  for (const slice of slices) await slice.erase?.(ctx, person);
  for (const mail of farewells) await queueMail(ctx, { ...mail, isFinal: true });
  return { ok: true };
});
