import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import { lockDay } from "../../scheduling/place-visit.server";
import type { LockedVisit } from "../lock-booking.server";
import { restoreHelpers } from "./crew.server";
import type { VisitSnapshot } from "./multi-day";

/** Locks the days of the snapshots. Lock order: days before bookings. */
export async function lockDaysOf(ctx: Ctx, snapshots: readonly VisitSnapshot[]): Promise<void> {
  const days = new Set(snapshots.map(({ startsAt }) => dubaiDate(new Date(startsAt))));
  for (const day of [...days].sort()) await lockDay(ctx, day);
}

/**
 * Replaces planned visits by earlier ones. `asHolds`: none of them is confirmed. False if the database rejects
 * two overlapping visits of a technician; the caller must then roll back.
 */
export async function replaceVisits(
  ctx: Ctx,
  planned: readonly LockedVisit[],
  snapshots: readonly VisitSnapshot[],
  { asHolds }: { asHolds: boolean },
): Promise<boolean> {
  // Cancels all visits first, so that restoring them cannot overlap visits of the same job.
  for (const { id } of planned) {
    await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", id).execute();
  }
  for (const snapshot of snapshots) {
    const state = asHolds || !snapshot.technicianId ? "held" : "scheduled";
    if (!(await restoreVisit(ctx, snapshot, state))) return false;
  }
  return true;
}

async function restoreVisit(
  ctx: Ctx,
  { id, technicianId, startsAt, endsAt, crewSize, multiDay, helpers }: VisitSnapshot,
  state: "held" | "scheduled",
): Promise<boolean> {
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        ...{ technicianId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
        ...{ crewSize, multiDay, state },
      })
      .where("id", "=", id)
      .execute();
  } catch (error) {
    if (violatesConstraint("overlap", error)) return false;
    throw error;
  }
  return restoreHelpers(ctx, id, { crewSize, helpers });
}
