import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import type { DepositOutcome, DepositResolution } from "../deposit-resolution";
import {
  checkTransition,
  type LockedQuote,
  lockQuote,
  lockSeenQuote,
  type SeenQuote,
  updateQuote,
} from "../lock-quote.server";

/**
 * Settles the invoices of a quote that is being cancelled, in the caller's transaction. Invoices build on
 * quotes, so their API and the reactions pass it in. `fils`: paid deposits.
 */
export type SettleDeposits = (
  ctx: Ctx,
  quote: LockedQuote,
  cancellation: Cancellation,
) => Promise<{ ok: true; deposit: DepositOutcome; fils: number } | Refusal<"already-invoiced">>;

interface Cancellation {
  deposit: DepositResolution;
  reason: string;
}

/** Cancels an approved quote and its booking. */
export const cancelQuote = command(
  "invoices.manage",
  async function cancelQuote(
    ctx,
    settleDeposits: SettleDeposits,
    seen: SeenQuote,
    cancellation: Cancellation,
  ) {
    const locked = await lockSeenQuote(ctx, seen);
    if (!locked.ok) return locked;
    const { quote } = locked;
    const cancelled = await cancelApprovedQuote(ctx, settleDeposits, quote, cancellation);
    if (!cancelled.ok || quote.work_booking_id === null) return cancelled;
    const work = await ctx.db
      .selectFrom("bookings")
      .select(["id", "version", "state"])
      .where("id", "=", quote.work_booking_id)
      .executeTakeFirstOrThrow();
    if (work.state === "cancelled" || work.state === "declined") return cancelled;
    const transition = await transitionBooking(
      ctx,
      { bookingId: work.id, transition: "cancel", version: work.version, reason: cancellation.reason },
      "office",
    );
    // Work that has started or is finished cannot be cancelled.
    return transition.ok ? cancelled : refuse("wrong-state");
  },
);

/**
 * Applies the deposit rule when the customer cancels the booking. If the office cancels it, the office
 * resolves the deposit in `cancelQuote`.
 */
export function cancelQuoteOnBookingCancelled(settleDeposits: SettleDeposits): Reaction<"booking.cancelled"> {
  return {
    name: "cancel-quote-on-booking-cancelled",
    async run(ctx, { subjectId, actorRole, reason }) {
      if (!["customer", "visitor", "link-holder"].includes(actorRole)) return;
      const rows = await ctx.db
        .selectFrom("quotes")
        .select("id")
        .where("work_booking_id", "=", subjectId)
        .where("state", "=", "converted")
        .execute();
      for (const { id } of rows) {
        const quote = await lockQuote(ctx, id);
        // A refusal is ignored, because the office settles work that is already invoiced.
        if (quote)
          await cancelApprovedQuote(ctx, settleDeposits, quote, {
            deposit: "by-rule",
            reason: reasonOrDefault(reason, quote.language),
          });
      }
    },
  };
}

/** Runs in the caller's transaction (docs/domain.md, "Money"). */
async function cancelApprovedQuote(
  ctx: Ctx,
  settleDeposits: SettleDeposits,
  quote: LockedQuote,
  cancellation: Cancellation,
) {
  const decision = checkTransition(ctx, quote, "cancel", "office");
  if (!decision.ok || quote.renews_contract_id) return refuse("wrong-state");
  const settled = await settleDeposits(ctx, quote, cancellation);
  if (!settled.ok) return settled;
  await updateQuote(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.cancelled",
    quote.id,
    { deposit: settled.deposit, fils: settled.fils },
    { reason: cancellation.reason, before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true as const };
}

/** Reason printed on the credit note. Customers may cancel without one. */
function reasonOrDefault(reason: string | null, language: string): string {
  const given = (reason ?? "").trim();
  return given.length >= 3
    ? given
    : inLocale(localeOrDefault(language), () => m.invoices_cancelled_by_customer());
}
