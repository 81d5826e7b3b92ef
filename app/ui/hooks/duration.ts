import { m } from "~/paraglide/messages";
import { perLocale } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";

const DAY_MIN = 24 * 60;

const narrow = perLocale((intl) => new Intl.DurationFormat(intl, { style: "narrow" }));
const noHours = perLocale(
  (intl) => new Intl.DurationFormat(intl, { style: "narrow", hoursDisplay: "always" }),
);
const digital = perLocale((intl) => new Intl.DurationFormat(intl, { style: "digital" }));

/** Two largest units: "1h 12m", "3d 4h". At least one minute. */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  const days = Math.floor(whole / DAY_MIN);
  const hours = Math.floor((whole % DAY_MIN) / 60);
  const parts = days > 0 ? { days, hours } : { hours, minutes: whole % 60 };
  return narrow().format(parts);
}

const long = perLocale((intl) => new Intl.DurationFormat(intl, { style: "long" }));

/** "2 hours", "1 hour, 30 minutes". At least one minute. */
export function spellMinutes(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  return long().format({ hours: Math.floor(whole / 60), minutes: whole % 60 });
}

export function formatCountdown(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const parts = { hours, minutes, seconds: seconds % 60 };
  return digital().format(parts);
}

/** "40h 30m"; working time is not shown in days. */
export function formatHours(minutes: number): string {
  const parts = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return narrow().format(parts) || noHours().format({ hours: 0 });
}

/** "12m ago", "5h ago"; the date from one day on. */
export function formatAge(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 1) return m.common_just_now();
  if (minutes >= DAY_MIN) return formatTime(instant, "shortDate");
  return m.common_ago({ time: formatMinutes(minutes < 60 ? minutes : minutes - (minutes % 60)) });
}
