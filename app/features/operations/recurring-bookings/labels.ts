import { m } from "~/paraglide/messages";
import { formatDay, formatTime } from "~/platform/time";
import type { RecurrenceInterval } from "./recurrence";
import type { Occurrence, Recurrence, RecurringBookingView } from "./views";

const intervalLabels: Record<RecurrenceInterval, () => string> = {
  monthly: m.recurring_bookings_monthly,
  quarterly: m.recurring_bookings_quarterly,
  "twice-yearly": m.recurring_bookings_twice_yearly,
};

export function labelForInterval(interval: RecurrenceInterval): string {
  return intervalLabels[interval]();
}

export function labelForRecurrence({ number, interval }: NonNullable<Recurrence>): string {
  return m.recurring_bookings_visit_of({ number, interval: labelForInterval(interval) });
}

export function whenOfVisit({ startsAt, day }: Occurrence): string {
  if (startsAt) return formatTime(startsAt, "dateTime");
  return day ? formatDay(day) : m.recurring_bookings_no_day();
}

const finishedStates: readonly Occurrence["state"][] = ["work_done", "completed", "closed"];

export function visitsAhead({ visits }: RecurringBookingView): Occurrence[] {
  return visits.filter(({ state }) => !finishedStates.includes(state));
}
