import { command } from "~/platform/auth/command.server";
import { normalizePhone } from "~/platform/text/phone-input";
import { mailLink } from "../link/mail-link.server";
import "../table";

export interface LinkRequest {
  reference: string;
  /** The email or the phone number that the booking was made with, as it was typed. */
  contact: string;
}

/**
 * Has the link of a booking mailed once more, to the address that the booking was made with and to no other. Whether
 * there is such a booking, and whose, is told to nobody who asks.
 */
export const askForLink = command("website.use", async (ctx, { reference, contact }: LinkRequest) => {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("id")
    .where("reference", "=", reference)
    .where((eb) =>
      eb.or([
        eb("contact_email", "=", contact.toLowerCase()),
        eb("contact_phone", "=", normalizePhone(contact) ?? ""),
      ]),
    )
    .executeTakeFirst();
  if (!booking) return { ok: true };
  // Only what its customer asks is counted: nobody keeps them from their link by asking with another contact.
  await mailLink(ctx, booking.id);
  return { ok: true };
});
