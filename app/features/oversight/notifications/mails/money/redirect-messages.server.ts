import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { redirectMails } from "~/platform/mail/mail.server";
import { redirectMessages } from "~/platform/messaging/messages.server";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { readFormerContact } from "../former-contact.server";

/**
 * Redirects messages about quotes and invoices that wait for the former phone or email of a customer. Messages about
 * bookings follow the contact of the booking.
 */
export const redirectMessagesOfCustomer: Reaction<"customer.edited"> = {
  name: "redirect-messages",
  run: async function redirectMessagesOfCustomer(ctx, { id, subjectId: customerId }) {
    const former = await readFormerContact(ctx, id);
    if (!former?.phone && !former?.email) return;
    const { phone, email } = await ctx.db
      .selectFrom("customers")
      .select(["phone", "email"])
      .where("id", "=", customerId)
      .executeTakeFirstOrThrow();
    const from = former.phone ?? phone;
    const to = { phone: phone !== null && mayHaveWhatsapp(phone) ? phone : null, email };
    for (const record of await listRecordsWithWaiting(ctx, customerId, [from, former.email])) {
      if (from) await redirectMessages(ctx, { ...record, from, to, relinkText: same, relinkMail: same }, []);
      if (former.email) await redirectMails(ctx, { ...record, from: former.email, to: email }, same);
    }
  },
};

const same = <Value>(value: Value) => value;

async function listRecordsWithWaiting(
  ctx: Ctx,
  customerId: string,
  recipients: readonly (string | null | undefined)[],
): Promise<{ subjectId: string; since: Date }[]> {
  const addresses = recipients.flatMap((recipient) => recipient ?? []);
  const texts = ctx.db
    .selectFrom("messages")
    .innerJoin("trail", "trail.id", "messages.trailId")
    .select("trail.subjectId")
    .where("messages.recipient", "in", addresses)
    .where("messages.state", "in", ["queued", "sending", "sent"]);
  const mails = ctx.db
    .selectFrom("mails")
    .innerJoin("trail", "trail.id", "mails.trailId")
    .select("trail.subjectId")
    .where("mails.recipient", "in", addresses)
    .where("mails.state", "=", "queued");
  const subjects = await texts.union(mails).execute();
  const ids = subjects.flatMap(({ subjectId }) => subjectId ?? []);
  if (ids.length === 0) return [];
  const invoices = ctx.db
    .selectFrom("invoices")
    .select(["id", "createdAt"])
    .where("customerId", "=", customerId)
    .where("id", "in", ids);
  const quotes = ctx.db
    .selectFrom("quotes")
    .select(["id", "createdAt"])
    .where("customerId", "=", customerId)
    .where("id", "in", ids);
  const records = await invoices.union(quotes).execute();
  return records.map(({ id, createdAt }) => ({ subjectId: id, since: createdAt }));
}
