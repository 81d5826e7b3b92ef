import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes, dubaiInstant } from "~/platform/time";
import { lockDay } from "../../scheduling/place-visit.server";
import { type VisitChange, validateVisitChange } from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedBooking,
  type LockedVisit,
  lockBooking,
  lockToUndo,
  type UndoToken,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { applyPlacement, type PlacementInput, placementSnapshot } from "../visits/apply-placement.server";
import {
  emitHelpersRemoved,
  findReleasedHelpers,
  promoteFirstHelper,
  type ReleasedHelpers,
  releaseHelpers,
  restoreHelpers,
} from "../visits/crew.server";
import { findGuestHold } from "../visits/guest-holds.server";
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";
import { transitionBooking } from "./transition-booking.server";

/*
 * Changes of one visit by a dispatcher. Each returns the booking version that it produced, as undo token:
 * undo restores the previous placement unless others changed the visit since. `undoConfirmation` also
 * restores the request.
 */

interface ChangeInput {
  bookingId: string;
  version: number;
  /** Undo: checks for later changes by others instead of the exact version. */
  undo?: UndoToken;
}

/** Places a new visit, or moves or resizes the given one. Placing a request confirms it. */
export const scheduleVisit = command(
  "bookings.manage",
  async function scheduleVisit(ctx, input: ChangeInput & PlacementInput & { visitId?: string }) {
    await lockDay(ctx, input.day);
    const { bookingId } = input;
    const released = input.undo ? await findReleasedHelpers(ctx, bookingId, input.undo.leftVersion) : null;
    const isReleased = released !== null && released.released !== null && released.released === input.visitId;
    const visitId = isReleased ? released.visitId : input.visitId;
    const locked = await lockVisit(ctx, input, visitId ?? null, (visit) =>
      visit && keepsPlacement(visit, input) ? "resize" : "place",
    );
    if (!locked.ok) return locked;
    if (isReleased) return restoreReleasedHelper(ctx, locked, released);
    if (released) {
      const placement = await applyPlacement(ctx, locked.booking, locked.visit, { ...input, isUndo: true });
      return placement.ok ? restoreAllHelpers(ctx, bookingId, placement, released) : placement;
    }
    const isRequest = locked.booking.state === "requested";
    if (input.asHold && !isRequest) return refuse("wrong-state");
    const { crewSlotId } = locked;
    if (!isRequest || input.asHold) {
      return applyPlacement(ctx, locked.booking, locked.visit, {
        ...input,
        crewSlotId,
        isUndo: input.undo !== undefined,
      });
    }

    const { version } = locked.booking;
    const hold = await findGuestHold(ctx, bookingId);
    const notifiedWithVisit = !locked.booking.emergency;
    const confirmed = await transitionBooking(ctx, {
      bookingId,
      version,
      transition: "confirm",
      notifiedWithVisit,
    });
    if (!confirmed.ok) return confirmed;
    const relocked = await lockBooking(ctx, bookingId, version + 1);
    if (!relocked.ok) return relocked;
    const { booking } = relocked;
    const visit =
      booking.visits.find(({ id, state }) => id === locked.visit?.id && state !== "cancelled") ?? null;
    return applyPlacement(ctx, booking, visit, {
      ...input,
      crewSlotId,
      confirms: { before: locked.visit, hold },
    });
  },
);

type LockedTarget = { booking: LockedBooking; visit: LockedVisit | null };

async function restoreReleasedHelper(ctx: Ctx, { booking, visit }: LockedTarget, released: ReleasedHelpers) {
  if (!visit || released.released === null) return refuse("wrong-state");
  if (!(await restoreHelpers(ctx, visit.id, released))) return refuse("technician-busy", {});
  const technicianId = released.helpers[0]?.technicianId ?? null;
  await advanceBooking(ctx, booking, booking.state);
  await recordTimelineEntry(ctx, booking.id, {
    event: "addHelper",
    from: booking.state,
    to: booking.state,
    version: booking.version,
    detail: {
      visitId: visit.id,
      before: placementSnapshot({ ...visit, technicianId: null }),
      after: placementSnapshot({ ...visit, technicianId }),
    },
  });
  await schedulePendingNotification(ctx, booking, {
    visitId: visit.id,
    before: visit,
    customerNotification: "unchanged",
  });
  if (technicianId) await emit(ctx, "booking.helper-added", booking.id, { visitId: visit.id, technicianId });
  return { ok: true as const, visitId: released.released, version: booking.version + 1 };
}

async function restoreAllHelpers<Placed extends { visitId: string; version: number }>(
  ctx: Ctx,
  bookingId: string,
  placement: Placed,
  released: ReleasedHelpers,
) {
  const locked = await lockBooking(ctx, bookingId, placement.version);
  if (!locked.ok) return locked;
  const { visitId } = placement;
  const before = locked.booking.visits.find(({ id }) => id === visitId) ?? null;
  if (!(await restoreHelpers(ctx, visitId, released))) return refuse("technician-busy", {});
  await schedulePendingNotification(ctx, locked.booking, {
    visitId,
    before,
    customerNotification: "unchanged",
  });
  for (const { technicianId } of released.helpers) {
    await emit(ctx, "booking.helper-added", bookingId, { visitId, technicianId });
  }
  return placement;
}

