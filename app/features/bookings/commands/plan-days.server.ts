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
import { isMultiDayVisit, orderWithoutOverlap, snapshotVisit } from "../visits/multi-day";
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
  /** False: the customer is notified manually only. */
  notifyCustomer?: boolean;
}

/**
 * Plans the remaining work of a booking over several days, or moves those days as a whole. Skips holidays and
 * closed days. All or nothing (docs/decisions/0052-crews-and-multi-day-jobs.md). Planning a request confirms it. Past
 * days and days under way stay.
 */
export const planDays = command("bookings.manage", async (ctx, asked: PlanDaysInput) => {
  const days = await findOpenDays(ctx, asked);
  if (!days) return refuse("no-open-days");
  for (const day of days) await lockDay(ctx, day);
  const { bookingId } = asked;
  const initial = await lockBooking(ctx, bookingId, asked.version);
  if (!initial.ok) return initial;
  const { booking: before, by } = initial;
  if (before.emergency) return refuse("wrong-state");
  const decision = validateVisitChange({ change: "place", by, state: before.state, visit: null });
  if (!decision.ok) return decision;
  const confirms = before.state === "requested";
  if (confirms) {
    const agreed = { bookingId, version: before.version, move: "confirm", notifiedWithVisit: true } as const;
    const confirmed = await transitionBooking(ctx, agreed);
    if (!confirmed.ok) return confirmed;
  }
  const locked = confirms ? await lockBooking(ctx, bookingId, before.version + 1) : initial;
  if (!locked.ok) return locked;
  const { booking } = locked;
  const ahead = booking.visits.filter(isPlanned);

  const service = await loadServiceWithTimes(ctx, booking);
  const except = ahead.map(({ id }) => id);
  const loaded = await loadRosterForDays(ctx, booking, service, { ...asked, days, except });
  const helperIds = [...new Set(asked.helperIds)].filter((id) => id !== asked.technicianId);
  const people = [asked.technicianId, ...helperIds].map((id) =>
    loaded.roster.technicians.find((one) => one.id === id),
  );
  if (people.some((one) => !one)) return refuse("technician-unknown");
  const checks = people.map((one) => ({
    who: one!.name,
    ...checkTechnician(ctx, one!, loaded, {
      area: booking.area,
      isCurrent: ahead.some((visit) => [visit, ...visit.helpers].some((on) => on.technicianId === one!.id)),
    }),
  }));
  const taken = checks.flatMap(({ who, takenOn }) => takenOn.map((day) => ({ day, who })));
  if (taken.length > 0) return refuse("days-taken", { taken });
  const conflicts = [...new Set(checks.flatMap(({ warnings }) => warnings))];
  const overrideReason = asked.overrideReason?.trim();
  if (conflicts.length > 0 && !overrideReason) return refuse("technician-warning", { conflicts });

  const surplus = ahead.slice(days.length);
  for (const { id, helpers } of surplus) {
    await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", id).execute();
    await emitHelpersRemoved(ctx, bookingId, id, helpers);
  }
  const others = booking.visits.filter((visit) => isMultiDayVisit(visit) && !isPlanned(visit));
  const crew = { ...asked, helperIds, multiDay: days.length + others.length > 1, service };
  const planned = orderWithoutOverlap(
    loaded.timeSlots.map((at, index) => {
      const visit = ahead[index] ?? null;
      return { at, visit, from: visit?.startsAt.getTime() ?? null, to: at.work.start };
    }),
  );
  const placed = new Map<TimeSlot, string>();
  for (const { at, visit } of planned) {
    const visitId = await placeDay(ctx, booking, visit, at, crew);
    // Another transaction placed the technician without the lock of these days.
    if (!visitId) return refuse("days-taken", { taken: [{ day: at.day, who: checks[0]!.who }] });
    placed.set(at, visitId);
  }

  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  await advanceBooking(ctx, booking, to);
  const first = loaded.timeSlots[0]!;
  const startsAt = new Date(first.work.start);
  await recordTimelineEntry(ctx, bookingId, {
    move: "plan",
    from: booking.state,
    to,
    version: booking.version,
    reason: overrideReason,
    detail: {
      visitId: placed.get(first)!,
      days: days.length,
      daysBefore: ahead.map(snapshotVisit),
      before: ahead[0] ? placementSnapshot(ahead[0]) : null,
      after: placementSnapshot({
        ...{ technicianId: asked.technicianId, startsAt, endsAt: new Date(first.work.end) },
      }),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    },
  });
  await emit(ctx, "booking.days-planned", bookingId, {
    startsAt: startsAt.toISOString(),
    days: days.length,
  });
  const notification = { customerNotification: customerNotification(asked.notifyCustomer) };
  for (const [index, at] of loaded.timeSlots.entries()) {
    const visitId = placed.get(at)!;
    // For a request the customer knows the visit as it was before the confirmation.
    const was = ahead[index] && before.visits.find(({ id }) => id === ahead[index]!.id);
    await schedulePendingNotification(ctx, booking, {
      visitId,
      before: was ?? null,
      ...notification,
      confirms: confirms && index === 0,
    });
  }
  for (const visit of surplus)
    await schedulePendingNotification(ctx, booking, { visitId: visit.id, before: visit, ...notification });
  return { ok: true as const };
});

/** Places one day with its crew. Null if the database rejects two overlapping visits of a technician. */
async function placeDay(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit | null,
  at: TimeSlot,
  crew: {
    technicianId: string;
    helperIds: readonly string[];
    multiDay: boolean;
    service: { bufferMin: number };
  },
): Promise<string | null> {
  const { technicianId, helperIds, multiDay, service } = crew;
  const stayingHelpers = visit?.helpers.filter((one) => helperIds.includes(one.technicianId)) ?? [];
  const crewSize = helperIds.length + 1;
  if (visit && visit.crewSize > 1) {
    const left = visit.helpers.filter((one) => !stayingHelpers.includes(one));
    await releaseHelpers(ctx, left);
    await emitHelpersRemoved(ctx, booking.id, visit.id, left);
    await ctx.db.updateTable("visits").set({ hands: crewSize }).where("id", "=", visit.id).execute();
  }
  const id = await placeVisit(ctx, {
    ...{ id: visit?.id, bookingId: booking.id, technicianId, state: "scheduled", timeSlot: at },
    ...{ bufferMin: service.bufferMin, area: booking.area, multiDay },
  });
  if (!id) return null;
  const led = { id, state: "scheduled", technicianId, crewSize, multiDay, ...timesOf(at) } as const;
  const helpers = [...stayingHelpers];
  for (const one of helperIds) {
    if (stayingHelpers.some((other) => other.technicianId === one)) continue;
    if (!(await addHelper(ctx, booking, { ...led, helpers }, one))) return null;
    helpers.push({ id, technicianId: one });
    await emit(ctx, "booking.helper-added", booking.id, { visitId: id, technicianId: one });
  }
  return id;
}

function timesOf({ work }: TimeSlot) {
  return { startsAt: new Date(work.start), endsAt: new Date(work.end) };
}
