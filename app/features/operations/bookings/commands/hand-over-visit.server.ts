import { randomUUID } from "node:crypto";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { lockDay } from "../../scheduling/place-visit.server";
import { nextVisitStart } from "../../scheduling/visit-time";
import { type ActingRole, isUnderWay, remainingMinutes, validateTransition } from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedBooking,
  type LockedVisit,
  lockBooking,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { applyPlacement, placementSnapshot } from "../visits/apply-placement.server";
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";

interface HandOverInput {
  bookingId: string;
  visitId: string;
  version: number;
  /** For the office and the technicians, such as a broken-down van. */
  reason: string;
  /** Null: the remaining work is unassigned. */
  technicianId: string | null;
  /** Dubai day and time. Default: the next start. */
  at?: { date: string; time: string };
  overrideReason?: string;
  /** False if the customer is notified manually only. */
  notifyCustomer?: boolean;
}

/**
 * Ends a visit under way with a reason and places a new one with another technician, or unassigned, in one
 * transaction.
 */
export const handOverVisit = command(
  "bookings.manage",
  async function handOverVisit(ctx, input: HandOverInput) {
    const next = nextVisitStart(ctx.now);
    const { date, time } = input.at ?? { date: next.day, time: next.time };
    await lockDay(ctx, date);
    const ended = await endUnderWay(ctx, input);
    if (!ended.ok) return ended;
    const { booking, visit } = ended;
    const { technicianId, overrideReason, notifyCustomer } = input;
    if (!technicianId) return holdUnassigned(ctx, booking, visit);
    return applyPlacement(ctx, booking, null, {
      ...{ technicianId, day: date, time },
      durationMin: remainingMinutes(visit, ctx.now),
      ...{ overrideReason, notifyCustomer, isHandover: true },
    });
  },
);

/** For the visit's technician, such as after a breakdown: the office chooses who continues. */
export const handOverOwnVisit = command(
  "visits.report",
  async function handOverOwnVisit(
    ctx,
    input: Pick<HandOverInput, "bookingId" | "visitId" | "version" | "reason">,
  ) {
    const ended = await endUnderWay(ctx, { ...input, technicianId: null });
    return ended.ok ? holdUnassigned(ctx, ended.booking, ended.visit) : ended;
  },
);

/** Returns the booking as it is afterwards. */
async function endUnderWay(ctx: Ctx, input: HandOverInput) {
  const locked = await lockBooking(ctx, input.bookingId, input.version, input.visitId);
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const { visit } = booking;
  if (!visit || !isUnderWay(visit)) return refuse("wrong-state");
  const decision = validateTransition({
    transition: "handOver",
    state: visit.state,
    by,
    reason: input.reason,
    now: ctx.now,
  });
  if (!decision.ok) return decision;
  await endVisit(ctx, booking, visit, { ...input, by, to: decision.to });
  const relocked = await lockBooking(ctx, booking.id, booking.version + 1, undefined, by);
  return relocked.ok ? { ok: true as const, booking: relocked.booking, visit } : relocked;
}

async function endVisit(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit,
  {
    reason,
    technicianId,
    notifyCustomer,
    by,
    to,
  }: HandOverInput & { by: ActingRole; to: LockedBooking["state"] },
): Promise<void> {
  await ctx.db
    .updateTable("visits")
    .set({ state: "handed_over", endedAt: ctx.now })
    .where("id", "=", visit.id)
    .execute();
  const state = await deriveStateFromVisits(ctx, booking, to);
  // An emergency without a technician waits for a dispatch again. The office does not know of a technician's handover.
  const isWaiting = booking.emergency && !technicianId;
  await advanceBooking(ctx, booking, state, {
    ...(isWaiting ? { dispatchedAt: null } : {}),
    ...(isWaiting && by === "technician" ? { acknowledgedAt: null, unacknowledgedNotifiedAt: null } : {}),
  });
  await recordTimelineEntry(ctx, booking.id, {
    event: "handOver",
    from: booking.state,
    to: state,
    version: booking.version,
    reason,
    detail: { visitId: visit.id, before: placementSnapshot(visit), after: null },
  });
  await schedulePendingNotification(ctx, booking, {
    visitId: visit.id,
    before: visit,
    customerNotification: customerNotification(notifyCustomer),
  });
  await emit(
    ctx,
    "booking.status-changed",
    booking.id,
    { transition: "handOver", to: state, visitId: visit.id },
    { reason: reason.trim() },
  );
}

/** Keeps the agreed time, as `unassignVisit` does. */
async function holdUnassigned(ctx: Ctx, booking: LockedBooking, ended: LockedVisit) {
  const id = randomUUID();
  const { startsAt, endsAt, crewSize, multiDay } = ended;
  await ctx.db
    .insertInto("visits")
    .values({
      ...{ id, bookingId: booking.id, state: "held", area: booking.area, createdAt: ctx.now },
      ...{ startsAt, endsAt, crewSize, multiDay },
    })
    .execute();
  await schedulePendingNotification(ctx, booking, {
    visitId: id,
    before: null,
    customerNotification: "unchanged",
  });
  return { ok: true as const, visitId: id, version: booking.version };
}
