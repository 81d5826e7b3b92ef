import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { openAsCustomer } from "../link/booking-link.server";
import { emailBookingLink } from "../link/email-link.server";

/**
 * Emails a new link if the caller holds an expired one. The answer does not reveal whether the booking
 * exists.
 */
export const renewLink = command(
  "website.open-link",
  async function renewLink(
    ctx,
    config: Pick<Config, "secret">,
    { reference, key = "" }: { reference: string; key?: string },
  ) {
    const opened = await openAsCustomer(ctx, config, reference, key);
    if (opened.isExpired) await emailBookingLink(ctx, opened.bookingId);
    return { ok: true };
  },
);
