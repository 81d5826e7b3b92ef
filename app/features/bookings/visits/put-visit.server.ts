import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { loadRoster } from "../../scheduling/roster.server";
import { type Place, placeOf, warningsFor } from "../../scheduling/slots";
import { placeVisit } from "../../scheduling/visits.server";
import { serviceOf } from "../lines/service-of.server";
import {
  advance,
  type LockedBooking,
  type LockedVisit,
  recordMove,
  stateByVisits,
} from "../record-move.server";
import { noteNews, toCustomer } from "./visit-news.server";

/** Whom, when, and for how long. `day` and `time` are Dubai's. */
export interface WantedPlace {
  technicianId: string;
  day: string;
  time: string;
  /** None: as long as before, or as the work takes. */
  durationMin?: number;
  /** Why the visit is placed over a warning. */
  overrideReason?: string;
  /** Held for a request, as it was before: to undo what was done to it without confirming the request. */
  asHeld?: boolean;
  /** In one go with the confirmation of a request; `before`: the visit as it was until then. */
  confirms?: { before: LockedVisit | null };
  /** False: the customer is told of it only when somebody says so. */
  tellCustomer?: boolean;
}

/**
 * Puts a visit of a locked booking where it is wanted; `visit` null: a new one. The office may put it over a warning
 * with a typed reason, which is kept in the timeline; never over another visit. Whoever calls has locked the day, and
 * gives its transaction up on a refusal.
 */
export async function putVisit(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit | null,
  wanted: WantedPlace,
): Promise<
  | { ok: true; visitId: string; version: number }
  | Refusal<"technician-unknown" | "technician-busy" | "technician-warning">
> {
  const service = await serviceOf(ctx, booking);
  const durationMin =
    wanted.durationMin ??
    (visit ? (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000 : service.durationMin);
  const at = placeOf({ ...service, durationMin }, wanted.day, wanted.time);
  const roster = await loadRoster(ctx, {
    skills: booking.skills,
    from: wanted.day,
    to: wanted.day,
    everybody: true,
    exceptVisit: visit?.id,
  });
  const technician = roster.technicians.find(({ id }) => id === wanted.technicianId);
  if (!technician) return refuse("technician-unknown");

  const obstacles = warningsFor(technician, roster, at, {
    area: booking.area,
    now: ctx.now,
    emergency: booking.emergency,
    sentBefore: visit?.technicianId,
  });
  if (obstacles.includes("busy")) return refuse("technician-busy");
  const overrideReason = wanted.overrideReason?.trim();
  if (obstacles.length > 0 && !overrideReason) return refuse("technician-warning", { obstacles });

  const { version } = booking;
  if (visit?.state === "scheduled" && visit.technicianId === technician.id && takes(visit, at)) {
    if (wanted.confirms) await noteNewsOf(ctx, booking, visit.id, visit, wanted);
    return { ok: true, visitId: visit.id, version };
  }
  const change = changeOf(visit, technician.id, at);
  const visitId = await placeVisit(ctx, {
    id: visit?.id,
    bookingId: booking.id,
    technicianId: technician.id,
    state: change === "assign" && !wanted.asHeld ? "scheduled" : undefined,
    at,
    bufferMin: service.bufferMin,
    area: booking.area,
  });
  if (!visitId) return refuse("technician-busy");

  const to = await stateByVisits(ctx, booking, booking.state);
  const dispatched = booking.emergency && change === "assign" && !wanted.asHeld;
  await advance(ctx, booking, to, dispatched ? { dispatched_at: booking.dispatchedAt ?? ctx.now } : {});
  const after = { technicianId: technician.id, ...timesOf({ startsAt: at.work.start, endsAt: at.work.end }) };
  await recordMove(ctx, booking.id, {
    move: change,
    from: booking.state,
    to,
    version,
    reason: overrideReason,
    detail: {
      visitId,
      before: visit && placeOfVisit(visit),
      after,
      ...(obstacles.length > 0 ? { obstacles } : {}),
    },
  });
  await tell(ctx, booking, visit, { change, visitId, ...after });
  await noteNewsOf(ctx, booking, visitId, visit, wanted);
  return { ok: true, visitId, version: version + 1 };
}

/** A confirmed emergency is told at once, and all of it. */
function noteNewsOf(
  ctx: Ctx,
  booking: LockedBooking,
  visitId: string,
  visit: LockedVisit | null,
  { confirms, tellCustomer }: WantedPlace,
): Promise<void> {
  const isTold = booking.emergency && confirms !== undefined;
  return noteNews(ctx, booking, {
    visitId,
    before: confirms ? confirms.before : visit,
    toCustomer: isTold ? "told" : toCustomer(tellCustomer),
    confirms: confirms !== undefined && !isTold,
  });
}

function takes(visit: LockedVisit, { work }: Place): boolean {
  return visit.startsAt.getTime() === work.start && visit.endsAt.getTime() === work.end;
}

/** Somebody else, or nobody yet: an assignment. The same at another time, or for longer: that alone. */
function changeOf(
  visit: LockedVisit | null,
  technicianId: string,
  at: Place,
): "assign" | "reschedule" | "resize" {
  if (!visit || visit.technicianId !== technicianId || visit.state === "held") return "assign";
  return visit.startsAt.getTime() === at.work.start ? "resize" : "reschedule";
}

/** Where a visit stands, as the trail keeps it: instants in UTC. */
export function placeOfVisit(visit: Pick<LockedVisit, "technicianId" | "startsAt" | "endsAt">) {
  return { technicianId: visit.technicianId, ...timesOf(visit) };
}

function timesOf({ startsAt, endsAt }: { startsAt: Date | number; endsAt: Date | number }) {
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

async function tell(
  ctx: Ctx,
  booking: LockedBooking,
  before: LockedVisit | null,
  put: {
    change: "assign" | "reschedule" | "resize";
    visitId: string;
    technicianId: string;
    startsAt: string;
    endsAt: string;
  },
): Promise<void> {
  const { visitId, technicianId } = put;
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