/** Agreed Dubai day and time of a visit without a technician. */
interface VisitTime {
  day: string;
  time: string;
  durationMin: number;
}

interface ChangeVisitInput extends ChangeInput {
  visitId: string;
  reason?: string;
  /** False if the customer is notified manually only. */
  notifyCustomer?: boolean;
  back?: VisitTime;
}

/** The time stays agreed, and the first helper becomes the lead. `back`: previously agreed time, for undo. */
export const unassignVisit = command(
  "bookings.manage",
  async function unassignVisit(ctx, input: ChangeVisitInput) {
    return changeVisit(ctx, input, "unassign");
  },
);

/** Without another visit the booking returns to the unassigned queue. */
export const cancelVisit = command(
  "bookings.manage",
  async function cancelVisit(ctx, input: Omit<ChangeVisitInput, "back">) {
    return changeVisit(ctx, input, "cancel");
  },
);

async function changeVisit(ctx: Ctx, input: ChangeVisitInput, change: "unassign" | "cancel") {
  const locked = await lockVisit(ctx, input, input.visitId, () => change);
  if (!locked.ok) return locked;
  const { booking, visit } = locked;
  if (!visit || (change === "unassign" && !visit.technicianId)) return refuse("wrong-state");
  const visitId = visit.id;
  const helper = change === "unassign" ? visit.helpers.find(({ id }) => id === locked.crewSlotId) : undefined;
  const continuesWithHelper = change === "unassign" && visit.helpers.length > 0;
  const after = input.back && !continuesWithHelper ? toInstants(input.back) : visit;
  if (helper) await releaseHelpers(ctx, [helper]);
  else if (continuesWithHelper) await promoteFirstHelper(ctx, visit);
  else {
    await ctx.db
      .updateTable("visits")
      .set(
        change === "unassign"
          ? { state: "held", technicianId: null, startsAt: after.startsAt, endsAt: after.endsAt }
          : { state: "cancelled" },
      )
      .where("id", "=", visitId)
      .execute();
  }
  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  await advanceBooking(ctx, booking, to);
  const reason = input.reason?.trim() || null;
  await recordTimelineEntry(ctx, booking.id, {
    event: change === "unassign" ? "unassign" : "cancelVisit",
    from: booking.state,
    to,
    version: booking.version,
    reason,
    detail: {
      visitId,
      before: placementSnapshot({ ...visit, technicianId: helper?.technicianId ?? visit.technicianId }),
      after: change === "unassign" ? placementSnapshot({ ...after, technicianId: null }) : null,
      ...(visit.crewSize > 1 ? { releasedHelpers: releasedBy(visit, helper) } : {}),
    },
  });
  await schedulePendingNotification(ctx, booking, {
    visitId,
    before: visit,
    customerNotification: customerNotification(input.notifyCustomer),
  });
  const startsAt = visit.startsAt.toISOString();
  if (continuesWithHelper)
    await emitHelpersRemoved(ctx, booking.id, visitId, [{ technicianId: (helper ?? visit).technicianId! }]);
  else if (change === "unassign") {
    await emit(ctx, "booking.technician-unassigned", booking.id, { visitId });
    const toStartsAt = after.startsAt.toISOString();
    if (toStartsAt !== startsAt) {
      const moved = { visitId, fromStartsAt: startsAt, toStartsAt };
      await emit(ctx, "booking.rescheduled", booking.id, moved);
    }
  } else {
    await emit(ctx, "booking.visit-cancelled", booking.id, { visitId, startsAt }, { reason });
  }
  return { ok: true as const, visitId: input.visitId, version: booking.version + 1 };
}

function releasedBy(
  visit: LockedVisit,
  helper: { id: string; technicianId: string } | undefined,
): ReleasedHelpers {
  const { id: visitId, crewSize, helpers } = visit;
  return { visitId, crewSize, helpers: helper ? [helper] : helpers, released: helper?.id ?? null };
}

/** `visitId`: null for a new visit; a helper's row selects its visit and is returned as `crewSlotId`. */
async function lockVisit(
  ctx: Ctx,
  input: ChangeInput,
  visitId: string | null,
  changeFor: (visit: LockedVisit | null) => VisitChange,
) {
  const locked = await (input.undo
    ? lockToUndo(ctx, input.bookingId, input.undo)
    : lockBooking(ctx, input.bookingId, input.version));
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const hasId = (row: { id: string }) => row.id === visitId;
  const visit = booking.visits.find((row) => hasId(row) || row.helpers.some(hasId)) ?? null;
  if (visitId && !visit) return refuse("visit-unknown");
  const decision = validateVisitChange({
    change: changeFor(visit),
    by,
    state: booking.state,
    visit: visit?.state ?? null,
  });
  const crewSlotId = visit?.helpers.find(hasId)?.id;
  return decision.ok ? { ok: true as const, booking, visit, crewSlotId } : decision;
}

function toInstants({ day, time, durationMin }: VisitTime) {
  const startsAt = dubaiInstant(day, time);
  return { startsAt, endsAt: addMinutes(startsAt, durationMin) };
}

function keepsPlacement(visit: LockedVisit, { technicianId, day, time }: PlacementInput): boolean {
  return (
    visit.technicianId === technicianId && visit.startsAt.getTime() === dubaiInstant(day, time).getTime()
  );
}
