import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { type Account, datedLine, type PersonalData } from "~/platform/personal-data.server";

/** Erased, because contact messages are no business records. */
export const personalDataOfContact: PersonalData = {
  name: "contact",
  tables: { contactMessages: "deleted" },

  async find(ctx, account) {
    const messages = await ownMessages(ctx, account).select(["id", "email", "phone"]).execute();
    return {
      records: { contact: messages.map(({ id }) => id) },
      emails: messages.map(({ email }) => email),
      phones: messages.flatMap(({ phone }) => phone ?? []),
    };
  },

  async collect(ctx, account) {
    const messages = await ownMessages(ctx, account)
      .select(["reference", "name", "email", "phone", "message", "sentAt as at"])
      .orderBy("sentAt")
      .execute();
    return [
      {
        name: "messages",
        data: messages,
        title: m.account_messages(),
        parts: messages.map(({ at, reference, message }) => datedLine(at, `${reference}, ${message}`)),
      },
    ];
  },

  async erase(ctx, { userId, email }) {
    await ctx.db
      .deleteFrom("contactMessages")
      .where((eb) => eb.or([eb("userId", "=", userId), eb("email", "=", email)]))
      .execute();
  },
};

/** Messages sent while signed in, or as a guest from the account's confirmed email. */
function ownMessages(ctx: Ctx, { userId, email }: Account) {
  return ctx.db
    .selectFrom("contactMessages")
    .where((eb) => eb.or([eb("userId", "=", userId), eb("email", "=", email)]));
}
