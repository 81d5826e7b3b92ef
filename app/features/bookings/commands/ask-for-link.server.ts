import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/rate-limit.server";
import { normalizePhone } from "~/platform/text/phone";
import "../table";

/** So many mails of one booking's link; asked for beyond, those that came before lead to it as well. */
const LINK_LIMIT = { most: 3, seconds: 3600 };

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

/** Unless it was mailed often enough. */
export async function mailLink(ctx: Ctx, bookingId: string): Promise<void> {
  const attempt = await takeAttempt(ctx, { key: `booking-link ${bookingId}`, ...LINK_LIMIT });
  if (attempt.ok) await emit(ctx, "booking.link-asked", bookingId, {});
}
