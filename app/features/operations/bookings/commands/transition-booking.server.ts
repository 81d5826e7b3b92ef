import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { getBookingTerms } from "../../../core/business/queries.server";
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
import { beforeConfirmation } from "../restore-request.server";
import { recordTimelineEntry } from "../timeline.server";
import { emitHelpersRemoved, promoteFirstHelper } from "../visits/crew.server";
import { jobStart } from "../visits/multi-day";
import {
  discardPendingNotifications,
  pausePendingNotifications,
  schedulePendingNotification,
} from "../visits/pending-notifications.server";

const visitTransitions = [
  "depart",
  "arrive",
  "undoDepart",
  "undoArrive",
  "reportNoAccess",
  "hold",
  "finishWork",
] as const satisfies Transition[];

/** Visit state after a transition; other transitions do not change the visit. */
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
 * Makes a transition of a booking and its visits (docs/domain.md, "Bookings"). `visitId`: required if several
 * visits are open. The first confirm or decline meets the contact target. `actingAs`: see `lockBooking`.
 */
export const transitionBooking = command(
  "bookings.take-part",
  async function transitionBooking(
    ctx,
    input: {
      bookingId: string;
      visitId?: string;
      transition: PlainTransition;
      version: number;
      reason?: string;
      confirmOtherDay?: boolean;
      /** Dubai day on which work put on hold is expected to continue. */
      continueOn?: string;
      detail?: Record<string, unknown>;
      /** The placement in the same request sends one notification for both, after the delay. */
      notifiedWithVisit?: boolean;
      /** One email covers all bookings cancelled together. */
      inOneMail?: boolean;
    },
    actingAs?: ActingRole,
  ) {
    const locked = await lockBooking(ctx, input.bookingId, input.version, input.visitId, actingAs);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    if (input.visitId && !booking.visit) return refuse("wrong-state");
    const decision = validateTransition({
      transition: input.transition,
      state: currentState(booking, input.transition),
      by,
      reason: input.reason,
      confirmOtherDay: input.confirmOtherDay,
      now: ctx.now,
      // Customers cancel a multi-day job as a whole, so the first day counts.
      visitStartsAt: by === "customer" ? jobStart(booking.visits, booking.visit) : booking.visit?.startsAt,
      cutOffHours: (await getBookingTerms(ctx)).cutOffHours,
    });
    if (!decision.ok) return decision;

    await transitionVisits(ctx, booking, input.transition);
    const to = await deriveStateFromVisits(ctx, booking, decision.to);
    const continuation = input.transition === "hold" ? { continueOn: input.continueOn ?? null } : {};
    await advanceBooking(ctx, booking, to, {
      ...responseTimestamps(ctx, booking, input.transition),
      ...continuation,
    });
    await recordTimelineEntry(ctx, booking.id, {
      event: input.transition,
      from: booking.state,
      to,
      version: booking.version,
      reason: input.reason,
      detail: {
        ...input.detail,
        ...(input.transition === "confirm" ? beforeConfirmation(booking) : {}),
        ...continuation,
      },
    });
    if (!input.notifiedWithVisit) await scheduleNotifications(ctx, booking, input.transition);
    await emitTransitionEvent(ctx, booking, input, to);
    return { ok: true };
  },
);

/** Visit transitions start from the visit's state, because another visit may be further than the booking. */
function currentState(booking: LockedBooking, transition: PlainTransition): BookingState {
  const { visit } = booking;
  if (!isVisitTransition(transition) || !visit) return booking.state;
  return visit.state === "held" || visit.state === "handed_over" ? booking.state : visit.state;
}

function isVisitTransition(transition: PlainTransition): boolean {
  return visitTransitions.some((visitTransition) => visitTransition === transition);
}

