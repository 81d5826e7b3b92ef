import type { Reaction } from "~/platform/events/reaction.server";
import { isUndispatched } from "../bookings/response-targets/emergency";
import { pageAndNotify } from "./page-on-call.server";

/**
 * Pages the other technicians on call again after a technician on the way to an emergency handed it over without a
 * successor (docs/domain.md, "Emergencies").
 */
export const pageOnCallAfterHandover: Reaction<"booking.status-changed"> = {
  name: "page-on-call-again",
  appliesTo: ({ data, actorRole }) => data.transition === "handOver" && actorRole === "technician",
  run: async function pageOnCallAfterHandover(ctx, { subjectId: bookingId, data: { visitId } }) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["emergency", "state"])
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!booking.emergency || !isUndispatched(booking.state)) return;
    const { technicianId } = await ctx.db
      .selectFrom("visits")
      .select("technicianId")
      .where("id", "=", visitId)
      .executeTakeFirstOrThrow();
    const pages = ctx.db.updateTable("onCallPages").where("bookingId", "=", bookingId);
    await pages
      .set({ declinedAt: ctx.now, offeredAt: null })
      .where("technicianId", "=", technicianId)
      .where("declinedAt", "is", null)
      .execute();
    // They are rung and texted as if they were paged now.
    await pages
      .set({
        ...{ ringStartedAt: null, ringDueAt: null, rings: 0, rangAt: null },
        ...{ unansweredAt: null, textTrailId: null },
      })
      .where("declinedAt", "is", null)
      .execute();
    await pageAndNotify(ctx, bookingId);
  },
};
