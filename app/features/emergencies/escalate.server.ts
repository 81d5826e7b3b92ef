import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import { EMERGENCY_MAX_AGE_MIN } from "../bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../bookings/response-targets/response-target";
import { type EscalationReason, escalateAfterMin } from "./emergency";
import "../bookings/table";

/** What is noted when the office is told, and what stops it from being told. */
const escalations = {
  unacknowledged: { told: "unacknowledged_told_at", met: "acknowledged_at" },
  "not-arrived": { told: "not_arrived_told_at", met: "arrived_at" },
} as const satisfies Record<EscalationReason, object>;

/**
 * Finds the emergencies that wait too long, and has the office told of each limit once. The note and the event are one
 * transaction: whoever is killed in between has done neither, and of two workers the second finds it noted.
 */
export async function escalateEmergencies(ctx: Ctx): Promise<void> {
  for (const why of Object.keys(escalations) as EscalationReason[]) {
    const { told, met } = escalations[why];
    await inTransaction(ctx, async (ctx) => {
      const waiting = await ctx.db
        .updateTable("bookings")
        .set({ [told]: ctx.now })
        .where("emergency", "=", true)
        .where("state", "in", awaitingArrivalStates)
        .where(met, "is", null)
        .where(told, "is", null)
        .where("requested_at", "<=", addMinutes(ctx.now, -escalateAfterMin[why]))
        .where("requested_at", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
        .returning("id")
        .execute();
      for (const { id } of waiting) await emit(ctx, "booking.escalated", id, { why });
    });
  }
}
