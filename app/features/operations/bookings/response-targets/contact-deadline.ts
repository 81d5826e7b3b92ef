import { addMinutes } from "~/platform/time";
import { addOpenMinutes, type Opening } from "../../../core/business/office-time";

/** Settings of the contact target (docs/domain.md, "Response targets"). */
export interface ContactTargetTerms {
  contactMinutes: number;
  contactRuns: "always" | "opening-hours";
  opening: Opening;
}

export function contactDeadline(
  requestedAt: Date,
  { contactMinutes, contactRuns, opening }: ContactTargetTerms,
): Date {
  return contactRuns === "always"
    ? addMinutes(requestedAt, contactMinutes)
    : addOpenMinutes(requestedAt, contactMinutes, opening);
}
