import { command } from "~/platform/auth/command.server";
import { queueCorrectionNotifications } from "../corrections/pending-correction-notifications.server";
import { queueCustomerNotifications } from "../visits/pending-notifications.server";

export const sendPendingNotifications = command(
  "bookings.manage",
  async function sendPendingNotifications(ctx, visitIds: readonly string[]) {
    await queueCustomerNotifications(ctx, visitIds);
    const visits = await ctx.db
      .selectFrom("visits")
      .select("bookingId")
      .distinct()
      .where("id", "in", [...visitIds])
      .execute();
    await queueCorrectionNotifications(
      ctx,
      visits.map(({ bookingId: id }) => id),
    );
    return { ok: true };
  },
);
