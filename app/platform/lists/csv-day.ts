import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { toCodeLine } from "../text/sanitize-text";
import { foldSearchText } from "../text/search-folding";
import { dubaiDate, dubaiTime, isDay } from "../time";

/** Days and times of day as spreadsheets write them. */

const MIDNIGHT = /,?[ T](?:00?:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM)Z?$/i;

const months = ["en", "ar-AE"].flatMap((locale) => {
  const format = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, at) => ({
    month: at + 1,
    name: foldSearchText(format.format(Date.UTC(2026, at))),
  }));
});

/**
 * Day of "27/11/2026", "27/11/26", "27-Nov-26" or "Friday, 27 November 2026": day before month, as in the Emirates. Null for other text, also
 * for Excel's number of a day: its count starts in 1900 or in 1904.
 */
export function readCsvDay(cell: string): string | null {
  const text = toCodeLine(cell).replace(MIDNIGHT, "");
  const numbers =
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/.exec(text) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/.exec(text);
  const words = text.replace(/[\s,،/.-]+/g, " ");
  const named =
    /^(?:\p{L}+ )?(?<day>\d{1,2}) (?<month>\p{L}+) (?<year>\d{4}|\d{2})$/u.exec(words) ??
    /^(?:\p{L}+ )?(?<month>\p{L}+) (?<day>\d{1,2}) (?<year>\d{4})$/u.exec(words);
  const { year = "", month = "", day = "" } = (numbers ?? named)?.groups ?? {};
  const monthNumber = numbers ? month : String(findMonth(month) ?? "");
  const read = `${year.padStart(4, "20")}-${monthNumber.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : null;
}

/** Month by its English or Arabic name, or by at least three letters of it. */
function findMonth(written: string): number | null {
  const folded = foldSearchText(written);
  return (folded.length >= 3 && months.find(({ name }) => name.startsWith(folded))?.month) || null;
}

/** `HH:mm` of "9:00", "09:00:00" or "9:00 PM". Null for other text. */
export function readCsvTime(cell: string): string | null {
  const [, hour = "", minute, half] =
    /^(\d{1,2})(?::(\d{2})(?::00)?)? ?(a\.?m\.?|p\.?m\.?|ص(?:باح[\u0627\u064b]*)?|م(?:ساء[\u0627\u064b]*)?)?$/i.exec(
      toCodeLine(cell),
    ) ?? [];
  if (hour === "" || (minute === undefined && half === undefined)) return null;
  const hours = Number(hour);
  const isAfternoon = half !== undefined && /^[pم]/i.test(half);
  if (half === undefined ? hours > 23 : hours < 1 || hours > 12) return null;
  const ofDay = half === undefined ? hours : (hours % 12) + (isAfternoon ? 12 : 0);
  return Number(minute ?? 0) > 59 ? null : `${String(ofDay).padStart(2, "0")}:${minute ?? "00"}`;
}

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const WITH_TIME = /^(?<date>.*\d),?[ T](?<time>\d{1,2}(?::\d{2}){0,2}(?:\.0+)?(?: ?\p{L}.*)?)$/u;

/** Day and time of a cell with both, such as "28/11/2026 10:00". Null for a day alone and for other text. */
export function splitCsvDateTime(cell: string): { day: string; time: string } | null {
  const text = toCodeLine(cell);
  if (MIDNIGHT.test(text) || readCsvDay(text) !== null) return null;
  if (WITH_ZONE.test(text)) {
    const instant = new Date(text.replace(" ", "T"));
    return Number.isNaN(instant.getTime()) ? null : { day: dubaiDate(instant), time: dubaiTime(instant) };
  }
  const { date = "", time = "" } = WITH_TIME.exec(text)?.groups ?? {};
  const day = readCsvDay(date);
  const clock = readCsvTime(time.replace(/\.0+$/, "").replace(/^(\d+:\d+):\d{2}/, "$1"));
  return day && clock ? { day, time: clock } : null;
}

/** Number of a day since 1900 or 1904, perhaps with the time as a fraction. */
const EXCEL_NUMBER = /^\d{5}(?:[.,]\d+)?$/;

/**
 * A day if the cell has one, with or without a time. Reports the problem of any other text, together with those of
 * the other cells.
 */
export const csvDay = () =>
  z.string().check(
    z.overwrite((cell) => readCsvDay(cell) ?? splitCsvDateTime(cell)?.day ?? cell),
    z.refine((day) => day === "" || isDay(day), {
      error: ({ input }) =>
        EXCEL_NUMBER.test(toCodeLine(String(input))) ? m.csv_error_date_number() : m.csv_error_date(),
    }),
  );
