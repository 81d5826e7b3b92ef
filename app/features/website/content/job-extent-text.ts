import { m } from "~/paraglide/messages";
import { unitText } from "../../core/pricing/unit-text";
import { shortWorkTime } from "../../core/pricing/work-time-text";
import type { TypicalJob } from "./views";

/** Extent of a job: duration or number of units. */
export function jobExtentText({
  mode,
  quantity,
  unit,
  durationMin,
}: Pick<TypicalJob, "mode" | "quantity" | "unit" | "durationMin">): string {
  switch (mode) {
    case "hourly":
      return m.content_job_hours({ duration: shortWorkTime(durationMin * quantity) });
    case "fixed":
      return m.content_job_fixed({ count: quantity, unit: unitText(unit, quantity * 100) });
    case "survey":
      return m.content_job_survey();
  }
}
