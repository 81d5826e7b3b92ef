import type { Ctx } from "~/platform/context";
import { purgeTrailBefore } from "~/platform/events/trail-months.server";
import { dubaiDate } from "~/platform/time";
import { firstRetainedTaxDay } from "../../core/business/financial-year";
import { readSettingGroups } from "../../core/business/read-settings.server";
import { firstRetainedTrailDay } from "./trail-retention";

/** Removes entries after the retention period, by months. */
export async function purgeTrail(ctx: Ctx): Promise<void> {
  const settings = await readSettingGroups(ctx, ["retention", "money"]);
  const { trailYears, mailDays } = settings("retention").values;
  const { keepYears, financialYearEnd } = settings("money").values;
  const today = dubaiDate(ctx.now);
  const firstDocumentDay = firstRetainedTaxDay(today, {
    years: keepYears,
    lastMonth: Number(financialYearEnd),
  });
  await purgeTrailBefore(ctx, firstRetainedTrailDay(today, { trailYears, mailDays, firstDocumentDay }));
}
