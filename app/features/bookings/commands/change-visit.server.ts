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
 * What a dispatcher does with one visit of a booking. Each is made from the version of the booking that was seen, and
 * undone by another of them from the version that it left: a visit that was placed is called off, one that was called
 * off is placed again, one that was moved, resized or unassigned is arranged as it was, one that was taken from among
 * the waiting goes back there with the time that it had. What somebody else changed since is not undone with it. Only a confirmation stays: the customer has been told.
 * Each tells the `version` that the booking has reached, to undo it from.
 */

interface Seen {
  bookingId: string;
  version: number;
  /** What is to be undone: then it counts that nobody else changed the visit since, whatever version was seen. */
  undo?: UndoToken;
}

/**
 * Places a new visit, or moves or resizes the one that is named. Whoever places a request agrees to it: it is confirmed
 * in the same transaction.
 */
export const arrangeVisit = command(
  "bookings.manage",
  async (ctx, asked: Seen & PlacementInput & { visitId?: string }) => {
    await lockDay(ctx, asked.day);
    const { bookingId } = asked;
    const lost = asked.undo ? await findReleasedHelpers(ctx, bookingId, asked.undo.leftVersion) : null;
    const isReleased = lost !== null && lost.released !== null && lost.released === asked.visitId;
    const visitId = isReleased ? lost.visitId : asked.visitId;
    const found = await lockVisit(ctx, asked, visitId ?? null, (visit) =>
      visit && staysPut(visit, asked) ? "resize" : "place",
    );
    if (!found.ok) return found;
    if (isReleased) return comeBack(ctx, found, lost);
    if (lost) {
      const put = await applyPlacement(ctx, found.booking, found.visit, { ...asked, isUndo: true });
      return put.ok ? withHelpersBack(ctx, bookingId, put, lost) : put;
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

type Found = { booking: LockedBooking; visit: LockedVisit | null };

/** Undoes that a helper was released. */
async function comeBack(ctx: Ctx, { booking, visit }: Found, lost: ReleasedHelpers) {
  if (!visit || lost.released === null) return refuse("wrong-state");
  if (!(await restoreHelpers(ctx, visit.id, lost))) return refuse("technician-busy", {});
  const technicianId = lost.helpers[0]?.technicianId ?? null;
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
  return { ok: true as const, visitId: lost.released, version: booking.version + 1 };
}

/** Undoes, once the visit itself is as it was, that its helpers were released with it. */
async function withHelpersBack<Put extends { visitId: string; version: number }>(
  ctx: Ctx,
  bookingId: string,
  put: Put,
  lost: ReleasedHelpers,
) {
  const locked = await lockBooking(ctx, bookingId, put.version);
  if (!locked.ok) return locked;
  const { visitId } = put;
  const before = locked.booking.visits.find(({ id }) => id === visitId) ?? null;
  if (!(await restoreHelpers(ctx, visitId, lost))) return refuse("technician-busy", {});
  await schedulePendingNotification(ctx, locked.booking, {
    visitId,
    before,
    customerNotification: "unchanged",
  });
  for (const { technicianId } of lost.helpers) {
    await emit(ctx, "booking.helper-added", bookingId, { visitId, technicianId });
  }
  return put;
}

/** A time that is agreed while nobody is found for it. `day` and `time` are Dubai's. */
interface AgreedTime {
  day: string;
  time: string;
  durationMin: number;
}

interface ChangedVisit extends Seen {
  visitId: string;
  reason?: string;
  /** False: the customer is told of it only when somebody says so. */
  notifyCustomer?: boolean;
  back?: AgreedTime;
}

/**
 * Takes the technician off a visit: its time stays agreed, somebody else has to be found. The first of the helpers leads then. `back`: the
 * time that was agreed before he got it, to undo that.
 */
export const unassignVisit = command("bookings.manage", async (ctx, asked: ChangedVisit) =>
  changeVisit(ctx, asked, "unassign"),
);

/** Calls one visit off. Without another one the booking waits to be planned again. */
export const cancelVisit = command("bookings.manage", async (ctx, asked: Omit<ChangedVisit, "back">) =>
  changeVisit(ctx, asked, "cancel"),
);

async function changeVisit(ctx: Ctx, asked: ChangedVisit, change: "unassign" | "cancel") {
  const found = await lockVisit(ctx, asked, asked.visitId, () => change);
  if (!found.ok) return found;
  const { booking, visit } = found;
  if (!visit || (change === "unassign" && !visit.technicianId)) return refuse("wrong-state");
  const visitId = visit.id;
  const own = change === "unassign" ? visit.helpers.find(({ id }) => id === found.crewSlotId) : undefined;
  const stays = change === "unassign" && visit.helpers.length > 0;
  const after = asked.back && !stays ? timesOf(asked.back) : visit;
  if (own) await releaseHelpers(ctx, [own]);
  else if (stays) await promoteFirstHelper(ctx, visit);
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
      before: placementSnapshot({ ...visit, technicianId: own?.technicianId ?? visit.technicianId }),
      after: change === "unassign" ? placementSnapshot({ ...after, technicianId: null }) : null,
      ...(visit.crewSize > 1 ? { releasedHelpers: releasedBy(visit, own) } : {}),
    },
  });
  await schedulePendingNotification(ctx, booking, {
    visitId,
    before: visit,
    customerNotification: customerNotification(asked.notifyCustomer),
  });
  const startsAt = visit.startsAt.toISOString();
  if (stays)
    await emitHelpersRemoved(ctx, booking.id, visitId, [{ technicianId: (own ?? visit).technicianId! }]);
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
  own: { id: string; technicianId: string } | undefined,
): ReleasedHelpers {
  const { id: visitId, crewSize, helpers } = visit;
  return { visitId, crewSize, helpers: own ? [own] : helpers, released: own?.id ?? null };
}

/**
 * Locks a booking for a change of one of its visits, if that change may be made. `visitId` null: of a new one; the row of a helper,
 * which is told as `seat`: of his visit.
 */
async function lockVisit(
  ctx: Ctx,
  seen: Seen,
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

/** Whether only the end of a visit is to change. */
function staysPut(visit: LockedVisit, { technicianId, day, time }: PlacementInput): boolean {
  return (
    visit.technicianId === technicianId && visit.startsAt.getTime() === dubaiInstant(day, time).getTime()
  );
}
