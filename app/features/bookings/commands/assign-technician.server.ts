import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { lockDay } from "../../scheduling/visits.server";
import { decideMove, type MoveRefusal } from "../booking";
import { type PutRefusal, putVisit, type WantedPlace } from "./put-visit.server";
import { type ChangeRefusal, lockBooking } from "./record-move.server";

export type AssignRefusal = ChangeRefusal | PutRefusal | { ok: false; reason: MoveRefusal };

/** Places the visit of a confirmed booking that is ahead, or a new one where none is, with a technician. */
export function assignTechnician(
  ctx: Ctx,
  asked: WantedPlace & { bookingId: string; version: number },
): Promise<{ ok: true } | AssignRefusal> {
  return inTransaction<{ ok: true } | AssignRefusal>(ctx, async (ctx) => {
    await lockDay(ctx, asked.day);
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const decision = decideMove({ move: "assign", state: booking.state, by, now: ctx.now });
    if (!decision.ok) return decision;
    return putVisit(ctx, booking, booking.visit, asked);
  });
}
