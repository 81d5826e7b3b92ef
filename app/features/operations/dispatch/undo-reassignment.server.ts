import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { scheduleVisit } from "../bookings/commands/change-visit.server";
import { cancelTimeOff } from "../scheduling/commands/working-time.server";
import { lockDay } from "../scheduling/place-visit.server";
import type { UndoReassignmentInput } from "./schema";

/**
 * Returns reassigned visits to the technician and cancels the time off that was added with them, all or none. A
 * request stays a request.
 */
export const undoReassignment = command(
  "bookings.manage",
  async function undoReassignment(
    ctx,
    { technicianId, changes, timeOff }: UndoReassignmentInput & { technicianId: string },
  ) {
    if (timeOff) {
      const cancelled = await cancelTimeOff(ctx, { technicianId, version: timeOff.version }, timeOff.id);
      if (!cancelled.ok) return cancelled;
    }
    const placements = [];
    for (const change of changes) {
      const before = await findPlacementBefore(ctx, change.bookingId, change.undo.leftVersion);
      if (!before) return refuse("wrong-state");
      placements.push({ ...change, before });
    }
    const days = new Set(placements.map(({ before }) => dubaiDate(before.startsAt)));
    for (const day of [...days].sort()) await lockDay(ctx, day);

    /** Base versions of later changes of the same booking, and of their undo. */
    const undoneVersions = new Map<string, number[]>();
    const bookings = new Map<string, number>();
    // Latest first, because a booking may have several reassigned visits.
    for (const { bookingId, visitId, undo, before } of placements.reverse()) {
      const earlier = undoneVersions.get(bookingId) ?? [];
      const { startsAt, endsAt } = before;
      const result = await scheduleVisit(ctx, {
        ...{ bookingId, visitId, version: 0, technicianId: before.technicianId },
        undo: { leftVersion: undo.leftVersion, undoneVersions: [...undo.undoneVersions, ...earlier] },
        ...{ day: dubaiDate(startsAt), time: dubaiTime(startsAt) },
        durationMin: (endsAt.getTime() - startsAt.getTime()) / 60_000,
        overrideReason: m.board_undo_reason(),
        asHold: before.isRequest,
      });
      if (!result.ok) return result;
      undoneVersions.set(bookingId, [...earlier, undo.leftVersion - 1, result.version - 1]);
      bookings.set(bookingId, result.version);
    }
    return { ok: true as const, bookings };
  },
);

/** Placement before the change that produced `leftVersion`. Null if that change moved no visit of a technician. */
async function findPlacementBefore(ctx: Ctx, bookingId: string, leftVersion: number) {
  const row = await ctx.db
    .selectFrom("timelineEntries")
    .select(["detail", "fromState"])
    .where("bookingId", "=", bookingId)
    .where("fromVersion", "=", leftVersion - 1)
    .executeTakeFirst();
  const before = row?.detail.before as
    | { technicianId: string | null; startsAt: string; endsAt: string }
    | null
    | undefined;
  if (!before?.technicianId) return null;
  return {
    technicianId: before.technicianId,
    startsAt: new Date(before.startsAt),
    endsAt: new Date(before.endsAt),
    isRequest: row?.fromState === "requested",
  };
}
