import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
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
import { isMultiDayVisit } from "./multi-day";
import { customerNotification, schedulePendingNotification } from "./pending-notifications.server";

/** Requested technician, Dubai day and time, and length. */
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
  asHeld?: boolean;
  /** The undone entry restores the helpers itself. */
  isUndo?: boolean;
  /** Set when the placement also confirms the request. `before`: the visit before the confirmation. */
  confirms?: { before: LockedVisit | null };
  /** False: the customer is notified manually only. */
  notifyCustomer?: boolean;
}

/**
 * Gives a visit of a locked booking a technician and a time; `visit`: null for a new visit. A typed reason
 * overrides warnings, but never another visit. The caller must hold the day lock and roll back on refusal.
 * The crew moves as a unit. A visit that continues unfinished work takes the previous crew; `absentHelpers`:
 * those who cannot come.
 */
export async function applyPlacement(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit | null,
  wanted: PlacementInput,
): Promise<
  | { ok: true; visitId: string; version: number; absentHelpers?: AbsentHelper[] }
  | Refusal<"technician-unknown" | "technician-busy" | "technician-warning">
> {
  const service = await loadServiceWithTimes(ctx, booking);
  const durationMin =
    wanted.durationMin ??
    (visit ? (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000 : service.durationMin);
  const at = toTimeSlot({ ...service, durationMin }, wanted.day, wanted.time);
  const roster = await loadRoster(ctx, {
    skills: booking.skills,
    from: wanted.day,
    to: wanted.day,
    includeUnavailable: true,
    excludedVisitId: visit?.id,
  });
  const technician = roster.technicians.find(({ id }) => id === wanted.technicianId);
  if (!technician) return refuse("technician-unknown");

  const crewSlotId = wanted.crewSlotId ?? null;
  const left = visitOfCrewSlot(visit, crewSlotId);
  const crew = crewAfter(visit, crewSlotId, technician.id);
  const before = visit ? [visit.technicianId, ...visit.helpers.map((one) => one.technicianId)] : [];
  // Crew members who keep their time need no check.
  const others =
    visit && isSameTime(visit, at) ? [] : [crew.lead, ...crew.helpers.map((one) => one.technicianId)];
  const allConflicts: Conflict[] = [];
  for (const id of new Set([technician.id, ...others])) {
    const one = roster.technicians.find((one) => one.id === id)!;
    const conflicts = findPlacementWarnings(one, roster, at, {
      area: booking.area,
      now: ctx.now,
      emergency: booking.emergency,
      currentTechnicianId: before.includes(id) ? id : null,
    });
    if (conflicts.includes("busy")) {
      return refuse("technician-busy", id === technician.id ? {} : { who: one.name });
    }
    allConflicts.push(...conflicts);
  }
  const conflicts = [...new Set(allConflicts)];
  const overrideReason = wanted.overrideReason?.trim();
  if (conflicts.length > 0 && !overrideReason) return refuse("technician-warning", { conflicts });

  const { version } = booking;
  if (visit?.state === "scheduled" && left?.technicianId === technician.id && isSameTime(visit, at)) {
    if (wanted.confirms) await scheduleNotifications(ctx, booking, visit.id, visit, wanted);
    return { ok: true, visitId: crewSlotId ?? visit.id, version };
  }
  const change = changeOf(left, technician.id, at);
  const visitId = await placeWithCrew(ctx, visit, crew, () =>
    placeVisit(ctx, {
      id: visit?.id,
      bookingId: booking.id,
      technicianId: crew.lead,
      state: change === "assign" && !wanted.asHeld ? "scheduled" : undefined,
      timeSlot: at,
      bufferMin: service.bufferMin,
      area: booking.area,
      // A further visit of a multi-day job belongs to it.
      ...(visit === null && booking.visits.some(isMultiDayVisit) ? { multiDay: true } : {}),
    }),
  );
  if (!visitId) return refuse("technician-busy", {});

  const to = await deriveStateFromVisits(ctx, booking, booking.state);
  const dispatched = booking.emergency && change === "assign" && !wanted.asHeld;
  await advanceBooking(
    ctx,
    booking,
    to,
    dispatched ? { dispatched_at: booking.dispatchedAt ?? ctx.now } : {},
  );
  const after = { technicianId: technician.id, ...timesOf({ startsAt: at.work.start, endsAt: at.work.end }) };
  await recordTimelineEntry(ctx, booking.id, {
    move: change,
    from: booking.state,
    to,
    version,
    reason: overrideReason,
    detail: {
      visitId,
      before: left && placementSnapshot(left),
      after,
      ...(conflicts.length > 0 ? { conflicts } : {}),
    },
  });
  const continued = visit || wanted.isUndo ? null : findVisitToContinue(booking.visits);
  await emitPlacementEvents(ctx, booking, visit, {
    change,
    visitId,
    replacedHelper: crewSlotId ? left : null,
    ...after,
  });
  const absentHelpers = continued
    ? await addReturningHelpers(
        ctx,
        booking,
        { ...continued, ...newVisit(visitId, technician.id, at, wanted), before: continued },
        { roster, at },
      )
    : [];
  if (!absentHelpers) return refuse("technician-busy", {});
  await scheduleNotifications(ctx, booking, visitId, visit, wanted);
  return {
    ...{ ok: true, visitId: crewSlotId ?? visitId, version: version + 1 },
    ...(absentHelpers.length > 0 ? { absentHelpers } : {}),
  };
}

function newVisit(id: string, technicianId: string, { work }: TimeSlot, { asHeld }: PlacementInput) {
  const state: "held" | "scheduled" = asHeld ? "held" : "scheduled";
  return {
    ...{ id, technicianId, helpers: [], state },
    ...{ startsAt: new Date(work.start), endsAt: new Date(work.end) },
  };
}

/** The visit from the view of one crew member. */
function visitOfCrewSlot(visit: LockedVisit | null, crewSlotId: string | null): LockedVisit | null {
  const own = visit?.helpers.find(({ id }) => id === crewSlotId);
  return visit && own ? { ...visit, technicianId: own.technicianId } : visit;
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
    confirms: confirms !== undefined && !isSentElsewhere,
  });
}

