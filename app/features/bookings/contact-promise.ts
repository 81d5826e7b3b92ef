import { addMinutes } from "~/platform/time";
import { afterOpenMinutes } from "../business/office-time";
import type { OpeningHours } from "../business/settings";

/** How the promise to be in touch is measured (docs/domain.md, "Promises"). */
export interface ContactTerms {
  contactMinutes: number;
  contactRuns: "always" | "opening-hours";
  week: readonly OpeningHours[];
}

/** Until when the office promises to be in touch about what is asked for now. */
export function contactDue(requestedAt: Date, { contactMinutes, contactRuns, week }: ContactTerms): Date {
  return contactRuns === "always"
    ? addMinutes(requestedAt, contactMinutes)
    : afterOpenMinutes(requestedAt, contactMinutes, week);
}
