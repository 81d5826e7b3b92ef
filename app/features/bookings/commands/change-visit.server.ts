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
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";
import { transitionBooking } from "./transition-booking.server";

/*
 * Changes of one visit by a dispatcher. Each is based on a booking version and returns the new version, from
 * which it can be undone: a placed visit is cancelled, a cancelled one placed again, a moved, resized or
 * unassigned one restored. Later changes by others are never undone. Confirmations stay, because the customer
 * was notified.
 */

interface ChangeInput {
  bookingId: string;
  version: number;
  /** Undo: checks for later changes by others instead of the exact version. */
  undo?: UndoToken;
}

/**
 * Places a new visit, or moves or resizes the given one. Placing a request confirms it in the same
 * transaction.
 */
export const arrangeVisit = command(
  "bookings.manage",
  async (ctx, asked: ChangeInput & PlacementInput & { visitId?: string }) => {
    await lockDay(ctx, asked.day);
    const { bookingId } = asked;
    const released = asked.undo ? await findReleasedHelpers(ctx, bookingId, asked.undo.leftVersion) : null;
    const isReleased = released !== null && released.released !== null && released.released === asked.visitId;
    const visitId = isReleased ? released.visitId : asked.visitId;
    const found = await lockVisit(ctx, asked, visitId ?? null, (visit) =>
      visit && keepsPlacement(visit, asked) ? "resize" : "place",
    );
    if (!found.ok) return found;
    if (isReleased) return restoreReleasedHelper(ctx, found, released);
    if (released) {
      const put = await applyPlacement(ctx, found.booking, found.visit, { ...asked, isUndo: true });
      return put.ok ? restoreAllHelpers(ctx, bookingId, put, released) : put;
    }
    const isRequest = found.booking.state === "requested";
    if (asked.asHeld && !isRequest) return refuse("wrong-state");
    const { crewSlotId } = found;
    if (!isRequest || asked.asHeld) {
      return applyPlacement(ctx, found.booking, found.visit, {
        ...asked,
        crewSlotId,
        isUndo: asked.undo !== undefined,
      });
    }

    const { version } = found.booking;
    const notifiedWithVisit = !found.booking.emergency;
    const confirmed = await transitionBooking(ctx, {
      bookingId,
      version,
      move: "confirm",
      notifiedWithVisit,
    });
    if (!confirmed.ok) return confirmed;
    const locked = await lockBooking(ctx, bookingId, version + 1);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const visit =
      booking.visits.find(({ id, state }) => id === found.visit?.id && state !== "cancelled") ?? null;
    return applyPlacement(ctx, booking, visit, { ...asked, crewSlotId, confirms: { before: found.visit } });
  },
);

type LockedTarget = { booking: LockedBooking; visit: LockedVisit | null };

async function restoreReleasedHelper(ctx: Ctx, { booking, visit }: LockedTarget, released: ReleasedHelpers) {
  if (!visit || released.released === null) return refuse("wrong-state");
  if (!(await restoreHelpers(ctx, visit.id, released))) return refuse("technician-busy", {});
  const technicianId = released.helpers[0]?.technicianId ?? null;
  await advanceBooking(ctx, booking, booking.state);
  await recordTimelineEntry(ctx, booking.id, {
    move: "join",
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
  put: Placed,
  released: ReleasedHelpers,
) {
  const locked = await lockBooking(ctx, bookingId, put.version);
  if (!locked.ok) return locked;
  const { visitId } = put;
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
  return put;
}

/** Agreed Dubai day and time of a visit without a technician. */
interface AgreedTime {
  day: string;
  time: string;
  durationMin: number;
}

interface ChangedVisit extends ChangeInput {
  visitId: string;
  reason?: string;
  /** False: the customer is notified manually only. */
  notifyCustomer?: boolean;
  back?: AgreedTime;
}

/**
 * Unassigns the technician; the time stays agreed, and the first helper becomes the lead. `back`: previously
 * agreed time, for undo.
 */
export const unassignVisit = command("bookings.manage", async (ctx, asked: ChangedVisit) =>
  changeVisit(ctx, asked, "unassign"),
);

/** Cancels one visit. Without another visit the booking returns to the unassigned queue. */
export const cancelVisit = command("bookings.manage", async (ctx, asked: Omit<ChangedVisit, "back">) =>
  changeVisit(ctx, asked, "cancel"),
);

async function changeVisit(ctx: Ctx, asked: ChangedVisit, change: "unassign" | "cancel") {
  const found = await lockVisit(ctx, asked, asked.visitId, () => change);
  if (!found.ok) return found;
  const { booking, visit } = found;
  if (!visit || (change === "unassign" && !visit.technicianId)) return refuse("wrong-state");
  const visitId = visit.id;
  const helper = change === "unassign" ? visit.helpers.find(({ id }) => id === found.crewSlotId) : undefined;
  const continuesWithHelper = change === "unassign" && visit.helpers.length > 0;
  const after = asked.back && !continuesWithHelper ? timesOf(asked.back) : visit;
  if (helper) await releaseHelpers(ctx, [helper]);
  else if (continuesWithHelper) await promoteFirstHelper(ctx, visit);
  else {
    await ctx.db
      .updateTable("visits")
      .set(
        change === "unassign"
          ? { state: "held", technician_id: null, starts_at: after.startsAt, ends_at: after.endsAt }
          : { state: "cancelled" },
      )
      .where("id", "=", visitId)
      .execute();
  }
  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  await advanceBooking(ctx, booking, to);
  const reason = asked.reason?.trim() || null;
  await recordTimelineEntry(ctx, booking.id, {
    move: change === "unassign" ? "unassign" : "cancelVisit",
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
    customerNotification: customerNotification(asked.notifyCustomer),
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
  return { ok: true as const, visitId: asked.visitId, version: booking.version + 1 };
}

function releasedBy(
  visit: LockedVisit,
  helper: { id: string; technicianId: string } | undefined,
): ReleasedHelpers {
  const { id: visitId, crewSize, helpers } = visit;
  return { visitId, crewSize, helpers: helper ? [helper] : helpers, released: helper?.id ?? null };
}

/**
 * Locks a booking for a change of one visit. `visitId`: null for a new visit; a helper's row selects its
 * visit and is returned as `crewSlotId`.
 */
async function lockVisit(
  ctx: Ctx,
  seen: ChangeInput,
  visitId: string | null,
  changeOf: (visit: LockedVisit | null) => VisitChange,
) {
  const locked = await (seen.undo
    ? lockToUndo(ctx, seen.bookingId, seen.undo)
    : lockBooking(ctx, seen.bookingId, seen.version));
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const isOf = (one: { id: string }) => one.id === visitId;
  const visit = booking.visits.find((one) => isOf(one) || one.helpers.some(isOf)) ?? null;
  if (visitId && !visit) return refuse("visit-unknown");
  const decision = validateVisitChange({
    change: changeOf(visit),
    by,
    state: booking.state,
    visit: visit?.state ?? null,
  });
  const crewSlotId = visit?.helpers.find(isOf)?.id;
  return decision.ok ? { ok: true as const, booking, visit, crewSlotId } : decision;
}

function timesOf({ day, time, durationMin }: AgreedTime) {
  const startsAt = dubaiInstant(day, time);
  return { startsAt, endsAt: addMinutes(startsAt, durationMin) };
}

function keepsPlacement(visit: LockedVisit, { technicianId, day, time }: PlacementInput): boolean {
  return (
    visit.technicianId === technicianId && visit.startsAt.getTime() === dubaiInstant(day, time).getTime()
  );
}
