import type { Ctx } from "~/platform/context";
import { isUndispatched } from "../bookings/response-targets/emergency";

/** Kind of the text to a technician who did not answer a page. The database withdraws these after the answer. */
export const PAGE_TEXT = "emergency-page";

interface PageText {
  bookingId: string;
  technicianId: string;
  /** Trail entry of the unanswered page. */
  trailId: number;
}

/**
 * Claims the only text of a page. Returns false if the page was texted or answered, or a technician goes. In the
 * transaction that queues the text: a concurrent answer waits for its commit, and then withdraws the text.
 */
export async function claimPageText(
  ctx: Ctx,
  { bookingId, technicianId, trailId }: PageText,
): Promise<boolean> {
  // Lock order: booking before page.
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("state")
    .where("id", "=", bookingId)
    .forShare()
    .executeTakeFirst();
  if (!booking || !isUndispatched(booking.state)) return false;
  const claimed = await ctx.db
    .updateTable("onCallPages")
    .set({ textTrailId: trailId })
    .where("bookingId", "=", bookingId)
    .where("technicianId", "=", technicianId)
    .where("textTrailId", "is", null)
    .where("declinedAt", "is", null)
    .where("offeredAt", "is", null)
    .returning("technicianId")
    .executeTakeFirst();
  return claimed !== undefined;
}
