import type { ICalDayJsStub } from "ical-generator";
import { DUBAI, dubaiDate, dubaiTime } from "./time";

/** Dubai's clocks never change, so its rules are these few lines; calendars without a zone table need them. */
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

/** No zone for the calendar as a whole: stamps would follow it, and they must be UTC (RFC 5545, 3.8.7.2). */
export const dubaiRules = { name: null, generator: () => DUBAI_RULES };

/** The one shape in which the library takes a time with its zone and leaves it alone, whatever zone the machine has. */
export function dubaiClock(instant: Date): ICalDayJsStub {
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
