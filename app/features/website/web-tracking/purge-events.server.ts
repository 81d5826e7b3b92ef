import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";

export async function purgeEvents(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("webTrackingEvents")
    .where("day", "<", addDays(dubaiDate(ctx.now), -keptDays))
    .execute();
}
