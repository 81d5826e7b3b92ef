import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes, dubaiInstant } from "~/platform/time";
import { lockDay } from "../../scheduling/visits.server";
import { decideVisitChange, type VisitChange } from "../booking";
import {
  advance,
  type LockedVisit,
  lockBooking,
  lockToUndo,
  recordMove,
  stateByVisits,
  type Undoing,
} from "../record-move.server";
import { placeOfVisit, putVisit, type WantedPlace } from "../visits/put-visit.server";
import { noteNews, toCustomer } from "../visits/visit-news.server";
import { moveBooking } from "./move-booking.server";

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
  undoing?: Undoing;
}

/**
 * Places a new visit, or moves or resizes the one that is named. Whoever places a request agrees to it: it is confirmed
 * in the same transaction.
 */
export const arrangeVisit = command(
  "bookings.manage",
  async (ctx, asked: Seen & WantedPlace & { visitId?: string }) => {
    await lockDay(ctx, asked.day);
    const { bookingId, visitId } = asked;
    const found = await lockVisit(ctx, asked, visitId ?? null, (visit) =>
      visit && staysPut(visit, asked) ? "resize" : "place",
    );
    if (!found.ok) return found;
    const isRequest = found.booking.state === "requested";
    if (asked.asHeld && !isRequest) return refuse("wrong-state");
    if (!isRequest || asked.asHeld) return putVisit(ctx, found.booking, found.visit, asked);

    const { version } = found.booking;
    const gathers = !found.booking.emergency;
    const confirmed = await moveBooking(ctx, { bookingId, version, move: "confirm", gathers });
    if (!confirmed.ok) return confirmed;
    const locked = await lockBooking(ctx, bookingId, version + 1);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const visit = booking.visits.find(({ id, state }) => id === visitId && state !== "cancelled") ?? null;
    return putVisit(ctx, booking, visit, { ...asked, confirms: { before: found.visit } });
  },
);

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
  tellCustomer?: boolean;
  back?: AgreedTime;
}

/**
 * Takes the technician off a visit: its time stays agreed, somebody else has to be found. `back`: the time that was
 * agreed before he got it, to undo that.
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
  const { visitId } = asked;
  if (!visit || (change === "unassign" && !visit.technicianId)) return refuse("wrong-state");
  const after = asked.back ? timesOf(asked.back) : visit;
  await ctx.db
    .updateTable("visits")
    .set(
      change === "unassign"
        ? { state: "held", technician_id: null, starts_at: after.startsAt, ends_at: after.endsAt }
        : { state: "cancelled" },
    )
    .where("id", "=", visitId)
    .execute();
  const to = await stateByVisits(ctx, booking, booking.state);
  await advance(ctx, booking, to);
  const reason = asked.reason?.trim() || null;
  await recordMove(ctx, booking.id, {
    move: change === "unassign" ? "unassign" : "cancelVisit",
    from: booking.state,
    to,
    version: booking.version,
    reason,
    detail: {
      visitId,
      before: placeOfVisit(visit),
      after: change === "unassign" ? placeOfVisit({ ...after, technicianId: null }) : null,
    },
  });
  await noteNews(ctx, booking, { visitId, before: visit, toCustomer: toCustomer(asked.tellCustomer) });
  const startsAt = visit.startsAt.toISOString();
  if (change === "unassign") {
    await emit(ctx, "booking.technician-unassigned", booking.id, { visitId });
    const toStartsAt = after.startsAt.toISOString();
    if (toStartsAt !== startsAt) {
      const moved = { visitId, fromStartsAt: startsAt, toStartsAt };
      await emit(ctx, "booking.rescheduled", booking.id, moved);
    }
  } else {
    await emit(ctx, "booking.visit-cancelled", booking.id, { visitId, startsAt }, { reason });
  }
  return { ok: true as const, visitId, version: booking.version + 1 };
}

/** Locks a booking for a change of one of its visits, if that change may be made. `visitId` null: of a new one. */
async function lockVisit(
  ctx: Ctx,
  seen: Seen,
  visitId: string | null,
  changeOf: (visit: LockedVisit | null) => VisitChange,
) {
  const locked = await (seen.undoing
    ? lockToUndo(ctx, seen.bookingId, seen.undoing)
    : lockBooking(ctx, seen.bookingId, seen.version));
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const visit = booking.visits.find(({ id }) => id === visitId) ?? null;
  if (visitId && !visit) return refuse("visit-unknown");
  const decision = decideVisitChange({
    change: changeOf(visit),
    by,
    state: booking.state,
    visit: visit?.state ?? null,
  });
  return decision.ok ? { ok: true as const, booking, visit } : decision;
}

function timesOf({ day, time, durationMin }: AgreedTime) {
  const startsAt = dubaiInstant(day, time);
  return { startsAt, endsAt: addMinutes(startsAt, durationMin) };
}

/** Whether only the end of a visit is to change. */
function staysPut(visit: LockedVisit, { technicianId, day, time }: WantedPlace): boolean {
  return (
    visit.technicianId === technicianId && visit.startsAt.getTime() === dubaiInstant(day, time).getTime()
  );
}
