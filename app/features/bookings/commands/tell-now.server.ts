import { command } from "~/platform/auth/command.server";
import { tellOfCorrections } from "../correction-news.server";
import { tellOfVisits } from "../visit-news.server";
import "../../scheduling/table";

/** The customers are told now of what waits for them of these visits and of their bookings; what does not wait is left. */
export const tellNow = command("bookings.manage", async (ctx, visitIds: readonly string[]) => {
  await tellOfVisits(ctx, visitIds);
  const visits = await ctx.db
    .selectFrom("visits")
    .select("booking_id")
    .distinct()
    .where("id", "in", [...visitIds])
    .execute();
  await tellOfCorrections(
    ctx,
    visits.map(({ booking_id: id }) => id),
  );
  return { ok: true };
});
