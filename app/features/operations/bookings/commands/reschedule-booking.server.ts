import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiInstant } from "~/platform/time";
import { getBookingTerms } from "../../../core/business/queries.server";
import { lockDay } from "../../scheduling/place-visit.server";
import { toTimeSlot } from "../../scheduling/slots";
import { validateReschedule } from "../booking";
import { advanceBooking, deriveStateFromVisits, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { emitHelpersRemoved, releaseUnavailableHelpers } from "../visits/crew.server";
import { findGuestContact, type HoldLimits } from "../visits/guest-holds.server";
import { holdSlotOrOfferAlternatives } from "../visits/hold-slot.server";
import { isMultiDayJob } from "../visits/multi-day";
import { schedulePendingNotification } from "../visits/pending-notifications.server";
import { loadServiceWithTimes, plannedDuration } from "../work/service-times.server";

/**
 * Prefers the preferred technician, then the current one, then any (docs/domain.md, "Bookings"). Confirmed
 * work without a technician becomes scheduled.
 */
export const rescheduleBooking = command(
  "bookings.take-part",
  async function rescheduleBooking(
    ctx,
    input: { bookingId: string; version: number; day: string; time: string },
    terms: HoldLimits,
  ) {
    // Locks the day before the booking, the global lock order, to avoid deadlocks.
    await lockDay(ctx, input.day);
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const decision = validateReschedule({
      state: booking.state,
      by,
      emergency: booking.emergency,
      now: ctx.now,
      visitStartsAt: booking.visit?.startsAt,
      cutOffHours: (await getBookingTerms(ctx)).cutOffHours,
    });
    if (!decision.ok) return decision;
    const job = { ...(await loadServiceWithTimes(ctx, booking)), ...plannedDuration(booking.visit) };
    if (by === "customer" && isMultiDayJob(booking, booking.visits)) return refuse("multi-day-locked");

    const { day, time } = input;
    const slotRequest = {
      bookingId: booking.id,
      visit: booking.visit,
      state: booking.state === "requested" ? "held" : "scheduled",
      helperIds: booking.visit?.helpers.map(({ technicianId }) => technicianId),
      preferredTechnicianId: booking.preferredTechnicianId,
      skills: booking.skills,
      job,
      area: booking.area,
      day,
      time,
    } as const;
    const guest = by === "customer" ? await findGuestContact(ctx, booking) : null;
    const released = await releaseUnavailableHelpers(
      ctx,
      booking.visit,
      booking.skills,
      toTimeSlot(job, day, time),
    );
    const hold = await holdSlotOrOfferAlternatives(ctx, slotRequest, guest && { ...guest, terms });
    if (!hold.ok) return hold;

    const slot = {
      visitId: hold.visitId,
      fromStartsAt: booking.visit?.startsAt.toISOString() ?? null,
      toStartsAt: dubaiInstant(day, time).toISOString(),
    };
    const to = await deriveStateFromVisits(ctx, booking, booking.state);
    await advanceBooking(ctx, booking, to);
    await recordTimelineEntry(ctx, booking.id, {
      event: "reschedule",
      from: booking.state,
      to,
      version: booking.version,
      detail: slot,
    });
    // The customer gets an immediate email of their own change.
    const customerNotification = by === "customer" ? "sent-elsewhere" : "debounced";
    await schedulePendingNotification(ctx, booking, {
      visitId: hold.visitId,
      before: booking.visit,
      customerNotification,
    });
    await emit(ctx, "booking.rescheduled", booking.id, slot);
    await emitHelpersRemoved(ctx, booking.id, hold.visitId, released);
    return { ok: true };
  },
);
