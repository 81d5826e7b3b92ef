import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockDay } from "../../scheduling/place-visit.server";
import { isPlanned, validateVisitChange } from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedVisit,
  lockToUndo,
  type UndoToken,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { emitHelpersRemoved, restoreHelpers } from "../visits/crew.server";
import type { VisitSnapshot } from "../visits/multi-day";
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";
import "../../scheduling/table";
import "../table";

/**
 * Undoes planning or moving the days of a job: restores the previous visits and cancels the added days. All
 * or nothing, and refused if a technician has another visit by now. A confirmation stays.
 */
export const undoPlanDays = command(
  "bookings.manage",
  async (ctx, asked: { bookingId: string; undo: UndoToken; notifyCustomer?: boolean }) => {
    const { bookingId, undo } = asked;
    const snapshots = await findDaysBefore(ctx, bookingId, undo.leftVersion);
    const days = new Set(snapshots?.map(({ startsAt }) => dubaiDate(new Date(startsAt))));
    for (const day of [...days].sort()) await lockDay(ctx, day);
    const found = await lockToUndo(ctx, bookingId, undo);
    if (!found.ok) return found;
    const { booking, by } = found;
    const decision = validateVisitChange({ change: "place", by, state: booking.state, visit: null });
    if (!snapshots || !decision.ok) return refuse("wrong-state");

    // Cancels all days first, so that restoring them cannot overlap days of the same job.
    const ahead = booking.visits.filter(isPlanned);
    for (const { id } of ahead) {
      await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", id).execute();
    }
    for (const day of snapshots) {
      if (!(await restoreVisit(ctx, day))) return refuse("technician-busy", {});
    }

    const to = await deriveStateFromVisits(ctx, booking, booking.state);
    await advanceBooking(ctx, booking, to);
    const [first, before] = [snapshots[0], ahead[0] ? placementSnapshot(ahead[0]) : null];
    await recordTimelineEntry(ctx, bookingId, {
      move: first ? "plan" : "cancelVisit",
      from: booking.state,
      to,
      version: booking.version,
      detail: {
        visitId: first?.id ?? ahead[0]?.id,
        days: snapshots.length,
        before,
        after: first ? placementSnapshot(instantsOf(first)) : null,
      },
    });
    if (first) {
      await emit(ctx, "booking.days-planned", bookingId, {
        startsAt: first.startsAt,
        days: snapshots.length,
      });
    }
    const gone = ahead.filter(({ id }) => !snapshots.some((day) => day.id === id));
    for (const { id: visitId, startsAt } of first ? [] : gone) {
      const cancelled = { visitId, startsAt: startsAt.toISOString() };
      await emit(ctx, "booking.visit-cancelled", bookingId, cancelled, { reason: null });
    }
    await emitHelperChanges(ctx, bookingId, ahead, snapshots);
    const notification = { customerNotification: customerNotification(asked.notifyCustomer) };
    const restored = snapshots.map(({ id }) => booking.visits.find((visit) => visit.id === id)!);
    for (const visit of [...restored, ...gone]) {
      await schedulePendingNotification(ctx, booking, { visitId: visit.id, before: visit, ...notification });
    }
    return { ok: true as const };
  },
);

async function emitHelperChanges(
  ctx: Ctx,
  bookingId: string,
  ahead: readonly LockedVisit[],
  snapshots: readonly VisitSnapshot[],
): Promise<void> {
  for (const visitId of new Set([...ahead, ...snapshots].map(({ id }) => id))) {
    const previousHelpers = ahead.find(({ id }) => id === visitId)?.helpers ?? [];
    const restoredHelpers = snapshots.find(({ id }) => id === visitId)?.helpers ?? [];
    const notAmong = (others: typeof restoredHelpers) => (one: { technicianId: string }) =>
      !others.some(({ technicianId }) => technicianId === one.technicianId);
    await emitHelpersRemoved(ctx, bookingId, visitId, previousHelpers.filter(notAmong(restoredHelpers)));
    for (const { technicianId } of restoredHelpers.filter(notAmong(previousHelpers))) {
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
    .selectFrom("timeline_entries")
    .select("detail")
    .where("booking_id", "=", bookingId)
    .where("from_version", "=", leftVersion - 1)
    .where("move", "=", "plan")
    .executeTakeFirst();
  return (row?.detail.daysBefore as VisitSnapshot[] | undefined) ?? null;
}

/** False if the database rejects two overlapping visits of a technician. */
async function restoreVisit(ctx: Ctx, day: VisitSnapshot): Promise<boolean> {
  const { id, technicianId, startsAt, endsAt, crewSize, multiDay, helpers } = day;
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        ...{ technician_id: technicianId, starts_at: new Date(startsAt), ends_at: new Date(endsAt) },
        ...{ hands: crewSize, multi_day: multiDay, state: technicianId ? "scheduled" : "held" },
      })
      .where("id", "=", id)
      .execute();
  } catch (error) {
    if (violatesConstraint("overlap", error)) return false;
    throw error;
  }
  return restoreHelpers(ctx, id, { crewSize, helpers });
}

function instantsOf({ technicianId, startsAt, endsAt }: VisitSnapshot) {
  return { technicianId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}
