import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { sqlState } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { loadRoster } from "../../scheduling/roster.server";
import { findFirstConflict, findPlacementWarnings, type Roster, type TimeSlot } from "../../scheduling/slots";
import type { LockedBooking, LockedVisit } from "../lock-booking.server";
import { type AbsentHelper, type Crew, returningHelperIds } from "./crew";

/*
 * Each helper has a row in `visits`, whose time and state triggers copy from the lead's row
 * (docs/decisions/0052-crews-and-multi-day-jobs.md).
 */

/** False if the database rejects two overlapping visits of the technician. */
export async function addHelper(
  ctx: Ctx,
  { id: bookingId, area }: Pick<LockedBooking, "id" | "area">,
  visit: LockedVisit,
  technicianId: string,
): Promise<boolean> {
  const crewSize = Math.max(visit.crewSize, visit.helpers.length + 2);
  await ctx.db.updateTable("visits").set({ crewSize }).where("id", "=", visit.id).execute();
  return succeedsWithoutOverlap(() =>
    ctx.db
      .insertInto("visits")
      .values({
        id: randomUUID(),
        bookingId,
        leadVisitId: visit.id,
        technicianId,
        state: visit.state,
        startsAt: visit.startsAt,
        endsAt: visit.endsAt,
        area,
        createdAt: ctx.now,
      })
      .execute(),
  );
}

/** Returns the helpers of the continued visit who have conflicts. Null if the database rejects an overlap. */
export async function addReturningHelpers(
  ctx: Ctx,
  booking: LockedBooking,
  { before, ...visit }: LockedVisit & { before: LockedVisit },
  { roster, timeSlot }: { roster: Roster; timeSlot: TimeSlot },
): Promise<AbsentHelper[] | null> {
  const absentHelpers: AbsentHelper[] = [];
  const visitWithHelpers = { ...visit, crewSize: before.crewSize, helpers: [...visit.helpers] };
  await ctx.db.updateTable("visits").set({ crewSize: before.crewSize }).where("id", "=", visit.id).execute();
  for (const technicianId of returningHelperIds(before, visit.technicianId!)) {
    const technician = roster.technicians.find(({ id }) => id === technicianId)!;
    const { area, emergency } = booking;
    const conflicts = findPlacementWarnings(technician, roster, timeSlot, {
      ...{ area, emergency, now: ctx.now },
      currentTechnicianId: technicianId,
    });
    if (conflicts.length > 0) {
      absentHelpers.push({ name: technician.name, conflicts });
      continue;
    }
    if (!(await addHelper(ctx, booking, visitWithHelpers, technicianId))) return null;
    visitWithHelpers.helpers.push({ id: visit.id, technicianId });
    await emit(ctx, "booking.helper-added", booking.id, { visitId: visit.id, technicianId });
  }
  return absentHelpers;
}

/** Stored in the timeline for undo. */
export interface ReleasedHelpers {
  visitId: string;
  crewSize: number;
  helpers: readonly { id: string; technicianId: string }[];
  /** Row of a helper who was released alone; null if the whole visit was cancelled or unassigned. */
  released: string | null;
}

/** `leftVersion`: version that the change produced. Null if it released no helpers. */
export async function findReleasedHelpers(
  ctx: Ctx,
  bookingId: string,
  leftVersion: number,
): Promise<ReleasedHelpers | null> {
  const row = await ctx.db
    .selectFrom("timelineEntries")
    .select("detail")
    .where("bookingId", "=", bookingId)
    .where("fromVersion", "=", leftVersion - 1)
    .executeTakeFirst();
  return (row?.detail.releasedHelpers as ReleasedHelpers | undefined) ?? null;
}

/** False if the database rejects an overlap. */
export async function restoreHelpers(
  ctx: Ctx,
  visitId: string,
  { crewSize, helpers }: Pick<ReleasedHelpers, "crewSize" | "helpers">,
): Promise<boolean> {
  await ctx.db
    .updateTable("visits")
    .set((eb) => ({ crewSize: eb.fn<number>("greatest", ["crewSize", eb.val(crewSize)]) }))
    .where("id", "=", visitId)
    .execute();
  for (const { id, technicianId } of helpers) {
    const placed = await succeedsWithoutOverlap(() =>
      ctx.db
        .updateTable("visits")
        .set({ leadVisitId: visitId, technicianId, state: "held" })
        .where("id", "=", id)
        .where("state", "=", "cancelled")
        .execute(),
    );
    if (!placed) return false;
  }
  return true;
}

/** Keeps the crew size, so that the visit shows missing helpers. */
export async function releaseHelpers(ctx: Ctx, helpers: readonly { id: string }[]): Promise<void> {
  if (helpers.length === 0) return;
  await ctx.db
    .updateTable("visits")
    .set({ state: "cancelled" })
    .where(
      "id",
      "in",
      helpers.map(({ id }) => id),
    )
    .execute();
}

export async function emitHelpersRemoved(
  ctx: Ctx,
  bookingId: string,
  visitId: string,
  helpers: readonly { technicianId: string }[],
): Promise<void> {
  for (const { technicianId } of helpers) {
    await emit(ctx, "booking.helper-removed", bookingId, { visitId, technicianId });
  }
}

export async function promoteFirstHelper(ctx: Ctx, { id, helpers }: LockedVisit): Promise<void> {
  const next = helpers[0]!;
  await releaseHelpers(ctx, [next]);
  await ctx.db.updateTable("visits").set({ technicianId: next.technicianId }).where("id", "=", id).execute();
}

/** Releases helpers who cannot come at the new time, so that they do not block a customer's rescheduling. */
export async function releaseUnavailableHelpers(
  ctx: Ctx,
  visit: LockedVisit | null,
  skills: readonly string[],
  timeSlot: TimeSlot,
): Promise<LockedVisit["helpers"]> {
  if (!visit || visit.helpers.length === 0) return [];
  const roster = await loadRoster(ctx, {
    ...{ skills, from: timeSlot.day, to: timeSlot.day },
    includeUnavailable: true,
    excludedVisitId: visit.id,
  });
  const unavailable = visit.helpers.filter(({ technicianId }) => {
    const technician = roster.technicians.find(({ id }) => id === technicianId);
    return !technician || findFirstConflict(technician, roster, timeSlot) !== null;
  });
  await releaseHelpers(ctx, unavailable);
  return unavailable;
}

/**
 * Assigns helper rows around `place`, which places the lead's visit. Null if the database rejects an overlap.
 */
export async function placeWithCrew(
  ctx: Ctx,
  visit: LockedVisit | null,
  crew: Crew,
  place: () => Promise<string | null>,
): Promise<string | null> {
  const changed = crew.helpers.filter(({ id, technicianId }) =>
    visit?.helpers.some((before) => before.id === id && before.technicianId !== technicianId),
  );
  // Releases helpers first, because the exclusion constraint checks each row alone and would reject a swap.
  await releaseHelpers(ctx, changed);
  const visitId = await place();
  if (!visitId) return null;
  for (const { id, technicianId } of changed) {
    const placed = await succeedsWithoutOverlap(() =>
      ctx.db.updateTable("visits").set({ technicianId, state: "held" }).where("id", "=", id).execute(),
    );
    if (!placed) return null;
  }
  return visitId;
}

async function succeedsWithoutOverlap(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (sqlState(error) === "23P01") return false;
    throw error;
  }
}
