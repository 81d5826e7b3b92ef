import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { holdSlot } from "../../scheduling/place-visit.server";
import { findNearestSlots, listClosedHolidays } from "../../scheduling/queries.server";
import { type GuestContact, type HoldLimits, recordGuestHold, withinGuestShare } from "./guest-holds.server";

export type HoldingGuest = GuestContact & { terms: HoldLimits };

export type HoldRefusal = Refusal<"slot-taken" | "captcha-required" | "time-not-held">;

/**
 * Searches alternatives after the rollback, so that the day lock does not block others meanwhile. `guest`:
 * null for a hold that does not expire by itself.
 */
export async function holdSlotOrOfferAlternatives(
  ctx: Ctx,
  request: Omit<Parameters<typeof holdSlot>[1], "admission">,
  guest: HoldingGuest | null,
): Promise<{ ok: true; visitId: string } | HoldRefusal> {
  const { visit, day } = request;
  const held = await inTransaction(ctx, async (ctx) => {
    const admission = guest ? withinGuestShare(request, guest.terms.unconfirmedShare) : undefined;
    const held = await holdSlot(ctx, { ...request, admission });
    if (!held.ok || !guest) return held;
    const recorded = await recordGuestHold(ctx, held.visitId, guest, guest.terms);
    return recorded.ok ? held : recorded;
  });
  if (held.ok || held.reason === "captcha-required") return held;
  if (held.reason === "not-admitted") return refuse("time-not-held", { day, isNew: visit === undefined });
  const { helperIds = [], visit: _, ...search } = request;
  const moved = visit && { visitId: visit.id, helperIds };
  const name = (await listClosedHolidays(ctx, { from: day, to: day })).get(day);
  return refuse("slot-taken", {
    alternatives: await findNearestSlots(ctx, { ...search, moved }),
    holiday: name === undefined ? null : { day, name },
  });
}
