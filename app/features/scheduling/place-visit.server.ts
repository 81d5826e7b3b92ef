import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { daysBetween } from "~/platform/time";
import { loadRoster } from "./roster.server";
import {
  findPlacementWarnings,
  freeTechnicians,
  isTooSoon,
  type Job,
  type Roster,
  type TimeSlot,
  toTimeSlot,
} from "./slots";

/** Any number, the same everywhere, that no other advisory lock of ours uses. */
const DAY_LOCK = 7_301;

/**
 * Makes changes of one Dubai day's visits wait for each other until the transaction ends. Without it, rivals for one
 * slot meet in the exclusion constraint and deadlock; with it, each sees what the one before it left.
 */
export async function lockDay(ctx: Ctx, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DAY_LOCK}::int, ${daysBetween("2020-01-01", day)}::int)`.execute(
    ctx.db,
  );
}

/** Where a visit goes. Without `id` it is a new one. */
export interface Placement {
  id?: string;
  bookingId: string;
  technicianId: string;
  /** Held until its booking is confirmed. Without it a new visit is held, and one that is moved keeps its state. */
  state?: "held" | "scheduled";
  timeSlot: TimeSlot;
  bufferMin: number;
  area: string;
  /** One of several days that are planned as one; none: as before. */
  multiDay?: boolean;
}

/**
 * Places a visit, new or moved, and tells its id; null when the database refused it because two live visits of one
 * technician would overlap. Then the caller's transaction (or savepoint) must be given up.
 */
export async function placeVisit(ctx: Ctx, placement: Placement): Promise<string | null> {
  const values = {
    technician_id: placement.technicianId,
    starts_at: new Date(placement.timeSlot.work.start),
    ends_at: new Date(placement.timeSlot.work.end),
    buffer_min: placement.bufferMin,
    area: placement.area,
    ...(placement.state ? { state: placement.state } : {}),
    ...(placement.multiDay === undefined ? {} : { of_plan: placement.multiDay }),
  };
  const id = placement.id ?? randomUUID();
  try {
    if (placement.id) await ctx.db.updateTable("visits").set(values).where("id", "=", id).execute();
    else {
      await ctx.db
        .insertInto("visits")
        .values({
          ...{ id, booking_id: placement.bookingId, state: "held", created_at: ctx.now },
          ...values,
        })
        .execute();
    }
    return id;
  } catch (error) {
    if (violatesConstraint("overlap", error)) return null;
    throw error;
  }
}

export type SlotTaken = { ok: false; reason: "slot-taken" };

/**
 * Holds a slot for a booking with a free technician who is trained for all of it: the one it asks for where nothing is in his way, else the
 * one it had before where he is free, else the least busy that day, of those whose zone it is and who can be there in time if there are any. Refuses with "slot-taken" when nobody is. Runs in the caller's transaction, which must be given up
 * on a refusal. `roster`: whoever is trained for it that day, as they were before.
 */
export async function holdSlot(
  ctx: Ctx,
  input: {
    bookingId: string;
    /** Held for a request; scheduled for what is confirmed. */
    state: "held" | "scheduled";
    /** The visit to move; none: a new one. */
    visit?: { id: string; technicianId: string | null } | null;
    /** The technicians who help at it. */
    helperIds?: readonly string[];
    /** The technician whom its customer would have again. */
    preferredTechnicianId?: string | null;
    /** Of whoever goes, all of them. */
    skills: readonly string[];
    job: Job;
    area: string;
    day: string;
    time: string;
  },
): Promise<{ ok: true; visitId: string; roster: Roster } | SlotTaken> {
  const { job, day, time, visit } = input;
  if (isTooSoon(day, time, ctx.now)) return { ok: false, reason: "slot-taken" };
  await lockDay(ctx, day);
  const roster = await loadRoster(ctx, {
    skills: input.skills,
    from: day,
    to: day,
    excludedVisitId: visit?.id,
  });
  const timeSlot = toTimeSlot(job, day, time);
  const free = freeTechnicians(roster, timeSlot).filter(({ id }) => !input.helperIds?.includes(id));
  const withoutWarnings = free.filter(
    (one) =>
      findPlacementWarnings(one, roster, timeSlot, { area: input.area, now: ctx.now, emergency: false })
        .length === 0,
  );
  const technician =
    withoutWarnings.find(({ id }) => id === input.preferredTechnicianId) ??
    free.find(({ id }) => id === visit?.technicianId) ??
    withoutWarnings[0] ??
    free[0];
  if (!technician) return { ok: false, reason: "slot-taken" };
  const visitId = await placeVisit(ctx, {
    id: visit?.id,
    bookingId: input.bookingId,
    technicianId: technician.id,
    state: input.state,
    timeSlot,
    bufferMin: job.bufferMin,
    area: input.area,
  });
  return visitId ? { ok: true, visitId, roster } : { ok: false, reason: "slot-taken" };
}
