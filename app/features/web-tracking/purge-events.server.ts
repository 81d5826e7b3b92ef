import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import "./table";

/** Purges events that are too old for any comparison. */
export async function forgetEvents(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("web_tracking_events")
    .where("day", "<", addDays(dubaiDate(ctx.now), -keptDays))
    .execute();
}
