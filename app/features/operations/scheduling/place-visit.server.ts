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
  type TimeSlot,
  toTimeSlot,
} from "./slots";

/** Namespace of the advisory lock, unique within the product. */
const DAY_LOCK = 7_301;

/**
 * Serializes changes of a day's visits until the transaction ends. Otherwise concurrent changes deadlock in
 * the exclusion constraint.
 */
export async function lockDay(ctx: Ctx, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DAY_LOCK}::int, ${daysBetween("2020-01-01", day)}::int)`.execute(
    ctx.db,
  );
}

/** Without `id`: a new visit. */
export interface Placement {
  id?: string;
  bookingId: string;
  technicianId: string;
  /** Default: "held" for new visits, unchanged for moved ones. */
  state?: "held" | "scheduled";
  timeSlot: TimeSlot;
  bufferMin: number;
  area: string;
  /** Undefined: unchanged. */
  multiDay?: boolean;
  /** For new visits: the missed day of a multi-day job. */
  replacesVisitId?: string | undefined;
}

/**
 * Returns the visit id, or null if it would overlap another live visit of the technician. The caller must
 * then roll back.
 */
export async function placeVisit(ctx: Ctx, placement: Placement): Promise<string | null> {
  const values = {
    technicianId: placement.technicianId,
    startsAt: new Date(placement.timeSlot.work.start),
    endsAt: new Date(placement.timeSlot.work.end),
    bufferMin: placement.bufferMin,
    area: placement.area,
    ...(placement.state ? { state: placement.state } : {}),
    ...(placement.multiDay === undefined ? {} : { multiDay: placement.multiDay }),
  };
  const id = placement.id ?? randomUUID();
  try {
    if (placement.id) await ctx.db.updateTable("visits").set(values).where("id", "=", id).execute();
    else {
      await ctx.db
        .insertInto("visits")
        .values({
          ...{ id, bookingId: placement.bookingId, state: "held", createdAt: ctx.now },
          replacesVisitId: placement.replacesVisitId ?? null,
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
export type NotAdmitted = { ok: false; reason: "not-admitted" };

/** Decides under the day lock which free technicians may take the visit. */
export type Admission = (ctx: Ctx) => Promise<(technicianId: string, timeSlot: TimeSlot) => boolean>;

/**
 * Places a visit with the first match of: the preferred technician without warnings, the current technician
 * if free, the least busy without warnings, the least busy. Refuses with "slot-taken" if none is free, and with
 * "not-admitted" if `admission` allows none of the free ones; the caller must roll back.
 */
export async function holdSlot(
  ctx: Ctx,
  input: {
    bookingId: string;
    state: "held" | "scheduled";
    /** Null for a new visit. */
    visit?: { id: string; technicianId: string | null } | null;
    helperIds?: readonly string[];
    preferredTechnicianId?: string | null;
    /** Required of the technician. */
    skills: readonly string[];
    job: Job;
    area: string;
    day: string;
    time: string;
    admission?: Admission;
  },
): Promise<{ ok: true; visitId: string } | SlotTaken | NotAdmitted> {
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
  const available = freeTechnicians(roster, timeSlot).filter(({ id }) => !input.helperIds?.includes(id));
  const admits = available.length > 0 ? await input.admission?.(ctx) : undefined;
  const free = admits ? available.filter(({ id }) => admits(id, timeSlot)) : available;
  if (available.length > 0 && free.length === 0) return { ok: false, reason: "not-admitted" };
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
  return visitId ? { ok: true, visitId } : { ok: false, reason: "slot-taken" };
}
