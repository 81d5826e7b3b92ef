import { localPath } from "~/platform/locale/locale";
import type { Reaction } from "~/platform/reaction.server";
import "../aftercare/aftercare";
import "../aftercare/table";
import { followUrl } from "../bookings/follow-link.server";
import { getBusiness } from "../business/queries.server";
import { officeAddress } from "../business/read-settings.server";
import { getBookingFacts } from "./booking-facts.server";
import { officeRevisit } from "./letters/office-change";
import { queueLetter } from "./queue-letter.server";

/** A customer asks for a visit under the warranty: to the office, which books it as a new, linked booking. */
export const tellOfficeOfRevisit: Reaction<"booking.revisit-asked"> = {
  name: "office-revisit",
  async run(ctx, { id: trailId, subjectId }, { config }) {
    const { words } = await ctx.db
      .selectFrom("revisit_requests")
      .select("words")
      .where("booking_id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const booking = await getBookingFacts(ctx, subjectId);
    const business = await getBusiness(ctx);
    const officeUrl = config.publicUrl + localPath(`/admin/bookings/${booking.id}`);
    await queueLetter(ctx, {
      kind: "office-revisit",
      trailId,
      recipient: await officeAddress(ctx, "bookings"),
      replyTo: booking.email,
      business,
      message: officeRevisit({ booking, business, followUrl: followUrl(config, booking), officeUrl }, words),
    });
  },
};
