import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";

/** So many mails of one booking's link; asked for beyond, those that came before lead to it as well. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

/** Has a booking's link mailed to the address that it was made with, unless it was mailed often enough. */
export async function mailLink(ctx: Ctx, bookingId: string): Promise<void> {
  const attempt = await takeAttempt(ctx, { key: `booking-link ${bookingId}`, ...LINK_LIMIT });
  if (attempt.ok) await emit(ctx, "booking.link-requested", bookingId, {});
}
