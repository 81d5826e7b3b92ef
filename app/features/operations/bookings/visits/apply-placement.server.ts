import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { placeVisit } from "../../scheduling/place-visit.server";
import { loadRoster } from "../../scheduling/roster.server";
import { type Conflict, findPlacementWarnings, type TimeSlot, toTimeSlot } from "../../scheduling/slots";
import {
  advanceBooking,
  deriveStateFromVisits,
  type LockedBooking,
  type LockedVisit,
} from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { loadServiceWithTimes } from "../work/service-times.server";
import { type AbsentHelper, crewAfter, findVisitToContinue } from "./crew";
import { addReturningHelpers, emitHelpersRemoved, placeWithCrew } from "./crew.server";
import type { GuestHold } from "./guest-holds.server";
import { isMultiDayVisit, missedDays } from "./multi-day";
import { customerNotification, schedulePendingNotification } from "./pending-notifications.server";

export interface PlacementInput {
  technicianId: string;
  day: string;
  time: string;
  /** Row of the helper whom the technician replaces; default is the lead. */
  crewSlotId?: string;
  /** Default: the visit's current length, or the length of the work. */
  durationMin?: number;
  overrideReason?: string;
  /** Restores a hold without confirming the request, for undo. */
  asHold?: boolean;
  /** The undone entry restores the helpers itself. */
  isUndo?: boolean;
  /** The new visit continues one that was handed over. */
  isHandover?: boolean;
  /**
   * Set when the placement also confirms the request. `before`: the visit before the confirmation; `hold`: its
   * unconfirmed hold.
   */
  confirms?: { before: LockedVisit | null; hold: GuestHold | null };
  /** False if the customer is notified manually only. */
  notifyCustomer?: boolean;
}

/**
 * Places a visit of a locked booking; `visit`: null for a new one. A typed reason overrides warnings, but
 * never another visit. The caller must hold the day lock and roll back on refusal. The crew moves as a unit.
 * `absentHelpers`: previous helpers who cannot continue.
 */
export async function applyPlacement(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit | null,
  input: PlacementInput,
): Promise<
  | { ok: true; visitId: string; version: number; absentHelpers?: AbsentHelper[] }
  | Refusal<"technician-unknown" | "technician-busy" | "technician-warning">
> {
  const service = await loadServiceWithTimes(ctx, booking);
  const missed = visit || input.isHandover ? null : missedDayToReplace(booking, input);
  const sameLength = visit ?? missed;
  const durationMin =
    input.durationMin ??
    (sameLength
      ? (sameLength.endsAt.getTime() - sameLength.startsAt.getTime()) / 60_000
      : service.durationMin);
  const timeSlot = toTimeSlot({ ...service, durationMin }, input.day, input.time);
  const roster = await loadRoster(ctx, {
    skills: booking.skills,
    from: input.day,
    to: input.day,
    includeUnavailable: true,
    excludedVisitId: visit?.id,
  });
  const technician = roster.technicians.find(({ id }) => id === input.technicianId);
  if (!technician) return refuse("technician-unknown");

  const crewSlotId = input.crewSlotId ?? null;
  const previous = visitOfCrewSlot(visit, crewSlotId);
  const crew = crewAfter(visit, crewSlotId, technician.id);
  const before = visit ? [visit.technicianId, ...visit.helpers.map((helper) => helper.technicianId)] : [];
  // Crew members who keep their time need no check.
  const others =
    visit && isSameTime(visit, timeSlot)
      ? []
      : [crew.lead, ...crew.helpers.map((helper) => helper.technicianId)];
  const allConflicts: Conflict[] = [];
  for (const id of new Set([technician.id, ...others])) {
    const member = roster.technicians.find((technician) => technician.id === id)!;
    const conflicts = findPlacementWarnings(member, roster, timeSlot, {
      area: booking.area,
      now: ctx.now,
      emergency: booking.emergency,
      currentTechnicianId: before.includes(id) ? id : null,
    });
    if (conflicts.includes("busy")) {
      return refuse("technician-busy", id === technician.id ? {} : { who: member.name });
    }
    allConflicts.push(...conflicts);
  }
  const conflicts = [...new Set(allConflicts)];
  const overrideReason = input.overrideReason?.trim();
  if (conflicts.length > 0 && !overrideReason) {
    return refuse("technician-warning", { conflicts, holiday: roster.holidays.get(input.day) });
  }

  const { version } = booking;
  if (
    visit?.state === "scheduled" &&
    previous?.technicianId === technician.id &&
    isSameTime(visit, timeSlot)
  ) {
    if (input.confirms) await scheduleNotifications(ctx, booking, visit.id, visit, input);
    return { ok: true, visitId: crewSlotId ?? visit.id, version };
  }
  const change = changeOf(previous, technician.id, timeSlot);
  const visitId = await placeWithCrew(ctx, visit, crew, () =>
    placeVisit(ctx, {
      id: visit?.id,
      bookingId: booking.id,
      technicianId: crew.lead,
      state: change === "assign" && !input.asHold ? "scheduled" : undefined,
      timeSlot,
      bufferMin: service.bufferMin,
      area: booking.area,
      // A further visit of a multi-day job belongs to it.
      ...(visit === null && (missed || booking.visits.some(isMultiDayVisit)) ? { multiDay: true } : {}),
      replacesVisitId: missed?.id,
    }),
  );
  if (!visitId) return refuse("technician-busy", {});

  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  const dispatched = booking.emergency && change === "assign" && !input.asHold;
  await advanceBooking(
    ctx,
    booking,
    to,
    dispatched
      ? {
          dispatchedAt: booking.dispatchedAt ?? ctx.now,
          acknowledgedAt: booking.acknowledgedAt ?? ctx.now,
        }
      : {},
  );
  const after = {
    technicianId: technician.id,
    ...timesOf({ startsAt: timeSlot.work.start, endsAt: timeSlot.work.end }),
  };
  await recordTimelineEntry(ctx, booking.id, {
    event: change,
    from: booking.state,
    to,
    version,
    reason: overrideReason,
    detail: {
      visitId,
      before: previous && placementSnapshot(previous),
      after,
      ...(conflicts.length > 0 ? { conflicts } : {}),
    },
  });
  const continuedVisit =
    visit || input.isUndo ? null : findVisitToContinue(missed ? [missed] : booking.visits);
  await emitPlacementEvents(ctx, booking, visit, {
    change,
    visitId,
    replacedHelper: crewSlotId ? previous : null,
    ...after,
  });
  const absentHelpers = continuedVisit
    ? await addReturningHelpers(
        ctx,
        booking,
        { ...continuedVisit, ...newVisit(visitId, technician.id, timeSlot, input), before: continuedVisit },
        { roster, timeSlot },
      )
    : [];
  if (!absentHelpers) return refuse("technician-busy", {});
  await scheduleNotifications(ctx, booking, visitId, visit, input);
  return {
    ...{ ok: true, visitId: crewSlotId ?? visitId, version: version + 1 },
    ...(absentHelpers.length > 0 ? { absentHelpers } : {}),
  };
}

