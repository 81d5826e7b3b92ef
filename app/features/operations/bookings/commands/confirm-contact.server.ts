import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { canConfirmContact } from "../policy";

/** Holds become firm until the office answers. Never by GET or HEAD, because mail scanners open links. */
export const confirmContact = command(
  "website.open-link",
  async function confirmContact(ctx, bookingId: string) {
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
    const holds = await ctx.db
      .deleteFrom("unconfirmedHolds")
      .using("visits")
      .whereRef("visits.id", "=", "unconfirmedHolds.visitId")
      .where("visits.bookingId", "=", bookingId)
      .returning("visitId")
      .execute();
    if (holds.length > 0) await emit(ctx, "booking.hold-confirmed", bookingId, {});
    return { ok: true };
  },
);
