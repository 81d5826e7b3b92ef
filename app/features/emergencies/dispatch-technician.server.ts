import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { type LockedBooking, lockBooking } from "../bookings/lock-booking.server";
import { isUndispatched } from "../bookings/response-targets/emergency";
import { applyPlacement } from "../bookings/visits/apply-placement.server";
import { lockDay } from "../scheduling/place-visit.server";
import { nextVisitStart } from "./emergency";
import "../bookings/table";

/**
 * Sends a technician to an emergency at once: confirmed, if it was not, and placed from now on. Refused as `taken` where
 * nobody is waited for any more. Whoever calls has made sure that the actor may send this technician, and gives its
 * transaction up on a refusal. `why`: the reason that the visit is placed over warnings for, if it may be.
 */
export async function dispatchTechnician(
  ctx: Ctx,
  { bookingId, technicianId }: { bookingId: string; technicianId: string },
  why: (booking: LockedBooking) => Promise<string | undefined>,
) {
  const { day, time } = nextVisitStart(ctx.now);
  // Before the booking, as everybody does who places a visit.
  await lockDay(ctx, day);
  const row = await ctx.db
    .selectFrom("bookings")
    .select(["version", "state", "emergency"])
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  // Two who send at once: the second is told, rather than sending another one after the first.
  if (!row.emergency || !isUndispatched(row.state)) return refuse("wrong-state");
  const confirms = row.state === "requested";
  if (confirms) {
    const confirmed = await transitionBooking(
      ctx,
      { bookingId, move: "confirm", version: row.version },
      "office",
    );
    if (!confirmed.ok) return confirmed;
  }
  const locked = await lockBooking(ctx, bookingId, row.version + Number(confirms), undefined, "office");
  if (!locked.ok) return locked;
  const { booking } = locked;
  const overrideReason = await why(booking);
  return applyPlacement(ctx, booking, booking.visit, {
    technicianId,
    day,
    time,
    overrideReason,
    confirms: confirms ? { before: null } : undefined,
  });
}
