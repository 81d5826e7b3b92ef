import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../../bookings/lock-booking.server";
import { isUndispatched } from "../../bookings/response-targets/emergency";
import { recordTimelineEntry } from "../../bookings/timeline.server";
import { dispatchTechnician } from "../dispatch-technician.server";
import { pageOnCall } from "../page-on-call.server";
import { findDispatchedVisit, findPagedTechnician } from "../paged-technician.server";
import "../emergency";
import "../table";
import "../../bookings/table";

/*
 * What a technician on call answers from his phone when he was asked to go to an emergency. Whoever was not asked finds
 * none; of two who answer at once the second is told who goes.
 */

/** He goes: sent by himself, at once, whatever the roster has against it but another visit of his. Said again, it is the same visit. */
export const acceptEmergency = command("emergencies.answer", async (ctx, bookingId: string) => {
  const paged = await findPagedTechnician(ctx, bookingId);
  if (!paged) return refuse("not-found");
  const { technicianId } = paged;
  const sent = await dispatchTechnician(ctx, { bookingId, technicianId }, async () =>
    m.booking_emergency_accepted(),
  );
  if (sent.ok) return { ok: true, visitId: sent.visitId };
  if (sent.reason !== "wrong-state") return sent;
  const going = await findDispatchedVisit(ctx, bookingId);
  return going?.technicianId === technicianId
    ? { ok: true, visitId: going.visitId }
    : refuse("emergency-taken", { by: going?.name ?? null });
});

/**
 * He cannot go: the office's screens ring again, and whoever else is on call is asked. Said again, it changes nothing.
 */
export const passOnEmergency = command(
  "emergencies.answer",
  async (ctx, { bookingId, reason }: { bookingId: string; reason?: string }) => {
    const row = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    // Once it is locked, as he may be answering on two phones.
    const paged = row && (await findPagedTechnician(ctx, bookingId));
    if (!row || !paged) return refuse("not-found");
    if (paged.passedOn) return { ok: true };
    const locked = await lockBooking(ctx, bookingId, row.version, undefined, "office");
    if (!locked.ok) return locked;
    const { booking } = locked;
    if (!isUndispatched(booking.state)) {
      const going = await findDispatchedVisit(ctx, bookingId);
      return refuse("emergency-taken", { by: going?.name ?? null });
    }
    const { technicianId } = paged;
    await ctx.db
      .updateTable("emergency_calls")
      .set({ passed_on_at: ctx.now })
      .where("booking_id", "=", bookingId)
      .where("technician_id", "=", technicianId)
      .execute();
    // It rings until somebody of the office has seen this, of which they are told by mail at once.
    await advanceBooking(ctx, booking, booking.state, {
      acknowledged_at: null,
      unacknowledged_told_at: ctx.now,
    });
    await recordTimelineEntry(ctx, bookingId, {
      move: "passOn",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      reason,
    });
    await pageOnCall(ctx, bookingId);
    await emit(ctx, "booking.passed-on", bookingId, { technicianId }, { reason: reason?.trim() || null });
    return { ok: true };
  },
);
