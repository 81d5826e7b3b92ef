import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import { EMERGENCY_MAX_AGE_MIN } from "../bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../bookings/response-targets/response-target";
import { type EscalationReason, escalateAfterMin } from "./emergency";

/** Columns: set once the office is notified; set when no escalation is needed any more. */
const escalations = {
  unacknowledged: { notifiedColumn: "unacknowledgedNotifiedAt", resolvedColumn: "acknowledgedAt" },
  "not-arrived": { notifiedColumn: "notArrivedNotifiedAt", resolvedColumn: "arrivedAt" },
} as const satisfies Record<EscalationReason, object>;

/**
 * Once per reason. Update and event share a transaction, so that crashes and concurrent workers neither lose
 * nor double an escalation.
 */
export async function escalateEmergencies(ctx: Ctx): Promise<void> {
  for (const why of Object.keys(escalations) as EscalationReason[]) {
    const { notifiedColumn, resolvedColumn } = escalations[why];
    await inTransaction(ctx, async (ctx) => {
      const overdue = await ctx.db
        .updateTable("bookings")
        .set({ [notifiedColumn]: ctx.now })
        .where("emergency", "=", true)
        .where("state", "in", awaitingArrivalStates)
        .where(resolvedColumn, "is", null)
        .where(notifiedColumn, "is", null)
        .where("requestedAt", "<=", addMinutes(ctx.now, -escalateAfterMin[why]))
        .where("requestedAt", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
        .returning("id")
        .execute();
      for (const { id } of overdue) await emit(ctx, "booking.escalated", id, { why });
    });
  }
}
