import { m } from "~/paraglide/messages";
import { intlLocale, perLocale } from "./locale/locale";
import { DUBAI, daysBetween, dubaiDate, dubaiInstant, formatTime, plainSpaces } from "./time";

/* For screens only: in emails, messages and documents a relative day would be wrong when it is read later. */

const dayWords = perLocale((intl) => new Intl.RelativeTimeFormat(intl, { numeric: "auto" }));

const hours = perLocale((intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", timeZone: DUBAI }));
const minutes = perLocale(
  (intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", minute: "2-digit", timeZone: DUBAI }),
);

/** "tomorrow", "today" or "yesterday", otherwise "Sat, 12 Dec". */
export function formatRelativeDay(instant: string, now: Date): string {
  const days = daysBetween(dubaiDate(now), dubaiDate(new Date(instant)));
  return Math.abs(days) <= 1 ? dayWords().format(days, "day") : formatTime(instant, "weekdayDate");
}

/** "Tomorrow", otherwise "Sat, 12 Dec": a day without a time. */
export function formatRelativeDate(day: string, now: Date): string {
  return capitalize(formatRelativeDay(dubaiInstant(day, "12:00").toISOString(), now));
}

/** "Tomorrow, 4 PM", otherwise "Sat, 12 Dec, 4:30 PM": an instant in a list. */
export function formatRelativeTime(instant: string, now: Date): string {
  return m.common_day_and_time({
    day: capitalize(formatRelativeDay(instant, now)),
    time: plainSpaces(clockFor(instant)().format(new Date(instant))),
  });
}

/** "Tomorrow, 4 – 5 PM", otherwise "Sat, 12 Dec, 4 – 5 PM". */
export function formatRelativeSpan(startsAt: string, endsAt: string, now: Date): string {
  return m.common_day_and_time({
    day: capitalize(formatRelativeDay(startsAt, now)),
    time: formatShortSpan(startsAt, endsAt),
  });
}

function capitalize(words: string): string {
  const [first = "", ...rest] = words;
  return first.toLocaleUpperCase(intlLocale()) + rest.join("");
}

/** "4 – 5 PM", "11:30 AM – 1 PM" on one day. */
export function formatShortSpan(startsAt: string, endsAt: string): string {
  const clock = clockFor(startsAt) === hours ? clockFor(endsAt) : minutes;
  return plainSpaces(clock().formatRange(new Date(startsAt), new Date(endsAt)));
}

function clockFor(instant: string): () => Intl.DateTimeFormat {
  return new Date(instant).getUTCMinutes() === 0 ? hours : minutes;
}
