import { intlLocale, leftToRight } from "./locale/locale";

/** UTC+4 all year. A `day` is a Dubai date `yyyy-MM-dd`, a `time` a Dubai time `HH:mm`. Instants are UTC. */
export const DUBAI = "Asia/Dubai";

const OFFSET_MS = 4 * 3_600_000;
const DAY_MS = 86_400_000;

export function dubaiDate(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

export function dubaiTime(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(11, 16);
}

export function dubaiInstant(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+04:00`);
}

/** Monday 1 … Sunday 7 (ISO). */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

/** Number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/** 2000 to 2199, because days are compared as text. */
export function isDay(day: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(day)) return false;
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day;
}

const formats = {
  date: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  shortDate: { day: "numeric", month: "short" },
  longDate: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
  weekdayDate: { weekday: "short", day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  shortMonth: { month: "short", year: "numeric" },
  monthAlone: { month: "long" },
  fullDate: { day: "numeric", month: "long", year: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  dateTime: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  fullDateTime: { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** "Sat, 21 Nov 2026", "10:00 AM", in Asia/Dubai. */
export function formatTime(instant: Date | string, format: keyof typeof formats): string {
  const locale = intlLocale();
  const key = `${locale} ${format}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...formats[format], timeZone: DUBAI });
    formatters.set(key, formatter);
  }
  // Urdu has the Latin AM and PM, which would precede the time.
  return plainSpaces(formatter.format(new Date(instant))).replace(/\S+ [AP]M/, leftToRight);
}

/**
 * Replaces the thin and narrow spaces of `Intl`, which differ between Node.js and browsers: React discards the server's
 * markup if a text differs.
 */
export function plainSpaces(formatted: string): string {
  return formatted.replace(/[\u2009\u202f]/g, " ");
}

export function formatClock(time: string): string {
  // Any day, because Dubai has no daylight saving time.
  return formatTime(dubaiInstant("2026-01-01", time), "time");
}

export function formatDay(day: string, format: keyof typeof formats = "date"): string {
  return formatTime(dubaiInstant(day, "12:00"), format);
}
