import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import "../../../../operations/reviews/review";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { followUrl } from "../../../../operations/bookings/link/booking-link.server";
import { warrantyContactDeadline } from "../../../../operations/reviews/warranty-contact.server";
import { warrantyRequested } from "../../templates/booking/warranty-requested";
import { officeWarrantyRequest } from "../../templates/office/office-change";
import { getBookingFacts } from "./booking-facts.server";
import { customerMail } from "./booking-mail.server";

/** Confirms the request to the customer. */
export const notifyOfWarrantyRequest: Reaction<"booking.warranty-visit-requested"> = {
  name: "warranty-requested",
  run: async function notifyOfWarrantyRequest(ctx, event, tools) {
    const request = await getWarrantyRequest(ctx, event.subjectId);
    const contactDueAt = await warrantyContactDeadline(ctx, request.createdAt);
    const mail = customerMail<"booking.warranty-visit-requested">(this.name, (context) =>
      warrantyRequested(context, { message: request.message, contactDueAt }),
    );
    await mail.run(ctx, event, tools);
  },
};

/** The office books the warranty visit as a new, linked booking. */
export const notifyOfficeOfWarrantyRequest: Reaction<"booking.warranty-visit-requested"> = {
  name: "office-warranty-request",
  run: async function notifyOfficeOfWarrantyRequest(ctx, { id: trailId, subjectId }, { config }) {
    const { message } = await getWarrantyRequest(ctx, subjectId);
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

function getWarrantyRequest(ctx: Ctx, bookingId: string) {
  return ctx.db
    .selectFrom("warrantyVisitRequests")
    .select(["message", "createdAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirstOrThrow();
}
