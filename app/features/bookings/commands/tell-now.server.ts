import { command } from "~/platform/auth/command.server";
import { notifyOfCorrections } from "../corrections/correction-news.server";
import { notifyOfVisits } from "../visits/visit-news.server";
import "../../scheduling/table";

/** The customers are told now of what waits for them of these visits and of their bookings; what does not wait is left. */
export const tellNow = command("bookings.manage", async (ctx, visitIds: readonly string[]) => {
  await notifyOfVisits(ctx, visitIds);
  const visits = await ctx.db
    .selectFrom("visits")
    .select("booking_id")
    .distinct()
    .where("id", "in", [...visitIds])
    .execute();
  await notifyOfCorrections(
    ctx,
    visits.map(({ booking_id: id }) => id),
  );
  return { ok: true };
});
