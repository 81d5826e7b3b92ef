import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { holdSlot } from "../../scheduling/place-visit.server";
import { findNearestSlots, listClosedHolidays } from "../../scheduling/queries.server";
import { type HoldLimits, type HoldRefusal, recordUnconfirmedHold } from "./unconfirmed-holds.server";

export interface UnconfirmedGuest {
  email: string;
  terms: HoldLimits;
}

/**
 * Searches alternatives after the rollback, so that the day lock does not block others meanwhile. `guest`:
 * null for a hold that does not expire by itself.
 */
export async function holdSlotOrOfferAlternatives(
  ctx: Ctx,
  request: Parameters<typeof holdSlot>[1],
  guest: UnconfirmedGuest | null,
): Promise<{ ok: true; visitId: string } | Refusal<"slot-taken"> | HoldRefusal> {
  const held = await inTransaction(ctx, async (ctx) => {
    const held = await holdSlot(ctx, request);
    if (!held.ok || !guest) return held;
    const recorded = await recordUnconfirmedHold(ctx, { ...held, day: request.day }, guest, guest.terms);
    return recorded.ok ? held : recorded;
  });
  if (held.ok || held.reason === "captcha-required") return held;
  const { visit, helperIds = [], ...search } = request;
  const moved = visit && { visitId: visit.id, helperIds };
  const { day } = request;
  const name = (await listClosedHolidays(ctx, { from: day, to: day })).get(day);
  return refuse("slot-taken", {
    alternatives: await findNearestSlots(ctx, { ...search, moved }),
    holiday: name === undefined ? null : { day, name },
  });
}
