import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { getService } from "../../catalogue/queries.server";
import { loadRoster } from "../../scheduling/roster.server";
import { type Obstacle, obstacleFor, placeOf } from "../../scheduling/slots";
import { lockDay, placeVisit } from "../../scheduling/visits.server";
import { decideMove, type MoveRefusal } from "../booking";
import { advance, type ChangeRefusal, lockBooking, recordMove } from "./record-move.server";

export type AssignRefusal =
  | ChangeRefusal
  | { ok: false; reason: MoveRefusal | "technician-unknown" | "technician-busy" }
  | { ok: false; reason: "technician-warning"; obstacle: Obstacle };

/**
 * Places a booking's visit with a technician, on a Dubai day and time. The office may place it off shift or over
 * another warning with a typed reason, which is kept in the timeline; never over another visit.
 */
export function assignTechnician(
  ctx: Ctx,
  asked: {
    bookingId: string;
    version: number;
    technicianId: string;
    day: string;
    time: string;
    overrideReason?: string;
  },
): Promise<{ ok: true } | AssignRefusal> {
  return inTransaction<{ ok: true } | AssignRefusal>(ctx, async (ctx) => {
    await lockDay(ctx, asked.day);
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const decision = decideMove({ move: "assign", state: booking.state, by, now: ctx.now });
    if (!decision.ok) return decision;

    const service = await getService(ctx, booking.serviceId);
    const roster = await loadRoster(ctx, {
      serviceId: service.id,
      from: asked.day,
      to: asked.day,
      everybody: true,
      exceptVisit: booking.visit?.id,
    });
    const technician = roster.technicians.find(({ id }) => id === asked.technicianId);
    if (!technician) return { ok: false, reason: "technician-unknown" };
    const at = placeOf(service, asked.day, asked.time);
    const obstacle = obstacleFor(technician, roster, at);
    if (obstacle === "busy") return { ok: false, reason: "technician-busy" };
    const overrideReason = asked.overrideReason?.trim();
    if (obstacle && !overrideReason) return { ok: false, reason: "technician-warning", obstacle };

    const visitId = await placeVisit(ctx, {
      id: booking.visit?.id,
      bookingId: booking.id,
      technicianId: technician.id,
      state: "scheduled",
      at,
      bufferMin: service.bufferMin,
    });
    if (!visitId) return { ok: false, reason: "technician-busy" };

    await advance(ctx, booking, decision.to, {
      ...(booking.emergency ? { dispatched_at: booking.dispatchedAt ?? ctx.now } : {}),
    });
    await recordMove(ctx, booking.id, {
      move: "assign",
      from: booking.state,
      to: decision.to,
      version: booking.version,
      reason: overrideReason,
      detail: {
        visitId,
        technicianId: technician.id,
        startsAt: new Date(at.work.start).toISOString(),
        ...(obstacle ? { obstacle } : {}),
      },
    });
    await emit(ctx, "booking.technician-assigned", booking.id, { visitId, technicianId: technician.id });
    return { ok: true };
  });
}
