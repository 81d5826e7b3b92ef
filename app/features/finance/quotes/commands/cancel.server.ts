import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import { type Cancellation, cancelApprovedQuote, type SettleDeposits } from "../cancel-approved-quote.server";
import { lockSeenQuote, type SeenQuote } from "../lock-quote.server";

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
    if (!cancelled.ok || quote.workBookingId === null) return cancelled;
    const work = await ctx.db
      .selectFrom("bookings")
      .select(["id", "version", "state"])
      .where("id", "=", quote.workBookingId)
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
