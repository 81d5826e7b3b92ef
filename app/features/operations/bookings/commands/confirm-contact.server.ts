import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { canConfirmContact } from "../policy";
import { confirmGuestHold, type HoldLimits } from "../visits/guest-holds.server";

/** Extends the hold until the office answers. Never by GET or HEAD, because mail scanners open links. */
export const confirmContact = command(
  "website.open-link",
  async function confirmContact(ctx, bookingId: string, limits: Pick<HoldLimits, "unconfirmedHolds">) {
    if (!canConfirmContact(ctx.actor, { id: bookingId })) return refuse("not-allowed");
    // Locks the booking, so that its hold cannot expire concurrently.
    const confirmed = await ctx.db
      .updateTable("bookings")
      .set({ contactConfirmedAt: ctx.now })
      .where("id", "=", bookingId)
      .where("contactConfirmedAt", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!confirmed) return { ok: true };
    if (await confirmGuestHold(ctx, bookingId, limits))
      await emit(ctx, "booking.hold-confirmed", bookingId, {});
    return { ok: true };
  },
);
