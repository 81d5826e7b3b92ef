import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { getBookingTerms } from "../../business/queries.server";
import {
  type ActingRole,
  type BookingState,
  type PlainTransition,
  type Transition,
  type VisitState,
  validateTransition,
} from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedBooking,
  lockBooking,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { emitHelpersRemoved, promoteFirstHelper } from "../visits/crew.server";
import { jobStart } from "../visits/multi-day";
import {
  discardPendingNotifications,
  pausePendingNotifications,
  schedulePendingNotification,
} from "../visits/pending-notifications.server";

/** The moves of one visit, which are made where it is. */
const onTheRoad = [
  "depart",
  "arrive",
  "undoDepart",
  "undoArrive",
  "reportNoAccess",
  "hold",
  "finishWork",
] as const satisfies Transition[];

/** What a booking's visit becomes when it is moved; a move that is not named leaves it. */
const visitStateAfter: Partial<Record<PlainTransition, VisitState>> = {
  decline: "cancelled",
  cancel: "cancelled",
  unassign: "held",
  depart: "en_route",
  arrive: "on_site",
  undoDepart: "scheduled",
  undoArrive: "en_route",
  reportNoAccess: "no_access",
  hold: "on_hold",
  finishWork: "work_done",
};

/**
 * Moves a booking along its life (docs/domain.md, "Bookings"), its visits with it. `version` is the one the actor saw.
 * Confirming a held slot schedules its visit. The first confirm or decline stops the clock of the 2-hour promise. `visitId`: which visit is under way, where a booking
 * may have several; without it, the next. `detail` is kept with the entry of the timeline. `as`: see lockBooking.
 */
export const transitionBooking = command(
  "bookings.take-part",
  async (
    ctx,
    asked: {
      bookingId: string;
      visitId?: string;
      move: PlainTransition;
      version: number;
      reason?: string;
      anotherDay?: boolean;
      detail?: Record<string, unknown>;
      /** Of a confirmation: its visit is placed in one go with it, and both are told when that has rested. */
      notifiedWithVisit?: boolean;
      /** Of a cancellation: with others, of which the customer is told in one mail. */
      inOneMail?: boolean;
    },
    as?: ActingRole,
  ) => {
    const locked = await lockBooking(ctx, asked.bookingId, asked.version, asked.visitId, as);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    // The visit that was meant is over.
    if (asked.visitId && !booking.visit) return refuse("wrong-state");
    const decision = validateTransition({
      move: asked.move,
      state: stateBefore(booking, asked.move),
      by,
      reason: asked.reason,
      anotherDay: asked.anotherDay,
      now: ctx.now,
      // Of several days a customer calls off all, and the first of them counts.
      visitStartsAt: by === "customer" ? jobStart(booking.visits, booking.visit) : booking.visit?.startsAt,
      cutOffHours: (await getBookingTerms(ctx)).cutOffHours,
    });
    if (!decision.ok) return decision;

    await moveVisits(ctx, booking, asked.move);
    const to = await deriveStateFromVisits(ctx, booking, decision.to);
    await advanceBooking(ctx, booking, to, stampsOf(ctx, booking, asked.move));
    await recordTimelineEntry(ctx, booking.id, {
      move: asked.move,
      from: booking.state,
      to,
      version: booking.version,
      reason: asked.reason,
      detail: asked.detail,
    });
    if (!asked.notifiedWithVisit) await schedulePendingNotificationsFor(ctx, booking, asked.move);
    await tell(ctx, booking, asked, to);
    return { ok: true };
  },
);

/** On the road it is the visit that is moved: of several, another may be further than the booking tells. */
function stateBefore(booking: LockedBooking, move: PlainTransition): BookingState {
  const { visit } = booking;
  return isOnTheRoad(move) && visit && visit.state !== "held" ? visit.state : booking.state;
}

function isOnTheRoad(move: PlainTransition): boolean {
  return onTheRoad.some((one) => one === move);
}

/**
 * Confirming schedules what was held, as the customer is told that time; what ends the booking ends all that is not
 * done; any other move is about the visit ahead or under way.
 */
async function moveVisits(ctx: Ctx, booking: LockedBooking, move: PlainTransition): Promise<void> {
  if (move === "confirm") return scheduleHeld(ctx, booking);
  if (move === "unassign" && booking.visit && booking.visit.helpers.length > 0)
    return promoteFirstHelper(ctx, booking.visit);
  const state = visitStateAfter[move];
  if (!state) return;
  const moved =
    state === "cancelled" ? booking.visits.filter(({ state }) => state !== "work_done") : [booking.visit];
  const ids = moved.flatMap((visit) => visit?.id ?? []);
  if (ids.length === 0) return;
  await ctx.db
    .updateTable("visits")
    .set({ state, ...alsoChanged(move, ctx.now) })
    .where("id", "in", ids)
    .where("live", "=", true)
    .execute();
}

