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
 * Undoes that days were planned, or moved together, from the version that it left: what was ahead before is there again, and days
 * that were not are called off. All of it or nothing; where somebody has another visit there since, nothing. A confirmation stays.
 */
export const undoPlanDays = command(
  "bookings.manage",
  async (ctx, asked: { bookingId: string; undo: UndoToken; notifyCustomer?: boolean }) => {
    const { bookingId, undo } = asked;
    const was = await findDaysBefore(ctx, bookingId, undo.leftVersion);
    const days = new Set(was?.map(({ startsAt }) => dubaiDate(new Date(startsAt))));
    for (const day of [...days].sort()) await lockDay(ctx, day);
    const found = await lockToUndo(ctx, bookingId, undo);
    if (!found.ok) return found;
    const { booking, by } = found;
    const decision = validateVisitChange({ change: "place", by, state: booking.state, visit: null });
    if (!was || !decision.ok) return refuse("wrong-state");

    // All of them are nowhere in between, so that none meets another of the same plan.
    const ahead = booking.visits.filter(isPlanned);
    for (const { id } of ahead) {
      await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", id).execute();
    }
    for (const day of was) {
      if (!(await putBack(ctx, day))) return refuse("technician-busy", {});
    }

    const to = await deriveStateFromVisits(ctx, booking, booking.state);
    await advanceBooking(ctx, booking, to);
    const [first, before] = [was[0], ahead[0] ? placementSnapshot(ahead[0]) : null];
    await recordTimelineEntry(ctx, bookingId, {
      move: first ? "plan" : "cancelVisit",
      from: booking.state,
      to,
      version: booking.version,
      detail: {
        visitId: first?.id ?? ahead[0]?.id,
        days: was.length,
        before,
        after: first ? placementSnapshot(instantsOf(first)) : null,
      },
    });
    if (first) {
      await emit(ctx, "booking.days-planned", bookingId, { startsAt: first.startsAt, days: was.length });
    }
    const gone = ahead.filter(({ id }) => !was.some((day) => day.id === id));
    for (const { id: visitId, startsAt } of first ? [] : gone) {
      const calledOff = { visitId, startsAt: startsAt.toISOString() };
      await emit(ctx, "booking.visit-cancelled", bookingId, calledOff, { reason: null });
    }
    await emitHelperChanges(ctx, bookingId, ahead, was);
    const heard = { customerNotification: customerNotification(asked.notifyCustomer) };
    const restored = was.map(({ id }) => booking.visits.find((visit) => visit.id === id)!);
    for (const visit of [...restored, ...gone]) {
      await schedulePendingNotification(ctx, booking, { visitId: visit.id, before: visit, ...heard });
    }
    return { ok: true as const };
  },
);

/** Who helps at which visit again, and who no more. */
async function emitHelperChanges(
  ctx: Ctx,
  bookingId: string,
  ahead: readonly LockedVisit[],
  was: readonly VisitSnapshot[],
): Promise<void> {
  for (const visitId of new Set([...ahead, ...was].map(({ id }) => id))) {
    const came = ahead.find(({ id }) => id === visitId)?.helpers ?? [];
    const comes = was.find(({ id }) => id === visitId)?.helpers ?? [];
    const notAmong = (others: typeof comes) => (one: { technicianId: string }) =>
      !others.some(({ technicianId }) => technicianId === one.technicianId);
    await emitHelpersRemoved(ctx, bookingId, visitId, came.filter(notAmong(comes)));
    for (const { technicianId } of comes.filter(notAmong(came))) {
      await emit(ctx, "booking.helper-added", bookingId, { visitId, technicianId });
    }
  }
}

/** What was ahead before the plan that left this version; null: that was no plan. */
async function findDaysBefore(
  ctx: Ctx,
  bookingId: string,
  leftVersion: number,
): Promise<readonly VisitSnapshot[] | null> {
  const row = await ctx.db
    .selectFrom("booking_moves")
    .select("detail")
    .where("booking_id", "=", bookingId)
    .where("from_version", "=", leftVersion - 1)
    .where("move", "=", "plan")
    .executeTakeFirst();
  return (row?.detail.daysBefore as VisitSnapshot[] | undefined) ?? null;
}

/** False when the database refused it, because somebody would have two visits at once. */
async function putBack(ctx: Ctx, day: VisitSnapshot): Promise<boolean> {
  const { id, technicianId, startsAt, endsAt, crewSize, multiDay, helpers } = day;
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        ...{ technician_id: technicianId, starts_at: new Date(startsAt), ends_at: new Date(endsAt) },
        ...{ hands: crewSize, of_plan: multiDay, state: technicianId ? "scheduled" : "held" },
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
