import type { Silent } from "~/platform/events/events";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { type BookingState, isPlanned, type VisitFacts } from "../booking";

/** Reminders of visits (docs/domain.md, "Visit reminders"). */

export const reminderKinds = ["day-before", "hours-before"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Time between the last reminder and the visit. */
const HOURS_BEFORE = 2;

/** States in which the customer expects a planned visit, also one that follows a visit under way. */
export const remindedStates: readonly BookingState[] = ["confirmed", "scheduled", "en_route", "on_site"];

/** `hour`: hour of the day in Asia/Dubai (a setting). */
export function reminderTimes(startsAt: Date, { hour }: { hour: number }): Record<ReminderKind, Date> {
  const dayBefore = addDays(dubaiDate(startsAt), -1);
  return {
    "day-before": dubaiInstant(dayBefore, `${String(hour).padStart(2, "0")}:00`),
    "hours-before": addMinutes(startsAt, -HOURS_BEFORE * 60),
  };
}

/** A reminder that was delayed by an outage is no longer sent once the next one is due. */
export function isReminderStillUseful(kind: ReminderKind, startsAt: Date, now: Date): boolean {
  return now < (kind === "day-before" ? addMinutes(startsAt, -HOURS_BEFORE * 60) : startsAt);
}

/** From the day before the visit until its start, so that the link of a reminder offers it. */
export function isVisitConfirmable(
  booking: { state: BookingState; emergency: boolean },
  { state, startsAt }: VisitFacts,
  now: Date,
): boolean {
  return (
    remindedStates.includes(booking.state) &&
    isPlanned({ state }) &&
    !booking.emergency &&
    startsAt > now &&
    dubaiDate(startsAt) <= addDays(dubaiDate(now), 1)
  );
}

/** The customer's answer counts for the time at which the visit was confirmed. */
export function visitConfirmedAt(
  entries: readonly { event: string; at: Date; detail: Record<string, unknown> }[],
  startsAt: Date,
): Date | null {
  const confirmed = entries.findLast(
    ({ event, detail }) => event === "confirmVisit" && detail.startsAt === startsAt.toISOString(),
  );
  return confirmed?.at ?? null;
}

declare module "~/platform/events/events" {
  interface Events {
    /** `confirmed`: the customer has confirmed the visit at this time. */
    "booking.visit-reminder-due": {
      visitId: string;
      kind: ReminderKind;
      startsAt: string;
      confirmed: boolean;
    };
    "booking.visit-confirmed": Silent<{ visitId: string; startsAt: string }>;
  }
}
