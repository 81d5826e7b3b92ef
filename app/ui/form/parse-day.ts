import { toWesternDigits } from "~/platform/text/numerals";
import { daysBetween, formatDay, isDay } from "~/platform/time";

/**
 * Day typed as "29/11", "29.11.26", "29 Nov 2026", "Nov 29" or "2026-11-29". Without a year it is the one nearest to
 * today. Null if the text is unreadable or incomplete.
 */
export function parseDay(text: string, today: string): string | null {
  const parts =
    toWesternDigits(text)
      .toLowerCase()
      .match(/\d+|\p{L}+/gu) ?? [];
  const numbers = parts.filter((part) => /^\d/.test(part));
  const month = parts.map(monthNamed).find((number) => number > 0);
  const [first = "", second = "", third] = numbers;
  if (numbers.length > 3) return null;
  if (month) return third === undefined ? dayOf(second, month, first, today) : null;
  return first.length === 4
    ? dayOf(first, Number(second), third ?? "", today)
    : dayOf(third ?? "", Number(second), first, today);
}

/** 1 to 12; 0 for other words, such as weekdays. */
function monthNamed(word: string): number {
  if (!/^\p{L}{3}/u.test(word)) return 0;
  for (let month = 1; month <= 12; month++) {
    const name = formatDay(`2026-${twoDigits(month)}-01`, "monthAlone").toLowerCase();
    if (name.startsWith(word)) return month;
  }
  return 0;
}

/** `year`: four or two digits, or empty. */
function dayOf(year: string, month: number, day: string, today: string): string | null {
  const inYear = (year: string) => `${year}-${twoDigits(month)}-${day.padStart(2, "0")}`;
  if (year.length === 4 || year.length === 2) {
    const exact = inYear(year.padStart(4, "20"));
    return isDay(exact) ? exact : null;
  }
  if (year) return null;
  const thisYear = Number(today.slice(0, 4));
  const days = [thisYear, thisYear + 1, thisYear - 1].map((year) => inYear(String(year))).filter(isDay);
  const distance = (day: string) => Math.abs(daysBetween(today, day));
  return days.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
