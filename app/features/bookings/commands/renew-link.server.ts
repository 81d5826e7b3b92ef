import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import { openAsCustomer } from "../link/follow-link.server";
import { mailLink } from "../link/mail-link.server";

/**
 * Has the link of a booking mailed once more, to the address that the office knows and to no other, for whoever holds one that has
 * ended. Whether there is such a booking is told to nobody who asks.
 */
export const renewLink = command(
  "website.open-link",
  async (
    ctx,
    config: Pick<Config, "secret">,
    { reference, key = "" }: { reference: string; key?: string },
  ) => {
    const opened = await openAsCustomer(ctx, config, reference, key);
    if (opened.ended) await mailLink(ctx, opened.bookingId);
    return { ok: true };
  },
);
