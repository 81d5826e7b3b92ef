/** Steps of the booking form on phones, in order (docs/decisions/0114-booking-steps.md). */
export const bookingSteps = ["work", "time", "address", "person"] as const;
export type BookingStep = (typeof bookingSteps)[number];

const LAST_STEP: BookingStep = "person";

const fieldsOfStep: Record<Exclude<BookingStep, "address">, readonly string[]> = {
  work: ["service", "trade", "items", "message", "photoIds"],
  time: ["preferredDate", "preferredTime"],
  person: ["customerName", "email", "phone", "securityCheck", "securityAnswer"],
};

/** An emergency has no time to choose. */
export function stepsFor(isEmergency: boolean): BookingStep[] {
  return bookingSteps.filter((step) => !isEmergency || step !== "time");
}

/** Fields of the address and of the access details belong to the address. */
export function stepOfField(field: string): BookingStep {
  const found = Object.entries(fieldsOfStep).find(([, fields]) => fields.includes(field));
  return (found?.[0] as BookingStep | undefined) ?? "address";
}

/** Null without errors. */
export function firstStepWithError(errors: Record<string, string>): BookingStep | null {
  const steps = Object.keys(errors).map(stepOfField);
  return bookingSteps.find((step) => steps.includes(step)) ?? null;
}

/** First unanswered step after `step`; the last one if all are answered, because it submits the form. */
export function nextStep(
  steps: readonly BookingStep[],
  step: BookingStep,
  isAnswered: (step: BookingStep) => boolean,
): BookingStep {
  return steps.slice(steps.indexOf(step) + 1).find((later) => !isAnswered(later)) ?? LAST_STEP;
}