function isSameTime(visit: LockedVisit, { work }: TimeSlot): boolean {
  return visit.startsAt.getTime() === work.start && visit.endsAt.getTime() === work.end;
}

/** An assignment if the technician changes, otherwise a new time or only a new length. */
function changeOf(
  visit: LockedVisit | null,
  technicianId: string,
  at: TimeSlot,
): "assign" | "reschedule" | "resize" {
  if (!visit || visit.technicianId !== technicianId || visit.state === "held") return "assign";
  return visit.startsAt.getTime() === at.work.start ? "resize" : "reschedule";
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
  put: {
    change: "assign" | "reschedule" | "resize";
    visitId: string;
    replacedHelper: LockedVisit | null;
    technicianId: string;
    startsAt: string;
    endsAt: string;
  },
): Promise<void> {
  const { visitId, technicianId, replacedHelper } = put;
  if (put.change === "assign" && replacedHelper?.technicianId) {
    await emitHelpersRemoved(ctx, booking.id, visitId, [{ technicianId: replacedHelper.technicianId }]);
    await emit(ctx, "booking.helper-added", booking.id, { visitId, technicianId });
    const moved = { visitId, fromStartsAt: timesOf(replacedHelper).startsAt, toStartsAt: put.startsAt };
    if (moved.fromStartsAt !== moved.toStartsAt) await emit(ctx, "booking.rescheduled", booking.id, moved);
    return;
  }
  if (put.change === "assign") {
    return emit(ctx, "booking.technician-assigned", booking.id, {
      visitId,
      technicianId,
      fromStartsAt: before && timesOf(before).startsAt,
    });
  }
  const was = timesOf(before!);
  if (put.change === "resize") {
    return emit(ctx, "booking.visit-resized", booking.id, {
      visitId,
      fromEndsAt: was.endsAt,
      toEndsAt: put.endsAt,
    });
  }
  return emit(ctx, "booking.rescheduled", booking.id, {
    visitId,
    fromStartsAt: was.startsAt,
    toStartsAt: put.startsAt,
  });
}
