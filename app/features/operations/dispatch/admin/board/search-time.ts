import { addDays, addMinutes, dubaiDate, dubaiTime, isDay, weekdayOf } from "~/platform/time";
import { clockOf, DAY_MIN, minuteOfClock, STEP_MIN } from "../../board/board-time";
import { matchPhrase, type Phrases } from "./search-tokens";

export const NOW = "now";

export interface SearchTime {
  /** Dubai date; empty for the shown day. */
  day: string;
  /** Earliest start, `HH:mm` or "now"; empty for any time. */
  at: string;
  /** Latest start, `HH:mm` or "24:00"; empty if the visit starts exactly at `at`. */
  until: string;
  minutes: number;
}

export interface TimeMatch {
  /** Number of tokens. */
  length: number;
  kinds: readonly ("day" | "time" | "duration")[];
  criteria: Partial<SearchTime>;
}

/** Day, time or duration at the start of the tokens: "tomorrow", "after 4", "in 2 hours", "28 Nov". */
export function matchTime(tokens: readonly string[], now: Date): TimeMatch | null {
  return (
    matchDay(tokens, now) ??
    matchDelay(tokens, now) ??
    matchDuration(tokens) ??
    matchDayPart(tokens, now) ??
    matchRange(tokens) ??
    matchStart(tokens)
  );
}

const END_OF_DAY = "24:00";

const dayOffsets: Phrases = new Map([
  ...["today", "tod"].map((word) => [word, "0"] as const),
  ...["tomorrow", "tmrw", "tmr", "tomorow", "tommorow", "tommorrow", "tomorro", "next day"].map(
    (word) => [word, "1"] as const,
  ),
  ...["day after tomorrow", "the day after tomorrow", "overmorrow"].map((word) => [word, "2"] as const),
]);

const weekdays: Phrases = new Map(
  [
    ["monday", "mon"],
    ["tuesday", "tue", "tues"],
    ["wednesday", "wed", "weds"],
    ["thursday", "thu", "thur", "thurs"],
    ["friday", "fri"],
    ["saturday", "sat", "weekend"],
    ["sunday", "sun"],
  ].flatMap((names, index) => names.map((name) => [name, String(index + 1)] as const)),
);

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function matchDay(tokens: readonly string[], now: Date): TimeMatch | null {
  const today = dubaiDate(now);
  const relative = matchPhrase(tokens, dayOffsets);
  if (relative) return toDay(addDays(today, Number(relative.value)), relative.length);
  const skipped = ["next", "this", "coming", "on"].includes(tokens[0] ?? "") ? 1 : 0;
  const weekday = matchPhrase(tokens.slice(skipped, skipped + 1), weekdays);
  if (weekday) {
    const ahead = (Number(weekday.value) - weekdayOf(today) + 7) % 7;
    return toDay(addDays(today, ahead === 0 && tokens[0] === "next" ? 7 : ahead), skipped + 1);
  }
  return matchDate(tokens, today);
}

/** "2026-11-28", "28/11", "28 Nov", "Nov 28th". */
function matchDate([first = "", second = ""]: readonly string[], today: string): TimeMatch | null {
  const [, year, month, day] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(first) ?? [];
  if (day) return toExistingDay(`${year}-${month}-${day}`, 1);
  const [, dayOfMonth, numericMonth] = /^(\d{1,2})\/(\d{1,2})$/.exec(first) ?? [];
  if (dayOfMonth) return toNextDate(Number(dayOfMonth), Number(numericMonth), today, 1);
  for (const [number, name] of [
    [first, second],
    [second, first],
  ] as const) {
    const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(number) ?? [];
    const at = /^[a-z]{3,9}$/.test(name) ? months.indexOf(name.slice(0, 3)) : -1;
    if (digits && at >= 0 && isMonthName(name)) return toNextDate(Number(digits), at + 1, today, 2);
  }
  return null;
}

const monthNames = [
  ...["january", "february", "march", "april", "may", "june", "july", "august"],
  ...["september", "october", "november", "december"],
];

function isMonthName(name: string): boolean {
  return name === "sept" || months.includes(name) || monthNames.includes(name);
}

