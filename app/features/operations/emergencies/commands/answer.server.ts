import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../../bookings/lock-booking.server";
import { isUndispatched } from "../../bookings/response-targets/emergency";
import { recordTimelineEntry } from "../../bookings/timeline.server";
import { dispatchTechnician } from "../dispatch-technician.server";
import { pageOnCall } from "../page-on-call.server";
import { findDispatchedVisit, findPagedTechnician } from "../paged-technician.server";
import "../emergency";

/* Technicians who were not paged get not-found. */

/**
 * Overrides placement warnings. A technician with another visit offers to go instead, and the office decides.
 * Idempotent: returns the same visit again. `visitId`: null for an offer.
 */
export const acceptEmergency = command(
  "emergencies.answer",
  async function acceptEmergency(ctx, bookingId: string) {
    const paged = await findPagedTechnician(ctx, bookingId);
    if (!paged) return refuse("not-found");
    const { technicianId } = paged;
    // A refusal rolls back the confirmation only.
    const sent = await inTransaction(ctx, (ctx) =>
      dispatchTechnician(ctx, { bookingId, technicianId, overrideReason: m.booking_emergency_accepted() }),
    );
    if (sent.ok) return { ok: true, visitId: sent.visitId };
    if (sent.reason === "technician-busy") {
      await offerToGo(ctx, bookingId, technicianId);
      return { ok: true, visitId: null };
    }
    if (sent.reason !== "wrong-state") return sent;
    const dispatched = await findDispatchedVisit(ctx, bookingId);
    return dispatched?.technicianId === technicianId
      ? { ok: true, visitId: dispatched.visitId }
      : refuse("emergency-assigned", { assignee: dispatched?.name ?? null });
  },
);

async function offerToGo(ctx: Ctx, bookingId: string, technicianId: string): Promise<void> {
  const offered = await ctx.db
    .updateTable("onCallPages")
    .set({ offeredAt: ctx.now, declinedAt: null })
    .where("bookingId", "=", bookingId)
    .where("technicianId", "=", technicianId)
    .where("offeredAt", "is", null)
    .returning("technicianId")
    .executeTakeFirst();
  if (offered) await emit(ctx, "booking.page-offered", bookingId, { technicianId });
}

/** Rings in the office again and pages the other technicians on call. Idempotent. */
export const passOnEmergency = command(
  "emergencies.answer",
  async function passOnEmergency(ctx, { bookingId, reason }: { bookingId: string; reason?: string }) {
    const row = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    // Read after the lock, because the technician may answer on two phones.
    const paged = row && (await findPagedTechnician(ctx, bookingId));
    if (!row || !paged) return refuse("not-found");
    if (paged.declined) return { ok: true };
    const locked = await lockBooking(ctx, bookingId, row.version, undefined, "office");
    if (!locked.ok) return locked;
    const { booking } = locked;
    if (!isUndispatched(booking.state)) {
      const dispatched = await findDispatchedVisit(ctx, bookingId);
      return refuse("emergency-assigned", { assignee: dispatched?.name ?? null });
    }
    const { technicianId } = paged;
    await ctx.db
      .updateTable("onCallPages")
      .set({ declinedAt: ctx.now, offeredAt: null })
      .where("bookingId", "=", bookingId)
      .where("technicianId", "=", technicianId)
      .execute();
    // No escalation email for the new ringing, because this event emails the office at once.
    await advanceBooking(ctx, booking, booking.state, {
      acknowledgedAt: null,
      unacknowledgedNotifiedAt: ctx.now,
    });
    await recordTimelineEntry(ctx, bookingId, {
      event: "declinePage",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      reason,
    });
    await pageOnCall(ctx, bookingId);
    await emit(ctx, "booking.page-declined", bookingId, { technicianId }, { reason: reason?.trim() || null });
    return { ok: true };
  },
);
