import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { lockDay, placeVisit } from "../../scheduling/place-visit.server";
import type { TimeSlot } from "../../scheduling/slots";
import { isPlanned, validateVisitChange } from "../booking";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedBooking,
  type LockedVisit,
  lockBooking,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { addHelper, emitHelpersRemoved, releaseHelpers } from "../visits/crew.server";
import { findGuestHold } from "../visits/guest-holds.server";
import { isMultiDayVisit, missedDays, orderWithoutOverlap, snapshotVisit } from "../visits/multi-day";
import {
  checkTechnician,
  findOpenDays,
  loadRosterForDays,
  type MultiDayRequest,
} from "../visits/multi-day-check.server";
import { customerNotification, schedulePendingNotification } from "../visits/pending-notifications.server";
import { loadServiceWithTimes } from "../work/service-times.server";
import { transitionBooking } from "./transition-booking.server";

interface PlanDaysInput extends MultiDayRequest {
  bookingId: string;
  version: number;
  technicianId: string;
  helperIds: readonly string[];
  overrideReason?: string;
  /** False if the customer is notified manually only. */
  notifyCustomer?: boolean;
}

/**
 * Plans the remaining work over several open days, or moves those days. All or nothing
 * (docs/decisions/0052-crews-and-multi-day-jobs.md). Planning a request confirms it.
 */
export const planDays = command("bookings.manage", async function planDays(ctx, input: PlanDaysInput) {
  const days = await findOpenDays(ctx, input);
  if (!days) return refuse("no-open-days");
  for (const day of days) await lockDay(ctx, day);
  const { bookingId } = input;
  const initial = await lockBooking(ctx, bookingId, input.version);
  if (!initial.ok) return initial;
  const { booking: before, by } = initial;
  if (before.emergency) return refuse("wrong-state");
  const decision = validateVisitChange({ change: "place", by, state: before.state, visit: null });
  if (!decision.ok) return decision;
  const confirms = before.state === "requested";
  const hold = confirms ? await findGuestHold(ctx, bookingId) : null;
  if (confirms) {
    const confirmation = {
      bookingId,
      version: before.version,
      transition: "confirm",
      notifiedWithVisit: true,
    } as const;
    const confirmed = await transitionBooking(ctx, confirmation);
    if (!confirmed.ok) return confirmed;
  }
  const locked = confirms ? await lockBooking(ctx, bookingId, before.version + 1) : initial;
  if (!locked.ok) return locked;
  const { booking } = locked;
  const plannedVisits = booking.visits.filter(isPlanned);

  const service = await loadServiceWithTimes(ctx, booking);
  const excludedVisitIds = plannedVisits.map(({ id }) => id);
  const rosterOfDays = await loadRosterForDays(ctx, booking, service, { ...input, days, excludedVisitIds });
  const helperIds = [...new Set(input.helperIds)].filter((id) => id !== input.technicianId);
  const technicians = [input.technicianId, ...helperIds].map((id) =>
    rosterOfDays.roster.technicians.find((technician) => technician.id === id),
  );
  if (technicians.some((technician) => !technician)) return refuse("technician-unknown");
  const checks = technicians.map((technician) => ({
    technicianName: technician!.name,
    ...checkTechnician(ctx, technician!, rosterOfDays, {
      area: booking.area,
      isCurrent: plannedVisits.some((visit) =>
        [visit, ...visit.helpers].some((member) => member.technicianId === technician!.id),
      ),
    }),
  }));
  const busyDays = checks.flatMap(({ technicianName, ...check }) =>
    check.busyDays.map((day) => ({ day, technicianName })),
  );
  if (busyDays.length > 0) return refuse("days-busy", { busyDays });
  const conflicts = [...new Set(checks.flatMap(({ warnings }) => warnings))];
  const overrideReason = input.overrideReason?.trim();
  if (conflicts.length > 0 && !overrideReason) return refuse("technician-warning", { conflicts });

  const surplusVisits = plannedVisits.slice(days.length);
  for (const { id, helpers } of surplusVisits) {
    await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", id).execute();
    await emitHelpersRemoved(ctx, bookingId, id, helpers);
  }
  const otherDays = booking.visits.filter((visit) => isMultiDayVisit(visit) && !isPlanned(visit));
  const crew = { ...input, helperIds, multiDay: days.length + otherDays.length > 1, service };
  const missed = missedDays(booking.visits);
  const planned = orderWithoutOverlap(
    rosterOfDays.timeSlots.map((timeSlot, index) => {
      const visit = plannedVisits[index] ?? null;
      const replacesVisitId = missed[index - plannedVisits.length]?.id;
      return {
        timeSlot,
        visit,
        replacesVisitId,
        from: visit?.startsAt.getTime() ?? null,
        to: timeSlot.work.start,
      };
    }),
  );
  const placed = new Map<TimeSlot, string>();
  for (const { timeSlot, visit, replacesVisitId } of planned) {
    const visitId = await placeDay(ctx, booking, visit, timeSlot, { ...crew, replacesVisitId });
    // Another transaction placed the technician without the lock of these days.
    if (!visitId)
      return refuse("days-busy", {
        busyDays: [{ day: timeSlot.day, technicianName: checks[0]!.technicianName }],
      });
    placed.set(timeSlot, visitId);
  }

  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  await advanceBooking(ctx, booking, to);
  const first = rosterOfDays.timeSlots[0]!;
  const startsAt = new Date(first.work.start);
  await recordTimelineEntry(ctx, bookingId, {
    event: "planDays",
    from: booking.state,
    to,
    version: booking.version,
    reason: overrideReason,
    detail: {
      visitId: placed.get(first)!,
      days: days.length,
      daysBefore: plannedVisits.map(snapshotVisit),
      before: plannedVisits[0] ? placementSnapshot(plannedVisits[0]) : null,
      after: placementSnapshot({
        ...{ technicianId: input.technicianId, startsAt, endsAt: new Date(first.work.end) },
      }),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    },
  });
  await emit(ctx, "booking.days-planned", bookingId, {
    startsAt: startsAt.toISOString(),
    days: days.length,
  });
  const notification = { customerNotification: customerNotification(input.notifyCustomer) };
  for (const [index, timeSlot] of rosterOfDays.timeSlots.entries()) {
    const visitId = placed.get(timeSlot)!;
    // For a request the customer knows the visit as it was before the confirmation.
    const previousVisit =
      plannedVisits[index] && before.visits.find(({ id }) => id === plannedVisits[index]!.id);
    await schedulePendingNotification(ctx, booking, {
      visitId,
      before: previousVisit ?? null,
      ...notification,
      confirmation: confirms && index === 0 ? { hold } : undefined,
    });
  }
  for (const visit of surplusVisits)
    await schedulePendingNotification(ctx, booking, { visitId: visit.id, before: visit, ...notification });
  return { ok: true as const };
});