function toNextDate(dayOfMonth: number, month: number, today: string, length: number): TimeMatch | null {
  const date = `${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
  const year = Number(today.slice(0, 4)) + (date < today.slice(5) ? 1 : 0);
  return toExistingDay(`${year}-${date}`, length);
}

function toExistingDay(day: string, length: number): TimeMatch | null {
  return isDay(day) ? toDay(day, length) : null;
}

function toDay(day: string, length: number): TimeMatch {
  return { length, kinds: ["day"], criteria: { day } };
}

const nowPhrases: Phrases = new Map(
  [
    ...["now", "right now", "asap", "immediately", "urgent", "urgently", "straight away", "right away"],
    ...["at once", "at the moment", "currently", "nw"],
  ].map((word) => [word, NOW]),
);

/** "now", "in 2 hours", "in half an hour", "within 90 minutes". */
function matchDelay(tokens: readonly string[], now: Date): TimeMatch | null {
  const today = dubaiDate(now);
  const present = matchPhrase(tokens, nowPhrases);
  if (present) {
    return { length: present.length, kinds: ["day", "time"], criteria: { day: today, at: NOW } };
  }
  const isWithin = tokens[0] === "within";
  if (!isWithin && tokens[0] !== "in") return null;
  const length = matchLength(tokens.slice(tokens[1] === "the" && tokens[2] === "next" ? 3 : 1));
  if (!length) return null;
  const quarter = STEP_MIN * 60_000;
  const start = new Date(Math.ceil(addMinutes(now, length.minutes).getTime() / quarter) * quarter);
  const day = dubaiDate(start);
  const criteria = isWithin
    ? { day: today, at: NOW, until: day === today ? dubaiTime(start) : END_OF_DAY }
    : { day, at: dubaiTime(start) };
  return {
    length: length.length + (tokens[1] === "the" && tokens[2] === "next" ? 3 : 1),
    kinds: ["day", "time"],
    criteria,
  };
}

/** "for 2 hours", "90 min", "2h", "for half a day" is unknown. */
function matchDuration(tokens: readonly string[]): TimeMatch | null {
  const skipped = tokens[0] === "for" ? 1 : 0;
  const length = matchLength(tokens.slice(skipped));
  if (!length || length.minutes > DAY_MIN) return null;
  return { length: length.length + skipped, kinds: ["duration"], criteria: { minutes: length.minutes } };
}

const countWords: Record<string, number> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, half: 0.5 },
  ...{ ten: 10, fifteen: 15, twenty: 20, thirty: 30, forty: 40, ninety: 90 },
};
const hourWords = new Set(["h", "hr", "hrs", "hour", "hours"]);
const minuteWords = new Set(["m", "min", "mins", "minute", "minutes"]);

/** "2 hours", "2h", "half an hour", "an hour and a half", "1:30 hours" is unknown. */
function matchLength(tokens: readonly string[]): { minutes: number; length: number } | null {
  const [, digits, unit] = /^(\d{1,3})(h|hr|hrs|min|mins|m)$/.exec(tokens[0] ?? "") ?? [];
  if (digits) return toLength(Number(digits), unit!, 1);
  const isHalf = tokens[0] === "half" && (tokens[1] === "an" || tokens[1] === "a");
  const count = /^\d{1,3}$/.test(tokens[0] ?? "") ? Number(tokens[0]) : countWords[tokens[0] ?? ""];
  if (count === undefined) return null;
  const at = isHalf ? 2 : 1;
  const length = toLength(count, tokens[at] ?? "", at + 1);
  const half = tokens.slice(at + 1, at + 4).join(" ") === "and a half";
  return length && half && hourWords.has(tokens[at] ?? "")
    ? { minutes: length.minutes + 30, length: length.length + 3 }
    : length;
}

function toLength(count: number, unit: string, length: number): { minutes: number; length: number } | null {
  const minutes = hourWords.has(unit) ? count * 60 : minuteWords.has(unit) ? count : 0;
  return minutes > 0 ? { minutes, length } : null;
}

/** Earliest and latest start. */
const dayParts: Record<string, readonly [at: string, until: string]> = {
  morning: ["08:00", "11:45"],
  afternoon: ["12:00", "16:45"],
  evening: ["17:00", "21:00"],
  tonight: ["18:00", END_OF_DAY],
  night: ["18:00", END_OF_DAY],
  noon: ["12:00", ""],
  midday: ["12:00", ""],
  lunchtime: ["12:00", "13:00"],
};

function matchDayPart(tokens: readonly string[], now: Date): TimeMatch | null {
  const skipped = tokens[0] === "this" ? 1 : tokens[0] === "in" && tokens[1] === "the" ? 2 : 0;
  const name = tokens[skipped] ?? "";
  const part = Object.hasOwn(dayParts, name) ? dayParts[name] : undefined;
  if (!part) return null;
  const isToday = name === "tonight" || tokens[0] === "this";
  return {
    length: skipped + 1,
    kinds: isToday ? ["day", "time"] : ["time"],
    criteria: { at: part[0], until: part[1], ...(isToday && { day: dubaiDate(now) }) },
  };
}

/** "2 to 4 pm", "between 2 and 4", "from 14:00 until 16:00". */
function matchRange(tokens: readonly string[]): TimeMatch | null {
  const skipped = tokens[0] === "between" || tokens[0] === "from" ? 1 : 0;
  const first = matchClock(tokens.slice(skipped), true);
  if (!first) return null;
  const joint = tokens[skipped + first.length] ?? "";
  if (!["to", "till", "until"].includes(joint) && !(joint === "and" && tokens[0] === "between")) return null;
  const second = matchClock(tokens.slice(skipped + first.length + 1), true);
  if (!second) return null;
  // "9 to 11 am" and "2 to 4 pm" name the half of the day once.
  const morning = first.minute % (DAY_MIN / 2);
  const at =
    first.isBare && !second.isBare && second.minute >= DAY_MIN / 2 && morning + DAY_MIN / 2 < second.minute
      ? morning + DAY_MIN / 2
      : first.isBare && second.minute <= DAY_MIN / 2 && morning < second.minute
        ? morning
        : first.minute;
  if (at >= second.minute) return null;
  return {
    length: skipped + first.length + 1 + second.length,
    kinds: ["time"],
    criteria: { at: clockOf(at), until: clockOf(second.minute) },
  };
}

const afterWords = new Set(["after", "from", "past", "since"]);
const beforeWords = new Set(["before", "by", "until", "till"]);
const atWords = new Set(["at", "around", "about"]);

/** "3 pm", "at 3", "15:00", "after 4", "before noon". */
function matchStart(tokens: readonly string[]): TimeMatch | null {
  const [word = ""] = tokens;
  const isAfter = afterWords.has(word);
  const isBefore = beforeWords.has(word);
  const skipped = isAfter || isBefore || atWords.has(word) ? 1 : 0;
  const clock = matchClock(tokens.slice(skipped), skipped === 1);
  if (!clock) return null;
  const time = clockOf(clock.minute);
  const criteria = isAfter
    ? { at: time, until: END_OF_DAY }
    : isBefore
      ? { at: "00:00", until: time }
      : { at: time, until: "" };
  return { length: skipped + clock.length, kinds: ["time"], criteria };
}

/**
 * "tonight at 8" is 20:00 and "3 pm tomorrow afternoon" 15:00: one of the two is exact, the other a part of
 * the day. Null if they are two times.
 */
export function combineTimes(
  first: Pick<SearchTime, "at" | "until">,
  second: Pick<SearchTime, "at" | "until">,
): Pick<SearchTime, "at" | "until"> | null {
  const exact = [first, second].filter(({ until }) => until === "");
  const window = [first, second].find(({ until }) => until !== "");
  if (exact.length !== 1 || !window || exact[0]!.at === NOW || window.at === NOW) return null;
  const minute = minuteOfClock(exact[0]!.at);
  const fits = [minute, minute + DAY_MIN / 2].find(
    (candidate) => candidate >= minuteOfClock(window.at) && candidate <= minuteOfClock(window.until),
  );
  return fits === undefined || fits >= DAY_MIN ? null : { at: clockOf(fits), until: "" };
}

interface ClockMatch {
  minute: number;
  length: number;
  /** Without am, pm or minutes. */
  isBare: boolean;
}

/** `allowBare`: a number alone is an hour, from 7 in the morning to 6 in the evening. */
function matchClock(tokens: readonly string[], allowBare: boolean): ClockMatch | null {
  const spoken = matchSpokenClock(tokens);
  if (spoken) return spoken;
  if (tokens[0] === "noon" || tokens[0] === "midday") return { minute: 720, length: 1, isBare: false };
  const [, hours, colonMinutes, attached] =
    /^(\d{1,2})(?::(\d{2}))?(am|pm|a|p|h)?$/.exec(tokens[0] ?? "") ?? [];
  const [, fourHours, fourMinutes] = allowBare ? (/^(\d{2})(\d{2})$/.exec(tokens[0] ?? "") ?? []) : [];
  const hourText = hours ?? fourHours;
  if (hourText === undefined) return null;
  const following = tokens[1] ?? "";
  const suffix = attached ?? (/^(am|pm|oclock|h|hrs)$/.test(following) ? following : "");
  const hour = Number(hourText);
  const minutes = colonMinutes ?? fourMinutes;
  const isBare = minutes === undefined && suffix === "";
  if ((isBare && !allowBare) || Number(minutes ?? 0) > 59) return null;
  const minute = toMinute(hour, suffix, hourText.length === 1) + Number(minutes ?? 0);
  if (minute >= DAY_MIN || minute < 0) return null;
  return { minute, length: attached === undefined && suffix !== "" ? 2 : 1, isBare };
}

/** "half past 3", "quarter to four" is unknown. */
function matchSpokenClock(tokens: readonly string[]): ClockMatch | null {
  const at = tokens[0] === "a" ? 1 : 0;
  const offset = tokens[at] === "half" ? 30 : tokens[at] === "quarter" ? 15 : 0;
  const direction = tokens[at + 1] === "past" ? 1 : tokens[at + 1] === "to" ? -1 : 0;
  if (offset === 0 || direction === 0) return null;
  const hour = matchClock(tokens.slice(at + 2), true);
  return hour && { ...hour, minute: hour.minute + direction * offset, length: hour.length + at + 2 };
}

/** `isSpoken`: "3" and "3:30" are in the afternoon, "03:30" is not. Negative if the hour does not exist. */
function toMinute(hour: number, suffix: string, isSpoken: boolean): number {
  const halfDay = suffix.startsWith("a") || suffix.startsWith("p");
  if (halfDay)
    return hour < 1 || hour > 12 ? -DAY_MIN : ((hour % 12) + (suffix.startsWith("p") ? 12 : 0)) * 60;
  return (isSpoken && suffix !== "h" && hour >= 1 && hour <= 6 ? hour + 12 : hour) * 60;
}