/** Undoing a cancellation restores what the cancelled visit replaced. */
function missedDayToReplace(
  { visits }: LockedBooking,
  { technicianId, day, time, isUndo }: PlacementInput,
): LockedVisit | null {
  if (!isUndo) return missedDays(visits)[0] ?? null;
  const cancelled = visits.findLast(
    (visit) =>
      visit.state === "cancelled" &&
      visit.technicianId === technicianId &&
      dubaiDate(visit.startsAt) === day &&
      dubaiTime(visit.startsAt) === time,
  );
  return visits.find(({ id }) => id === cancelled?.replacesVisitId) ?? null;
}

function newVisit(id: string, technicianId: string, { work }: TimeSlot, { asHold }: PlacementInput) {
  const state: "held" | "scheduled" = asHold ? "held" : "scheduled";
  return {
    ...{ id, technicianId, helpers: [], state },
    ...{ startsAt: new Date(work.start), endsAt: new Date(work.end) },
  };
}

function visitOfCrewSlot(visit: LockedVisit | null, crewSlotId: string | null): LockedVisit | null {
  const helper = visit?.helpers.find(({ id }) => id === crewSlotId);
  return visit && helper ? { ...visit, technicianId: helper.technicianId } : visit;
}

/** Confirmed emergencies are emailed immediately and completely. */
function scheduleNotifications(
  ctx: Ctx,
  booking: LockedBooking,
  visitId: string,
  visit: LockedVisit | null,
  { confirms, notifyCustomer }: PlacementInput,
): Promise<void> {
  const isSentElsewhere = booking.emergency && confirms !== undefined;
  return schedulePendingNotification(ctx, booking, {
    visitId,
    before: confirms ? confirms.before : visit,
    customerNotification: isSentElsewhere ? "sent-elsewhere" : customerNotification(notifyCustomer),
    confirmation: confirms && !isSentElsewhere ? { hold: confirms.hold } : undefined,
  });
}

function isSameTime(visit: LockedVisit, { work }: TimeSlot): boolean {
  return visit.startsAt.getTime() === work.start && visit.endsAt.getTime() === work.end;
}

function changeOf(
  visit: LockedVisit | null,
  technicianId: string,
  timeSlot: TimeSlot,
): "assign" | "reschedule" | "resize" {
  if (!visit || visit.technicianId !== technicianId || visit.state === "held") return "assign";
  return visit.startsAt.getTime() === timeSlot.work.start ? "resize" : "reschedule";
}

/** Placement as the timeline stores it, in UTC. */
export function placementSnapshot(visit: Pick<LockedVisit, "technicianId" | "startsAt" | "endsAt">) {
  return { technicianId: visit.technicianId, ...timesOf(visit) };
}

function timesOf({ startsAt, endsAt }: { startsAt: Date | number; endsAt: Date | number }) {
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

async function emitPlacementEvents(
  ctx: Ctx,
  booking: LockedBooking,
  before: LockedVisit | null,
  placement: {
    change: "assign" | "reschedule" | "resize";
    visitId: string;
    replacedHelper: LockedVisit | null;
    technicianId: string;
    startsAt: string;
    endsAt: string;
  },
): Promise<void> {
  const { visitId, technicianId, replacedHelper } = placement;
  if (placement.change === "assign" && replacedHelper?.technicianId) {
    await emitHelpersRemoved(ctx, booking.id, visitId, [{ technicianId: replacedHelper.technicianId }]);
    await emit(ctx, "booking.helper-added", booking.id, { visitId, technicianId });
    const moved = { visitId, fromStartsAt: timesOf(replacedHelper).startsAt, toStartsAt: placement.startsAt };
    if (moved.fromStartsAt !== moved.toStartsAt) await emit(ctx, "booking.rescheduled", booking.id, moved);
    return;
  }
  if (placement.change === "assign") {
    return emit(ctx, "booking.technician-assigned", booking.id, {
      visitId,
      technicianId,
      fromStartsAt: before && timesOf(before).startsAt,
    });
  }
  const previous = timesOf(before!);
  if (placement.change === "resize") {
    return emit(ctx, "booking.visit-resized", booking.id, {
      visitId,
      fromEndsAt: previous.endsAt,
      toEndsAt: placement.endsAt,
    });
  }
  return emit(ctx, "booking.rescheduled", booking.id, {
    visitId,
    fromStartsAt: previous.startsAt,
    toStartsAt: placement.startsAt,
  });
}
