import type { Ctx } from "~/platform/context";
import { countedPath } from "~/platform/counted-path";
import { addDays, dubaiDate } from "~/platform/time";
import type { CountedEvent } from "./events";
import "./table";

/** Long enough to hold a season against the last one. */
const KEPT_DAYS = 760;

/** Counts what happened on one load of a page. Of who did it nothing is kept, not even the time of day. */
export async function countEvents(ctx: Ctx, pageLoad: string, events: CountedEvent[]): Promise<void> {
  const day = dubaiDate(ctx.now);
  await ctx.db
    .insertInto("analytics_events")
    .values(
      events.map(({ name, path, details }) => ({
        day,
        page_load: pageLoad,
        name,
        path: countedPath(path),
        details: JSON.stringify(details),
      })),
    )
    .execute();
}

/** Removes what is older than any comparison needs. */
export async function forgetEvents(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("analytics_events")
    .where("day", "<", addDays(dubaiDate(ctx.now), -KEPT_DAYS))
    .execute();
}
