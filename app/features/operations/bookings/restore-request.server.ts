import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type ActingRole, isPlanned, validateTransition } from "./booking";
import { advanceBooking, type LockedBooking } from "./lock-booking.server";
import { recordTimelineEntry } from "./timeline.server";
import { placementSnapshot } from "./visits/apply-placement.server";
import { restoreGuestHold } from "./visits/guest-holds.server";
import { snapshotVisit, type VisitSnapshot } from "./visits/multi-day";
import { findUndoableConfirmation, schedulePendingNotification } from "./visits/pending-notifications.server";
import { replaceVisits } from "./visits/restore-visits.server";

/** Undo of a confirmation, alone or together with the plan of a multi-day job. */

/** Stored in the timeline entry of a confirmation, for undo. */
export function beforeConfirmation({ visits, respondedAt }: LockedBooking) {
  return {
    visitsBefore: visits.filter(isPlanned).map(snapshotVisit),
    respondedAt: respondedAt?.toISOString() ?? null,
  };
}

export interface Confirmation {
  /** Booking version that the confirmation started from. */
  version: number;
  visitsBefore: readonly VisitSnapshot[];
  respondedAt: Date | null;
}

/** `leftVersion`: version that the change produced. Null if that change confirmed no request. */
export async function findConfirmation(
  ctx: Ctx,
  bookingId: string,
  leftVersion: number,
): Promise<Confirmation | null> {
  const [last, previous] = await ctx.db
    .selectFrom("timelineEntries")
    .select(["event", "detail", "fromVersion", "at"])
    .where("bookingId", "=", bookingId)
    .where("fromVersion", "in", [leftVersion - 1, leftVersion - 2])
    .orderBy("fromVersion", "desc")
    .execute();
  // A placement that confirms a request has two entries of one transaction.
  const isOneChange = previous?.at.getTime() === last?.at.getTime();
  const entry = [last, isOneChange ? previous : undefined].find(
    (candidate) => candidate?.event === "confirm",
  );
  const visitsBefore = entry?.detail.visitsBefore as VisitSnapshot[] | undefined;
  if (!entry || !visitsBefore) return null;
  const { respondedAt } = entry.detail;
  return {
    version: entry.fromVersion,
    visitsBefore,
    respondedAt: typeof respondedAt === "string" ? new Date(respondedAt) : null,
  };
}

/** The caller must hold the locks of `lockDaysOf` and `lockToUndo`, and roll back on refusal. */
export async function restoreRequest(
  ctx: Ctx,
  { booking, by }: { booking: LockedBooking; by: ActingRole },
  { version, visitsBefore, respondedAt }: Confirmation,
) {
  const decision = validateTransition({ transition: "undoConfirm", state: booking.state, by, now: ctx.now });
  if (!decision.ok) return refuse("wrong-state");
  const undoable = await findUndoableConfirmation(ctx, booking.id);
  if (!undoable) return refuse("customer-notified");

  const planned = booking.visits.filter(isPlanned);
  if (!(await replaceVisits(ctx, planned, visitsBefore, { asHolds: true }))) {
    return refuse("technician-busy", {});
  }
  if (undoable.hold) await restoreGuestHold(ctx, booking.id, undoable.hold);
  await advanceBooking(ctx, booking, decision.to, {
    respondedAt: respondedAt ?? (await findFirstContact(ctx, booking.id)),
  });
  const restored = booking.visits.filter(({ id }) => visitsBefore.some((visit) => visit.id === id));
  const visitId = (restored[0] ?? planned[0])?.id;
  const [heldBefore] = visitsBefore;
  await recordTimelineEntry(ctx, booking.id, {
    event: "undoConfirm",
    from: booking.state,
    to: decision.to,
    version: booking.version,
    detail: {
      undoneFrom: version,
      visitId,
      before: planned[0] ? placementSnapshot(planned[0]) : null,
      after: heldBefore
        ? placementSnapshot({
            technicianId: heldBefore.technicianId,
            startsAt: new Date(heldBefore.startsAt),
            endsAt: new Date(heldBefore.endsAt),
          })
        : null,
    },
  });
  for (const visit of booking.visits.filter((visit) => planned.includes(visit) || restored.includes(visit))) {
    await schedulePendingNotification(ctx, booking, {
      visitId: visit.id,
      before: visit,
      customerNotification: "unchanged",
      confirmation: "undone",
    });
  }
  await emit(ctx, "booking.confirmation-undone", booking.id, { version: booking.version + 1 });
  return { ok: true as const, visitId, version: booking.version + 1 };
}

/** A contact logged since the confirmation still meets the response target. */
async function findFirstContact(ctx: Ctx, bookingId: string): Promise<Date | null> {
  const { at } = await ctx.db
    .selectFrom("timelineEntries")
    .select((eb) => eb.fn.min("at").as("at"))
    .where("bookingId", "=", bookingId)
    .where("event", "=", "contact")
    .executeTakeFirstOrThrow();
  return at;
}
