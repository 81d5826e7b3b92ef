import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type NewMail, queueMail } from "~/platform/mail/mail.server";
import { findPerson, type PersonalData } from "~/platform/personal-data.server";
import { currentUser, lockActiveAdmins } from "../current-user.server";
import { linkGuestRecords } from "../link-guest-records.server";

/**
 * Deletes the account. Business records stay without personal data, as the law requires. A final email
 * confirms it. The caller has verified the password.
 */
export const deleteAccount = command(
  "account.use",
  async function deleteAccount(
    ctx,
    slices: readonly PersonalData[],
    config: Pick<Config, "unconfirmedHolds">,
  ) {
    const account = currentUser(ctx);
    const admins = await lockActiveAdmins(ctx);
    // Includes requests made signed out since the last sign-in.
    await linkGuestRecords(ctx, slices, account, config);
    // Serialises concurrent requests of the person.
    await ctx.db.selectFrom("users").select("id").where("id", "=", account.userId).forUpdate().execute();
    for (const slice of slices) {
      if (await slice.blocksErasure?.(ctx, account.userId)) return refuse("has-open-booking");
    }
    if (admins.length === 1 && admins[0] === account.userId) return refuse("last-admin");

    const person = await findPerson(ctx, slices, account);
    // Recorded before names are erased, so that this entry is erased too.
    await emit(ctx, "account.deleted", account.userId, {});
    const farewells: NewMail[] = [];
    for (const slice of slices) {
      const mail = await slice.writeFarewell?.(ctx, person);
      if (mail) farewells.push(mail);
    }
    for (const slice of slices) await slice.erase?.(ctx, person);
    for (const mail of farewells) await queueMail(ctx, { ...mail, isFinal: true });
    return { ok: true };
  },
);
