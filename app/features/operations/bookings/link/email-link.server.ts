import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";

/** Emails per booking. Beyond the limit, earlier emails still lead to the booking. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

export async function emailBookingLink(ctx: Ctx, bookingId: string): Promise<void> {
  const attempt = await takeAttempt(ctx, { key: `booking-link ${bookingId}`, ...LINK_LIMIT });
  if (attempt.ok) await emit(ctx, "booking.link-requested", bookingId, {});
}
