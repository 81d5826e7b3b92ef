import { addMinutes } from "~/platform/time";
import { afterOpenMinutes, type Opening } from "../../business/office-time";

/** How the promise to be in touch is measured (docs/domain.md, "Promises"). */
export interface ContactTargetTerms {
  contactMinutes: number;
  contactRuns: "always" | "opening-hours";
  opening: Opening;
}

/** Until when the office promises to be in touch about what is asked for now. */
export function contactDeadline(
  requestedAt: Date,
  { contactMinutes, contactRuns, opening }: ContactTargetTerms,
): Date {
  return contactRuns === "always"
    ? addMinutes(requestedAt, contactMinutes)
    : afterOpenMinutes(requestedAt, contactMinutes, opening);
}