async function transitionVisits(
  ctx: Ctx,
  booking: LockedBooking,
  transition: PlainTransition,
): Promise<void> {
  if (transition === "confirm") return scheduleHeldVisits(ctx, booking);
  if (transition === "unassign" && booking.visit && booking.visit.helpers.length > 0)
    return promoteFirstHelper(ctx, booking.visit);
  const state = visitStateAfter[transition];
  if (!state) return;
  const affected =
    state === "cancelled" ? booking.visits.filter(({ state }) => state !== "work_done") : [booking.visit];
  const ids = affected.flatMap((visit) => visit?.id ?? []);
  if (ids.length === 0) return;
  await ctx.db
    .updateTable("visits")
    .set({ state, ...visitColumns(transition, ctx.now) })
    .where("id", "in", ids)
    .where("live", "=", true)
    .execute();
}

/** Past holds are cancelled, and the booking waits for another visit. */
async function scheduleHeldVisits(ctx: Ctx, { id }: LockedBooking): Promise<void> {
  const heldVisits = ctx.db
    .updateTable("visits")
    .where("bookingId", "=", id)
    .where("leadVisitId", "is", null)
    .where("state", "=", "held");
  await heldVisits
    .set({ state: "scheduled" })
    .where("technicianId", "is not", null)
    .where("endsAt", ">", ctx.now)
    .execute();
  await heldVisits.set({ state: "cancelled" }).where("endsAt", "<=", ctx.now).execute();
}

/** Pending notifications of the visits; the transition itself has its own email or needs none. */
async function scheduleNotifications(
  ctx: Ctx,
  booking: LockedBooking,
  transition: PlainTransition,
): Promise<void> {
  switch (transition) {
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

function visitColumns(transition: PlainTransition, now: Date) {
  switch (transition) {
    case "unassign":
      return { technicianId: null };
    case "depart":
      return { departedAt: now };
    case "arrive":
      return { arrivedAt: now };
    case "undoDepart":
      return { departedAt: null, delayMin: 0 };
    case "undoArrive":
      return { arrivedAt: null };
    case "reportNoAccess":
    case "hold":
    case "finishWork":
      return { endedAt: now };
    default:
      return {};
  }
}

function responseTimestamps(ctx: Ctx, booking: LockedBooking, transition: PlainTransition) {
  switch (transition) {
    case "confirm":
      return {
        respondedAt: booking.respondedAt ?? ctx.now,
        ...(booking.emergency ? { acknowledgedAt: booking.acknowledgedAt ?? ctx.now } : {}),
      };
    case "decline":
      return { respondedAt: booking.respondedAt ?? ctx.now };
    case "arrive":
      return booking.emergency ? { arrivedAt: booking.arrivedAt ?? ctx.now } : {};
    case "undoArrive":
      return booking.emergency ? { arrivedAt: null } : {};
    default:
      return {};
  }
}

async function emitTransitionEvent(
  ctx: Ctx,
  booking: LockedBooking,
  input: { transition: PlainTransition; reason?: string; notifiedWithVisit?: boolean; inOneMail?: boolean },
  to: BookingState,
): Promise<void> {
  const reason = input.reason?.trim() || null;
  switch (input.transition) {
    case "confirm":
      return emit(ctx, "booking.confirmed", booking.id, {
        version: booking.version + 1,
        heldStartsAt: booking.visit?.startsAt.toISOString() ?? null,
        notifiedWithVisit: input.notifiedWithVisit ?? false,
      });
    case "decline":
      return emit(ctx, "booking.declined", booking.id, {}, { reason });
    case "cancel":
      return emit(
        ctx,
        "booking.cancelled",
        booking.id,
        { hadVisit: booking.visit !== null, ...(input.inOneMail ? { inOneMail: true } : {}) },
        { reason },
      );
    case "unassign": {
      const { visit } = booking;
      return visit?.technicianId && visit.helpers.length > 0
        ? emitHelpersRemoved(ctx, booking.id, visit.id, [{ technicianId: visit.technicianId }])
        : emit(ctx, "booking.technician-unassigned", booking.id, { visitId: visit?.id ?? null });
    }
    default:
      return emit(ctx, "booking.status-changed", booking.id, {
        transition: input.transition,
        to,
        visitId: booking.visit?.id ?? null,
      });
  }
}