/** Nobody can go at a time that is over: such a visit is called off, and the booking waits for another one. */
async function scheduleHeld(ctx: Ctx, { id }: LockedBooking): Promise<void> {
  const held = ctx.db
    .updateTable("visits")
    .where("booking_id", "=", id)
    .where("lead_id", "is", null)
    .where("state", "=", "held");
  await held
    .set({ state: "scheduled" })
    .where("technician_id", "is not", null)
    .where("ends_at", ">", ctx.now)
    .execute();
  await held.set({ state: "cancelled" }).where("ends_at", "<=", ctx.now).execute();
}

/** What is left to be told of its visits; the move itself has its own mail to the customer, or needs none. */
async function schedulePendingNotificationsFor(
  ctx: Ctx,
  booking: LockedBooking,
  move: PlainTransition,
): Promise<void> {
  switch (move) {
    case "confirm":
    case "decline":
    case "cancel":
      for (const visit of booking.visits.filter(({ state }) => state === "held" || state === "scheduled")) {
        await schedulePendingNotification(ctx, booking, {
          visitId: visit.id,
          before: visit,
          customerNotification: "sent-elsewhere",
        });
      }
      return;
    case "unassign":
    case "undoDepart":
      if (booking.visit) {
        const { visit } = booking;
        await schedulePendingNotification(ctx, booking, {
          visitId: visit.id,
          before: visit,
          customerNotification: "unchanged",
        });
      }
      return;
    case "depart":
      if (booking.visit) await pausePendingNotifications(ctx, booking.visit.id);
      return;
    case "undoArrive":
      return;
    default:
      if (booking.visit) await discardPendingNotifications(ctx, booking.visit);
  }
}

function alsoChanged(move: PlainTransition, now: Date) {
  switch (move) {
    case "unassign":
      return { technician_id: null };
    case "depart":
      return { departed_at: now };
    case "arrive":
      return { arrived_at: now };
    case "undoDepart":
      return { departed_at: null, later_min: 0 };
    case "undoArrive":
      return { arrived_at: null };
    case "reportNoAccess":
    case "hold":
    case "finishWork":
      return { ended_at: now };
    default:
      return {};
  }
}

function stampsOf(ctx: Ctx, booking: LockedBooking, move: PlainTransition) {
  switch (move) {
    case "confirm":
      return {
        responded_at: booking.respondedAt ?? ctx.now,
        ...(booking.emergency ? { acknowledged_at: booking.acknowledgedAt ?? ctx.now } : {}),
      };
    case "decline":
      return { responded_at: booking.respondedAt ?? ctx.now };
    case "arrive":
      return booking.emergency ? { arrived_at: booking.arrivedAt ?? ctx.now } : {};
    case "undoArrive":
      return booking.emergency ? { arrived_at: null } : {};
    default:
      return {};
  }
}

async function tell(
  ctx: Ctx,
  booking: LockedBooking,
  asked: { move: PlainTransition; reason?: string; notifiedWithVisit?: boolean; inOneMail?: boolean },
  to: BookingState,
): Promise<void> {
  const reason = asked.reason?.trim() || null;
  switch (asked.move) {
    case "confirm":
      return emit(ctx, "booking.confirmed", booking.id, {
        version: booking.version + 1,
        heldStartsAt: booking.visit?.startsAt.toISOString() ?? null,
        notifiedWithVisit: asked.notifiedWithVisit ?? false,
      });
    case "decline":
      return emit(ctx, "booking.declined", booking.id, {}, { reason });
    case "cancel":
      return emit(ctx, "booking.cancelled", booking.id, asked.inOneMail ? { inOneMail: true } : {}, {
        reason,
      });
    case "unassign": {
      const { visit } = booking;
      return visit?.technicianId && visit.helpers.length > 0
        ? emitHelpersRemoved(ctx, booking.id, visit.id, [{ technicianId: visit.technicianId }])
        : emit(ctx, "booking.technician-unassigned", booking.id, { visitId: visit?.id ?? null });
    }
    default:
      return emit(ctx, "booking.status-changed", booking.id, {
        move: asked.move,
        to,
        visitId: booking.visit?.id ?? null,
      });
  }
}
