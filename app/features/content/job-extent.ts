import { m } from "~/paraglide/messages";
import type { TypicalJob } from "./views";

/** How much of it: hours, or the number of what the price counts. */
export function extentOf({ mode, quantity, unit }: Pick<TypicalJob, "mode" | "quantity" | "unit">): string {
  switch (mode) {
    case "hourly":
      return m.content_job_hours({ count: quantity });
    case "fixed":
      return m.content_job_fixed({ count: quantity, unit });
    case "survey":
      return m.content_job_survey();
  }
}
