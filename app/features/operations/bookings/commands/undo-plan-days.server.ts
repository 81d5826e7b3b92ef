import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { isPlanned, validateVisitChange } from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedVisit,
  lockToUndo,
  type UndoToken,
} from "../lock-booking.server";
import { findConfirmation, restoreRequest } from "../restore-request.server";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { emitHelpersRemoved } from "../visits/crew.server";
import type { VisitSnapshot } from "../visits/multi-day";
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";
import { lockDaysOf, replaceVisits } from "../visits/restore-visits.server";

/**
 * Restores the previous visits and cancels the added days, all or nothing. A confirmation is undone, too, unless
 * the customer was notified of it.
 */
export const undoPlanDays = command(
  "bookings.manage",
  async function undoPlanDays(ctx, input: { bookingId: string; undo: UndoToken; notifyCustomer?: boolean }) {
    const { bookingId, undo } = input;
    const snapshots = await findDaysBefore(ctx, bookingId, undo.leftVersion);
    const confirmation = await findConfirmation(ctx, bookingId, undo.leftVersion);
    await lockDaysOf(ctx, [...(snapshots ?? []), ...(confirmation?.visitsBefore ?? [])]);
    const locked = await lockToUndo(ctx, bookingId, undo);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    if (confirmation) {
      const restored = await restoreRequest(ctx, locked, confirmation);
      if (restored.ok || restored.reason !== "customer-notified") return restored;
    }
    const decision = validateVisitChange({ change: "place", by, state: booking.state, visit: null });
    if (!snapshots || !decision.ok) return refuse("wrong-state");

    const plannedVisits = booking.visits.filter(isPlanned);
    if (!(await replaceVisits(ctx, plannedVisits, snapshots, { asHolds: false }))) {
      return refuse("technician-busy", {});
    }

    const to = await deriveStateFromVisits(ctx, booking, booking.state);
    await advanceBooking(ctx, booking, to);
    const [first, before] = [snapshots[0], plannedVisits[0] ? placementSnapshot(plannedVisits[0]) : null];
    await recordTimelineEntry(ctx, bookingId, {
      event: first ? "planDays" : "cancelVisit",
      from: booking.state,
      to,
      version: booking.version,
      detail: {
        visitId: first?.id ?? plannedVisits[0]?.id,
        days: snapshots.length,
        before,
        after: first ? placementSnapshot(toInstants(first)) : null,
      },
    });
    if (first) {
      await emit(ctx, "booking.days-planned", bookingId, {
        startsAt: first.startsAt,
        days: snapshots.length,
      });
    }
    const removedVisits = plannedVisits.filter(({ id }) => !snapshots.some((day) => day.id === id));
    for (const { id: visitId, startsAt } of first ? [] : removedVisits) {
      const cancelled = { visitId, startsAt: startsAt.toISOString() };
      await emit(ctx, "booking.visit-cancelled", bookingId, cancelled, { reason: null });
    }
    await emitHelperChanges(ctx, bookingId, plannedVisits, snapshots);
    const notification = { customerNotification: customerNotification(input.notifyCustomer) };
    const restored = snapshots.map(({ id }) => booking.visits.find((visit) => visit.id === id)!);
    for (const visit of [...restored, ...removedVisits]) {
      await schedulePendingNotification(ctx, booking, { visitId: visit.id, before: visit, ...notification });
    }
    return { ok: true as const };
  },
);

async function emitHelperChanges(
  ctx: Ctx,
  bookingId: string,
  plannedVisits: readonly LockedVisit[],
  snapshots: readonly VisitSnapshot[],
): Promise<void> {
  for (const visitId of new Set([...plannedVisits, ...snapshots].map(({ id }) => id))) {
    const previousHelpers = plannedVisits.find(({ id }) => id === visitId)?.helpers ?? [];
    const restoredHelpers = snapshots.find(({ id }) => id === visitId)?.helpers ?? [];
    const isNotIn = (others: typeof restoredHelpers) => (helper: { technicianId: string }) =>
      !others.some(({ technicianId }) => technicianId === helper.technicianId);
    await emitHelpersRemoved(ctx, bookingId, visitId, previousHelpers.filter(isNotIn(restoredHelpers)));
    for (const { technicianId } of restoredHelpers.filter(isNotIn(previousHelpers))) {
      await emit(ctx, "booking.helper-added", bookingId, { visitId, technicianId });
    }
  }
}

/** `leftVersion`: version that the planning produced. Null if that change was no planning. */
async function findDaysBefore(
  ctx: Ctx,
  bookingId: string,
  leftVersion: number,
): Promise<readonly VisitSnapshot[] | null> {
  const row = await ctx.db
    .selectFrom("timelineEntries")
    .select("detail")
    .where("bookingId", "=", bookingId)
    .where("fromVersion", "=", leftVersion - 1)
    .where("event", "=", "planDays")
    .executeTakeFirst();
  return (row?.detail.daysBefore as VisitSnapshot[] | undefined) ?? null;
}

function toInstants({ technicianId, startsAt, endsAt }: VisitSnapshot) {
  return { technicianId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}
