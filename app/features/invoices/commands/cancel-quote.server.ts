import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { transitionBooking } from "../../bookings/commands/transition-booking.server";
import { lockSeen, type SeenQuote } from "../../quotes/lock-quote.server";
import type { DepositResolution } from "../credit/deposit-resolution";
import { cancelApprovedQuote } from "../credit/cancel-quote.server";
import "../../bookings/table";

/** Calls off what a customer had approved, with the booking that was made of it and the deposit that was paid. */
export const cancelQuote = command(
  "invoices.manage",
  async (ctx, seen: SeenQuote, wish: { deposit: DepositResolution; reason: string }) => {
    const locked = await lockSeen(ctx, seen);
    if (!locked.ok) return locked;
    const { quote } = locked;
    const called = await cancelApprovedQuote(ctx, quote, wish);
    if (!called.ok || quote.work_id === null) return called;
    const work = await ctx.db
      .selectFrom("bookings")
      .select(["id", "version", "state"])
      .where("id", "=", quote.work_id)
      .executeTakeFirstOrThrow();
    if (work.state === "cancelled" || work.state === "declined") return called;
    const moved = await transitionBooking(
      ctx,
      { bookingId: work.id, move: "cancel", version: work.version, reason: wish.reason },
      "office",
    );
    // Work that is under way or done is no longer called off.
    return moved.ok ? called : refuse("wrong-state");
  },
);
