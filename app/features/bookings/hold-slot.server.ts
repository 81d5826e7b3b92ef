import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { findNearestSlots } from "../scheduling/queries.server";
import { holdSlot } from "../scheduling/visits.server";

/**
 * Holds a slot for a booking, or refuses with what is free near it, which is looked for once nothing is left of the
 * attempt: nobody else waits for it meanwhile. In the caller's transaction.
 */
export async function holdOrOffer(
  ctx: Ctx,
  wanted: Parameters<typeof holdSlot>[1],
): Promise<{ ok: true; visitId: string } | Refusal<"slot-taken">> {
  const held = await inTransaction(ctx, (ctx) => holdSlot(ctx, wanted));
  if (held.ok) return held;
  return refuse("slot-taken", { alternatives: await findNearestSlots(ctx, wanted) });
}
