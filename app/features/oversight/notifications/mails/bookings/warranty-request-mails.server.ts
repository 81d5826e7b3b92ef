import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import "../../../../operations/reviews/review";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { followUrl } from "../../../../operations/bookings/link/booking-link.server";
import { officeWarrantyRequest } from "../../templates/office/office-change";
import { getBookingFacts } from "./booking-facts.server";

/** The office books the warranty visit as a new, linked booking. */
export const notifyOfficeOfWarrantyRequest: Reaction<"booking.warranty-visit-requested"> = {
  name: "office-warranty-request",
  run: async function notifyOfficeOfWarrantyRequest(ctx, { id: trailId, subjectId }, { config }) {
    const { message } = await ctx.db
      .selectFrom("warrantyVisitRequests")
      .select("message")
      .where("bookingId", "=", subjectId)
      .executeTakeFirstOrThrow();
    const booking = await getBookingFacts(ctx, subjectId);
    const business = await getBusiness(ctx);
    const officeUrl = config.publicUrl + localPath(`/admin/bookings/${booking.id}`);
    await queueEmail(ctx, {
      kind: "office-warranty-request",
      trailId,
      recipient: await officeAddress(ctx, "bookings"),
      replyTo: booking.email,
      sender: business,
      message: officeWarrantyRequest(
        { booking, business, followUrl: followUrl(config, booking), officeUrl },
        message,
      ),
    });
  },
};
