import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { holdSlot } from "../../scheduling/place-visit.server";
import { findNearestSlots } from "../../scheduling/queries.server";
import { type HoldLimits, type HoldRefusal, recordUnconfirmedHold } from "./unconfirmed-holds.server";

/** A guest whose email nobody has confirmed, and what bounds what such guests hold. */
export interface UnconfirmedGuest {
  email: string;
  terms: HoldLimits;
}

/**
 * Holds a slot for a booking, or refuses with what is free near it, which is looked for once nothing is left of the
 * attempt: nobody else waits for it meanwhile. In the caller's transaction. `guest`: the slot is held for so long only (docs/domain.md,
 * "Held times"); null: until the office answers.
 */
export async function holdSlotOrOfferAlternatives(
  ctx: Ctx,
  wanted: Parameters<typeof holdSlot>[1],
  guest: UnconfirmedGuest | null,
): Promise<{ ok: true; visitId: string } | Refusal<"slot-taken"> | HoldRefusal> {
  const held = await inTransaction(ctx, async (ctx) => {
    const held = await holdSlot(ctx, wanted);
    if (!held.ok || !guest) return held;
    const noted = await recordUnconfirmedHold(ctx, { ...held, day: wanted.day }, guest, guest.terms);
    return noted.ok ? held : noted;
  });
  if (held.ok || held.reason === "captcha-required") return held;
  return refuse("slot-taken", { alternatives: await findNearestSlots(ctx, wanted) });
}
