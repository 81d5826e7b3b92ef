import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay } from "~/platform/time";
import { addOpenMinutes, type Opening } from "../../core/business/office-time";

/** Time within which the office reads a message, in minutes of its opening hours. */
const READ_MIN = 60;

export function expectedReadText(sentAt: Date, opening: Opening): string {
  const day = dubaiDate(addOpenMinutes(sentAt, READ_MIN, opening));
  return day === dubaiDate(sentAt)
    ? m.content_sent_step_read()
    : m.content_sent_step_read_on({ day: formatDay(day, "weekdayDate") });
}
