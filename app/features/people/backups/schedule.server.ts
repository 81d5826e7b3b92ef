import type { Ctx } from "~/platform/context";
import { readSettings } from "../../core/business/read-settings.server";
import { lastScheduledTime } from "./backup";

/** `isMissing`: no backup succeeded since the scheduled time. `triedAt`: last attempt. */
export async function readBackupSchedule(
  ctx: Ctx,
): Promise<{ isScheduled: boolean; isMissing: boolean; triedAt: Date | null }> {
  const { values } = await readSettings(ctx, "backups");
  const { madeAt, triedAt } = await ctx.db
    .selectFrom("backups")
    .select((eb) => [
      eb.fn.max<Date | null>("requestedAt").filterWhere("state", "=", "done").as("madeAt"),
      eb.fn.max<Date | null>("requestedAt").as("triedAt"),
    ])
    .executeTakeFirstOrThrow();
  const isMissing = !madeAt || madeAt < lastScheduledTime(ctx.now, values.hour);
  return { isScheduled: values.schedule !== "off", isMissing, triedAt };
}
