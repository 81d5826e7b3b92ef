import { command } from "~/platform/auth/command.server";
import { normalizeEmail } from "~/platform/text/email";
import { normalizePhone } from "~/platform/text/phone-input";
import { emailBookingLink } from "../link/email-link.server";

export interface LinkRequest {
  reference: string;
  contact: string;
}

/** Emails the link to the booking's own address. The answer does not reveal whether the booking exists. */
export const requestBookingLink = command(
  "website.use",
  async function requestBookingLink(ctx, { reference, contact }: LinkRequest) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("id")
      .where("reference", "=", reference)
      .where((eb) =>
        eb.or([
          eb("contactEmail", "=", normalizeEmail(contact)),
          eb("contactPhone", "=", normalizePhone(contact) ?? ""),
        ]),
      )
      .executeTakeFirst();
    if (!booking) return { ok: true };
    // Only requests with the right contact count, so that strangers cannot use up the limit.
    await emailBookingLink(ctx, booking.id);
    return { ok: true };
  },
);
