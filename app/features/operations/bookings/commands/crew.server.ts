import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { lockDay } from "../../scheduling/place-visit.server";
import { loadRoster } from "../../scheduling/roster.server";
import { findPlacementWarnings, toTimeSlot } from "../../scheduling/slots";
import { isPlanned, unassignedQueueStates } from "../booking";
import { advanceBooking, type LockedBooking, type LockedVisit, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import { validateCrewChange } from "../visits/crew";
import { addHelper, emitHelpersRemoved, releaseHelpers } from "../visits/crew.server";
import { schedulePendingNotification } from "../visits/pending-notifications.server";
import { loadServiceWithTimes } from "../work/service-times.server";

/*
 * Crew size and helpers (docs/decisions/0052-crews-and-multi-day-jobs.md). The lead and the time change by
 * placing the visit.
 */

interface VisitVersion {
  bookingId: string;
  version: number;
  visitId: string;
}

/** A typed reason overrides warnings, but never another visit. */
export const addVisitHelper = command(
  "bookings.manage",
  async function addVisitHelper(
    ctx,
    input: VisitVersion & { technicianId: string; overrideReason?: string },
  ) {
    // Locks the day before the booking, the global lock order, to avoid deadlocks.
    const startsAt = await findStart(ctx, input);
    if (startsAt) await lockDay(ctx, dubaiDate(startsAt));
    const locked = await lockCrew(ctx, input, true);
    if (!locked.ok) return locked;
    const { booking, visit } = locked;
    const { technicianId } = input;
    const day = dubaiDate(visit.startsAt);
    const roster = await loadRoster(ctx, {
      ...{ skills: booking.skills, from: day, to: day },
      includeUnavailable: true,
      excludedVisitId: visit.id,
    });
    const technician = roster.technicians.find(({ id }) => id === technicianId);
    if (!technician) return refuse("technician-unknown");
    if ([visit.technicianId, ...visit.helpers.map((helper) => helper.technicianId)].includes(technicianId)) {
      return refuse("technician-busy");
    }
    const durationMin = (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000;
    const timeSlot = toTimeSlot(
      { ...(await loadServiceWithTimes(ctx, booking)), durationMin },
      day,
      dubaiTime(visit.startsAt),
    );
    const { area, emergency } = booking;
    const conflicts = findPlacementWarnings(technician, roster, timeSlot, { area, now: ctx.now, emergency });
    if (conflicts.includes("busy")) return refuse("technician-busy");
    const reason = input.overrideReason?.trim();
    if (conflicts.length > 0 && !reason)
      return refuse("technician-warning", { conflicts, holiday: roster.holidays.get(day) });

    if (!(await addHelper(ctx, booking, visit, technicianId))) return refuse("technician-busy");
    const snapshot = placementSnapshot(visit);
    await recordCrewChange(ctx, booking, visit, {
      event: "addHelper",
      reason,
      detail: {
        visitId: visit.id,
        ...{ before: { ...snapshot, technicianId: null }, after: { ...snapshot, technicianId } },
        ...(conflicts.length > 0 ? { conflicts } : {}),
      },
    });
    await emit(ctx, "booking.helper-added", booking.id, { visitId: visit.id, technicianId });
    return { ok: true as const };
  },
);

export const removeVisitHelper = command(
  "bookings.manage",
  async function removeVisitHelper(ctx, input: VisitVersion & { technicianId: string }) {
    const locked = await lockCrew(ctx, input);
    if (!locked.ok) return locked;
    const { booking, visit } = locked;
    const { technicianId } = input;
    const helper = visit.helpers.find((candidate) => candidate.technicianId === technicianId);
    if (!helper) return refuse("wrong-state");
    await releaseHelpers(ctx, [helper]);
    const snapshot = placementSnapshot(visit);
    await recordCrewChange(ctx, booking, visit, {
      event: "removeHelper",
      detail: {
        visitId: visit.id,
        ...{ before: { ...snapshot, technicianId }, after: { ...snapshot, technicianId: null } },
      },
    });
    await emit(ctx, "booking.helper-removed", booking.id, { visitId: visit.id, technicianId });
    return { ok: true as const };
  },
);

/** Reducing the crew size releases the helpers who were added last. */
export const setCrewSize = command(
  "bookings.manage",
  async function setCrewSize(ctx, input: VisitVersion & { crewSize: number }) {
    const locked = await lockCrew(ctx, input);
    if (!locked.ok) return locked;
    const { booking, visit } = locked;
    const { crewSize } = input;
    if (crewSize === visit.crewSize) return { ok: true as const };
    const released = visit.helpers.slice(crewSize - 1);
    await releaseHelpers(ctx, released);
    await ctx.db.updateTable("visits").set({ crewSize }).where("id", "=", visit.id).execute();
    // A later visit of the same work takes this size, unless it is a day of a multi-day job.
    if (!visit.multiDay) await updateBookingCrewSize(ctx, booking.id, crewSize);
    await recordCrewChange(ctx, booking, visit, {
      event: "setCrewSize",
      detail: { visitId: visit.id, crewSize },
    });
    await emit(ctx, "booking.crew-size-changed", booking.id, { visitId: visit.id, crewSize });
    await emitHelpersRemoved(ctx, booking.id, visit.id, released);
    return { ok: true as const };
  },
);

/** The next visit takes this size. */
export const setBookingCrewSize = command(
  "bookings.manage",
  async function setBookingCrewSize(ctx, input: Omit<VisitVersion, "visitId"> & { crewSize: number }) {
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    if (!unassignedQueueStates.includes(booking.state) || booking.visits.some(isPlanned))
      return refuse("wrong-state");
    const { crewSize } = input;
    if (!(await updateBookingCrewSize(ctx, booking.id, crewSize))) return { ok: true as const };
    await advanceBooking(ctx, booking, booking.state);
    await recordTimelineEntry(ctx, booking.id, {
      ...{ event: "setCrewSize", from: booking.state, to: booking.state },
      ...{ version: booking.version, detail: { crewSize } },
    });
    await emit(ctx, "booking.crew-size-changed", booking.id, { crewSize });
    return { ok: true as const };
  },
);

/** Returns false if the size is unchanged. */
async function updateBookingCrewSize(ctx: Ctx, id: string, crewSize: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("bookings")
    .set({ crewSize })
    .where("id", "=", id)
    .where("crewSize", "<>", crewSize)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function findStart(ctx: Ctx, { bookingId, visitId }: VisitVersion): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom("visits")
    .select("startsAt")
    .where("id", "=", visitId)
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row?.startsAt ?? null;
}

async function lockCrew(ctx: Ctx, { bookingId, version, visitId }: VisitVersion, adding = false) {
  const locked = await lockBooking(ctx, bookingId, version);
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const visit = booking.visits.find(({ id }) => id === visitId);
  if (!visit) return refuse("visit-unknown");
  const decision = validateCrewChange({ by, visit, adding });
  return decision.ok ? { ok: true as const, booking, visit } : decision;
}

/** The customer is not emailed about helpers, because the booking page shows them; the technicians are. */
async function recordCrewChange(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit,
  entry: {
    event: "addHelper" | "removeHelper" | "setCrewSize";
    reason?: string;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  await advanceBooking(ctx, booking, booking.state);
  await recordTimelineEntry(ctx, booking.id, {
    ...entry,
    from: booking.state,
    to: booking.state,
    version: booking.version,
  });
  await schedulePendingNotification(ctx, booking, {
    visitId: visit.id,
    before: visit,
    customerNotification: "unchanged",
  });
}