/** Null if the database rejects two overlapping visits of a technician. */
async function placeDay(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit | null,
  timeSlot: TimeSlot,
  crew: {
    technicianId: string;
    helperIds: readonly string[];
    multiDay: boolean;
    replacesVisitId: string | undefined;
    service: { bufferMin: number };
  },
): Promise<string | null> {
  const { technicianId, helperIds, multiDay, replacesVisitId, service } = crew;
  const stayingHelpers = visit?.helpers.filter((helper) => helperIds.includes(helper.technicianId)) ?? [];
  const crewSize = helperIds.length + 1;
  if (visit && visit.crewSize > 1) {
    const removedHelpers = visit.helpers.filter((helper) => !stayingHelpers.includes(helper));
    await releaseHelpers(ctx, removedHelpers);
    await emitHelpersRemoved(ctx, booking.id, visit.id, removedHelpers);
    await ctx.db.updateTable("visits").set({ crewSize }).where("id", "=", visit.id).execute();
  }
  const id = await placeVisit(ctx, {
    ...{ id: visit?.id, bookingId: booking.id, technicianId, state: "scheduled", timeSlot },
    ...{ bufferMin: service.bufferMin, area: booking.area, multiDay, replacesVisitId },
  });
  if (!id) return null;
  const leadVisit = {
    id,
    state: "scheduled",
    technicianId,
    crewSize,
    multiDay,
    replacesVisitId: replacesVisitId ?? null,
    ...toInstants(timeSlot),
  } as const;
  const helpers = [...stayingHelpers];
  for (const helperId of helperIds) {
    if (stayingHelpers.some((helper) => helper.technicianId === helperId)) continue;
    if (!(await addHelper(ctx, booking, { ...leadVisit, helpers }, helperId))) return null;
    helpers.push({ id, technicianId: helperId });
    await emit(ctx, "booking.helper-added", booking.id, { visitId: id, technicianId: helperId });
  }
  return id;
}

function toInstants({ work }: TimeSlot) {
  return { startsAt: new Date(work.start), endsAt: new Date(work.end) };
}
