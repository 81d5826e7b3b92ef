import type { ICalDayJsStub } from "ical-generator";
import { DUBAI, dubaiDate, dubaiTime } from "./time";

/** Time zone rules for calendar programs without a time zone database. */
const DUBAI_RULES = [
  "BEGIN:VTIMEZONE",
  `TZID:${DUBAI}`,
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0400",
  "TZOFFSETTO:+0400",
  "TZNAME:+04",
  "END:STANDARD",
  "END:VTIMEZONE",
].join("\r\n");

/** Time stamps must be UTC (RFC 5545, 3.8.7.2), but would inherit the calendar's zone. */
export const dubaiTimeZone = { name: null, generator: () => DUBAI_RULES };

export function dubaiLocalTime(instant: Date): ICalDayJsStub {
  const clock = {
    tz: () => clock,
    format: (pattern?: string) =>
      pattern === "YYYYMMDD"
        ? dubaiDate(instant).replaceAll("-", "")
        : `${dubaiTime(instant).replace(":", "")}00`,
    toDate: () => instant,
    toJSON: () => instant.toISOString(),
    isValid: () => true,
  };
  return clock;
}
