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
 * Crew size and helpers of a visit (docs/decisions/0052-crews-and-multi-day-jobs.md). Placing the visit changes the lead
 * and the time of the whole crew.
 */

interface Seen {
  bookingId: string;
  version: number;
  visitId: string;
}

/** Adds a helper. A typed reason overrides warnings, but never another visit. */
export const addVisitHelper = command(
  "bookings.manage",
  async (ctx, asked: Seen & { technicianId: string; overrideReason?: string }) => {
    // Locks the day before the booking, the global lock order, to avoid deadlocks.
    const startsAt = await findStart(ctx, asked);
    if (startsAt) await lockDay(ctx, dubaiDate(startsAt));
    const found = await lockCrew(ctx, asked, true);
    if (!found.ok) return found;
    const { booking, visit } = found;
    const { technicianId } = asked;
    const day = dubaiDate(visit.startsAt);
    const roster = await loadRoster(ctx, {
      ...{ skills: booking.skills, from: day, to: day },
      includeUnavailable: true,
      excludedVisitId: visit.id,
    });
    const technician = roster.technicians.find(({ id }) => id === technicianId);
    if (!technician) return refuse("technician-unknown");
    if ([visit.technicianId, ...visit.helpers.map((one) => one.technicianId)].includes(technicianId)) {
      return refuse("technician-busy");
    }
    const durationMin = (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000;
    const at = toTimeSlot(
      { ...(await loadServiceWithTimes(ctx, booking)), durationMin },
      day,
      dubaiTime(visit.startsAt),
    );
    const { area, emergency } = booking;
    const conflicts = findPlacementWarnings(technician, roster, at, { area, now: ctx.now, emergency });
    if (conflicts.includes("busy")) return refuse("technician-busy");
    const reason = asked.overrideReason?.trim();
    if (conflicts.length > 0 && !reason) return refuse("technician-warning", { conflicts });

    if (!(await addHelper(ctx, booking, visit, technicianId))) return refuse("technician-busy");
    const place = placementSnapshot(visit);
    await record(ctx, booking, visit, {
      move: "join",
      reason,
      detail: {
        visitId: visit.id,
        ...{ before: { ...place, technicianId: null }, after: { ...place, technicianId } },
        ...(conflicts.length > 0 ? { conflicts } : {}),
      },
    });
    await emit(ctx, "booking.helper-added", booking.id, { visitId: visit.id, technicianId });
    return { ok: true as const };
  },
);

export const removeVisitHelper = command(
  "bookings.manage",
  async (ctx, asked: Seen & { technicianId: string }) => {
    const found = await lockCrew(ctx, asked);
    if (!found.ok) return found;
    const { booking, visit } = found;
    const { technicianId } = asked;
    const own = visit.helpers.find((one) => one.technicianId === technicianId);
    if (!own) return refuse("wrong-state");
    await releaseHelpers(ctx, [own]);
    const place = placementSnapshot(visit);
    await record(ctx, booking, visit, {
      move: "leave",
      detail: {
        visitId: visit.id,
        ...{ before: { ...place, technicianId }, after: { ...place, technicianId: null } },
      },
    });
    await emit(ctx, "booking.helper-removed", booking.id, { visitId: visit.id, technicianId });
    return { ok: true as const };
  },
);

/** Reducing the crew size releases the helpers who were added last. */
export const setCrewSize = command("bookings.manage", async (ctx, asked: Seen & { crewSize: number }) => {
  const found = await lockCrew(ctx, asked);
  if (!found.ok) return found;
  const { booking, visit } = found;
  const { crewSize } = asked;
  if (crewSize === visit.crewSize) return { ok: true as const };
  const released = visit.helpers.slice(crewSize - 1);
  await releaseHelpers(ctx, released);
  await ctx.db.updateTable("visits").set({ hands: crewSize }).where("id", "=", visit.id).execute();
  // A visit of the same work that is placed later takes this size, except for single days of a multi-day job.
  if (!visit.multiDay) await updateBookingCrewSize(ctx, booking.id, crewSize);
  await record(ctx, booking, visit, { move: "needHands", detail: { visitId: visit.id, crewSize } });
  await emit(ctx, "booking.crew-size-changed", booking.id, { visitId: visit.id, crewSize });
  await emitHelpersRemoved(ctx, booking.id, visit.id, released);
  return { ok: true as const };
});

/** Crew size of work without a planned visit; the next visit takes it. */
export const setBookingCrewSize = command(
  "bookings.manage",
  async (ctx, asked: Omit<Seen, "visitId"> & { crewSize: number }) => {
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    if (!unassignedQueueStates.includes(booking.state) || booking.visits.some(isPlanned))
      return refuse("wrong-state");
    const { crewSize } = asked;
    if (!(await updateBookingCrewSize(ctx, booking.id, crewSize))) return { ok: true as const };
    await advanceBooking(ctx, booking, booking.state);
    await recordTimelineEntry(ctx, booking.id, {
      ...{ move: "needHands", from: booking.state, to: booking.state },
      ...{ version: booking.version, detail: { crewSize } },
    });
    await emit(ctx, "booking.crew-size-changed", booking.id, { crewSize });
    return { ok: true as const };
  },
);

/** False if unchanged. */
async function updateBookingCrewSize(ctx: Ctx, id: string, crewSize: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("bookings")
    .set({ hands: crewSize })
    .where("id", "=", id)
    .where("hands", "<>", crewSize)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function findStart(ctx: Ctx, { bookingId, visitId }: Seen): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom("visits")
    .select("starts_at")
    .where("id", "=", visitId)
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

async function lockCrew(ctx: Ctx, { bookingId, version, visitId }: Seen, adding = false) {
  const locked = await lockBooking(ctx, bookingId, version);
  if (!locked.ok) return locked;
  const { booking, by } = locked;
  const visit = booking.visits.find(({ id }) => id === visitId);
  if (!visit) return refuse("visit-unknown");
  const decision = validateCrewChange({ by, visit, adding });
  return decision.ok ? { ok: true as const, booking, visit } : decision;
}

/** The customer is not emailed about helpers, because the booking page shows them; the technicians are. */
async function record(
  ctx: Ctx,
  booking: LockedBooking,
  visit: LockedVisit,
  entry: { move: "join" | "leave" | "needHands"; reason?: string; detail: Record<string, unknown> },
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
