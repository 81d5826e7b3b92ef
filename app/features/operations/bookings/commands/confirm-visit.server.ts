import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { isVisitConfirmable, visitConfirmedAt } from "../reminders/visit-reminder";
import { recordTimelineEntry } from "../timeline.server";

/**
 * The customer will be there at `startsAt`. Safe to repeat. Refused as stale if the visit has another time now, as
 * wrong-state if it cannot be confirmed (docs/domain.md, "Visit reminders").
 */
export const confirmVisit = command(
  "website.open-link",
  async function confirmVisit(ctx, { bookingId, startsAt }: { bookingId: string; startsAt: Date }) {
    const current = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!current) return refuse("not-found");
    const locked = await lockBooking(ctx, bookingId, current.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    if (by !== "customer") return refuse("not-allowed");
    const { visit } = booking;
    if (!visit || !isVisitConfirmable(booking, visit, ctx.now)) return refuse("wrong-state");
    if (visit.startsAt.getTime() !== startsAt.getTime()) return refuse("stale");
    const confirmations = await ctx.db
      .selectFrom("timelineEntries")
      .select(["event", "at", "detail"])
      .where("bookingId", "=", bookingId)
      .where("event", "=", "confirmVisit")
      .execute();
    if (visitConfirmedAt(confirmations, startsAt)) return { ok: true };
    await advanceBooking(ctx, booking, booking.state);
    await recordTimelineEntry(ctx, bookingId, {
      event: "confirmVisit",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      detail: { visitId: visit.id, startsAt: startsAt.toISOString() },
    });
    await emit(ctx, "booking.visit-confirmed", bookingId, {
      visitId: visit.id,
      startsAt: startsAt.toISOString(),
    });
    return { ok: true };
  },
);
