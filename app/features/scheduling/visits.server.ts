import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { sqlState } from "~/platform/database/transaction.server";
import { daysBetween } from "~/platform/time";
import { loadRoster } from "./roster.server";
import { freeTechnicians, isTooSoon, type Job, timesOf } from "./slots";

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

export interface PlacedVisit {
  id: string;
  technicianId: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Holds a slot for a booking: a visit with a free, skilled technician, the least busy that day first. Refuses with
 * "slot-taken" when nobody is free. Runs in the caller's transaction, which must be given up on a refusal.
 */
export async function holdSlot(
  ctx: Ctx,
  wanted: { bookingId: string; serviceId: string; job: Job; day: string; time: string },
): Promise<{ ok: true; visit: PlacedVisit } | { ok: false; reason: "slot-taken" }> {
  if (isTooSoon(wanted.day, wanted.time, ctx.now)) return { ok: false, reason: "slot-taken" };
  await lockDay(ctx, wanted.day);
  const roster = await loadRoster(ctx, { serviceId: wanted.serviceId, from: wanted.day, to: wanted.day });
  const technician = freeTechnicians(roster, wanted.job, wanted.day, wanted.time)[0];
  if (!technician) return { ok: false, reason: "slot-taken" };
  const { startsAt, endsAt } = timesOf(wanted.job, wanted.day, wanted.time);
  const visit = { id: randomUUID(), technicianId: technician.id, startsAt, endsAt };
  const placed = await neverOverlapping(() =>
    ctx.db
      .insertInto("visits")
      .values({
        id: visit.id,
        booking_id: wanted.bookingId,
        technician_id: visit.technicianId,
        state: "held",
        starts_at: startsAt,
        ends_at: endsAt,
        buffer_min: wanted.job.bufferMin,
        created_at: ctx.now,
      })
      .execute(),
  );
  return placed ? { ok: true, visit } : { ok: false, reason: "slot-taken" };
}

/** False when the database refused the change because two live visits of one technician would overlap. */
export async function neverOverlapping(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (sqlState(error) === "23P01") return false;
    throw error;
  }
}
