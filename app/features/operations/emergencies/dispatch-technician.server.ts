import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { lockBooking } from "../bookings/lock-booking.server";
import { isUndispatched } from "../bookings/response-targets/emergency";
import { applyPlacement } from "../bookings/visits/apply-placement.server";
import { lockDay } from "../scheduling/place-visit.server";
import { nextVisitStart } from "../scheduling/visit-time";

interface Dispatch {
  bookingId: string;
  technicianId: string;
  /** Dubai day and time. Default: from now on. */
  start?: { day: string; time: string };
  /** Undefined respects placement warnings. */
  overrideReason?: string;
}

/**
 * Confirms the emergency if needed and places its visit. Refuses with "wrong-state" if a technician is already
 * dispatched. The caller checks permissions and rolls back on a refusal.
 */
export async function dispatchTechnician(
  ctx: Ctx,
  { bookingId, technicianId, start, overrideReason }: Dispatch,
) {
  const { day, time } = start ?? nextVisitStart(ctx.now);
  // Lock order: day before booking.
  await lockDay(ctx, day);
  const row = await ctx.db
    .selectFrom("bookings")
    .select(["version", "state", "emergency"])
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  // A concurrent dispatch wins, so that two technicians are never sent.
  if (!row.emergency || !isUndispatched(row.state)) return refuse("wrong-state");
  const confirms = row.state === "requested";
  if (confirms) {
    const confirmed = await transitionBooking(
      ctx,
      { bookingId, transition: "confirm", version: row.version },
      "office",
    );
    if (!confirmed.ok) return confirmed;
  }
  const locked = await lockBooking(ctx, bookingId, row.version + Number(confirms), undefined, "office");
  if (!locked.ok) return locked;
  const { booking } = locked;
  return applyPlacement(ctx, booking, booking.visit, {
    technicianId,
    day,
    time,
    overrideReason,
    confirms: confirms ? { before: null, hold: null } : undefined,
  });
}
