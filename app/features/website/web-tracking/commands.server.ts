import { command } from "~/platform/auth/command.server";
import { anonymizePath } from "~/platform/pages/anonymize-path";
import { dubaiDate } from "~/platform/time";
import type { CountedEvent } from "./events";

/** Stores no visitor and no time of day (UAE PDPL). */
export const countEvents = command(
  "website.use",
  async function countEvents(ctx, pageLoad: string, events: CountedEvent[]) {
    const day = dubaiDate(ctx.now);
    await ctx.db
      .insertInto("webTrackingEvents")
      .values(
        events.map(({ name, path, details }) => ({
          day,
          pageLoad,
          name,
          path: anonymizePath(path),
          details: JSON.stringify(details),
        })),
      )
      .execute();
    return { ok: true };
  },
);
