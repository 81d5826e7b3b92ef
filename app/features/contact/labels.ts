import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay } from "~/platform/time";
import { afterOpenMinutes, type Opening } from "../business/office-time";

/** Within so many minutes of its opening hours the office has read what was written. */
const READ_MIN = 60;

/** On which day the office reads what was written at an instant. */
export function whenRead(sentAt: Date, opening: Opening): string {
  const day = dubaiDate(afterOpenMinutes(sentAt, READ_MIN, opening));
  return day === dubaiDate(sentAt)
    ? m.content_sent_step_read()
    : m.content_sent_step_read_on({ day: formatDay(day, "weekdayDate") });
}
