import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { lockToUndo, type UndoToken } from "../lock-booking.server";
import { findConfirmation, restoreRequest } from "../restore-request.server";
import { lockDaysOf } from "../visits/restore-visits.server";

/**
 * Restores the request with its held visits and the placement in the same change. Refuses with
 * "customer-notified" after the notification delay. All or nothing.
 */
export const undoConfirmation = command(
  "bookings.manage",
  async function undoConfirmation(ctx, { bookingId, undo }: { bookingId: string; undo: UndoToken }) {
    const confirmation = await findConfirmation(ctx, bookingId, undo.leftVersion);
    if (!confirmation) return refuse("wrong-state");
    await lockDaysOf(ctx, confirmation.visitsBefore);
    const locked = await lockToUndo(ctx, bookingId, undo);
    return locked.ok ? restoreRequest(ctx, locked, confirmation) : locked;
  },
);
