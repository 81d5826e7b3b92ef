import type { Ctx } from "~/platform/context";
import { purgeTrailBefore } from "~/platform/events/trail-months.server";
import { dubaiDate } from "~/platform/time";
import { readSettingGroups } from "../../core/business/read-settings.server";
import { firstRetainedTrailDay } from "./trail-retention";

/** Removes entries after the retention period, by months. */
export async function purgeTrail(ctx: Ctx): Promise<void> {
  const settings = await readSettingGroups(ctx, ["retention", "money"]);
  const { trailYears, mailDays } = settings("retention").values;
  const documentYears = settings("money").values.keepYears;
  await purgeTrailBefore(
    ctx,
    firstRetainedTrailDay(dubaiDate(ctx.now), { trailYears, mailDays, documentYears }),
  );
}
