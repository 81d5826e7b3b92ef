import { addDays, addMinutes, dubaiDate, dubaiTime, isDay, weekdayOf } from "~/platform/time";
import { clockOf, DAY_MIN, minuteOfClock, STEP_MIN } from "../../board/board-time";
import { matchPhrase, phrasesOf, tokensOf } from "./search-tokens";

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
  /** The day is named by its weekday alone. */
  isWeekday?: boolean;
}

/** Words of days and times, whose spelling is corrected. */
export function timeWords(): string[] {
  return [dayOffsets, weekdays, dayPartPhrases].flatMap((phrases) => [...phrases.keys()]).concat(monthNames);
}

/**
 * Day, time or duration at the start of the tokens: "tomorrow", "after 4", "in 2 hours", "28 Nov".
 * `allowBare`: a number alone is an hour.
 */
export function matchTime(tokens: readonly string[], now: Date, allowBare: boolean): TimeMatch | null {
  return (
    matchDay(tokens, now) ??
    matchDelay(tokens, now) ??
    matchDuration(tokens) ??
    matchDayPart(tokens, now) ??
    matchRange(tokens) ??
    matchStart(tokens, { now, allowBare })
  );
}

const END_OF_DAY = "24:00";

const dayOffsets = phrasesOf([
  ...["today", "tod", "2day", "اليوم"].map((word) => [word, "0"] as const),
  ...["tomorrow", "tmrw", "tmr", "tmw", "tmoro", "tomoz", "2moro", "2mrw", "2morrow", "next day"].map(
    (word) => [word, "1"] as const,
  ),
  ...["بكرة", "بكرا", "باكر", "غدا"].map((word) => [word, "1"] as const),
  ...[
    "day after tomorrow",
    "the day after tomorrow",
    "day after tmrw",
    "overmorrow",
    "in 2 days",
    "day after",
  ].map((word) => [word, "2"] as const),
  ...["بعد بكرة", "بعد بكرا", "بعد باكر", "بعد غد", "بعد يومين"].map((word) => [word, "2"] as const),
  ...["in 3 days", "in three days"].map((word) => [word, "3"] as const),
  ...["in a week", "بعد أسبوع"].map((word) => [word, "7"] as const),
]);

const weekdays = phrasesOf(
  [
    ["monday", "mon", "الاثنين", "الإثنين"],
    ["tuesday", "tue", "tues", "الثلاثاء"],
    ["wednesday", "wed", "weds", "الأربعاء"],
    ["thursday", "thu", "thur", "thurs", "الخميس"],
    ["friday", "fri", "الجمعة"],
    ["saturday", "sat", "weekend", "السبت"],
    ["sunday", "sun", "الأحد"],
  ].flatMap((names, index) => names.map((name) => [name, String(index + 1)] as const)),
);

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

export function matchDay(tokens: readonly string[], now: Date): TimeMatch | null {
  const today = dubaiDate(now);
  const relative = matchPhrase(tokens, dayOffsets);
  if (relative) return toDay(addDays(today, Number(relative.value)), relative.length);
  const ahead = matchDaysAhead(tokens);
  if (ahead) return toDay(addDays(today, ahead.days), ahead.length);
  const skipped = ["next", "this", "coming", "on"].includes(tokens[0] ?? "") ? 1 : 0;
  const weekday = matchPhrase(tokens.slice(skipped, skipped + 1), weekdays);
  if (weekday) {
    const date = matchDateOn(Number(weekday.value), tokens.slice(skipped + 1), today);
    if (date) return { ...date, length: skipped + 1 + date.length };
    const days = (Number(weekday.value) - weekdayOf(today) + 7) % 7;
    const day = addDays(today, days === 0 && tokens[0] === "next" ? 7 : days);
    return { ...toDay(day, skipped + 1), isWeekday: true };
  }
  return matchDate(tokens, today);
}

/** "in 4 days", "2 weeks from now". */
function matchDaysAhead(tokens: readonly string[]): { days: number; length: number } | null {
  const skipped = tokens[0] === "in" ? 1 : 0;
  const [count = "", unit = "", ...rest] = tokens.slice(skipped);
  const number = /^\d{1,2}$/.test(count) ? Number(count) : countWords[count];
  const days = /^days?$/.test(unit) ? 1 : /^weeks?$/.test(unit) ? 7 : 0;
  const isFromNow = rest[0] === "from" && (rest[1] === "now" || rest[1] === "today");
  if (!number || number < 1 || days === 0 || !(skipped || isFromNow)) return null;
  return { days: number * days, length: skipped + 2 + (isFromNow ? 2 : 0) };
}

/** The date that follows its weekday: "Mon 7 Dec", "Monday the 7th", "Mon 30". */
function matchDateOn(weekday: number, tokens: readonly string[], today: string): TimeMatch | null {
  const date = matchDate(tokens, today) ?? matchDayOfMonthAlone(tokens, today);
  return date?.criteria.day && weekdayOf(date.criteria.day) === weekday ? date : null;
}

/** Up to 12 could be an hour. */
function matchDayOfMonthAlone([number = ""]: readonly string[], today: string): TimeMatch | null {
  return /^(?:1[3-9]|2\d|3[01])$/.test(number) ? toNextDayOfMonth(Number(number), today, 1) : null;
}

/** "2026-11-28", "28/11", "28/11/26", "28 Nov", "Nov 28th", "28th of November 2026", "the 28th". */
function matchDate(tokens: readonly string[], today: string): TimeMatch | null {
  const [first = "", second = ""] = tokens;
  const [, year, month, day] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(first) ?? [];
  if (day) return toExistingDay(dayOf(year!, month!, day), 1);
  const [, dayOfMonth, numericMonth, yearDigits] =
    /^(\d{1,2})\/(\d{1,2})(?:\/(?:20)?(\d{2}))?$/.exec(first) ?? [];
  if (yearDigits) return toExistingDay(dayOf(`20${yearDigits}`, numericMonth!, dayOfMonth!), 1);
  if (dayOfMonth) return toNextDate(Number(dayOfMonth), Number(numericMonth), today, 1);
  const start = first === "the" ? 1 : 0;
  const ofAt = tokens[start + 1] === "of" ? start + 2 : start + 1;
  for (const [numberAt, nameAt] of [
    [start, ofAt],
    [start + 1, start],
  ] as const) {
    const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(tokens[numberAt] ?? "") ?? [];
    const name = tokens[nameAt] ?? "";
    const at = /^[a-z]{3,9}$/.test(name) ? months.indexOf(name.slice(0, 3)) : -1;
    if (!digits || at < 0 || !isMonthName(name)) continue;
    const length = Math.max(numberAt, nameAt) + 1;
    const [writtenYear] = /^20\d{2}$/.exec(tokens[length] ?? "") ?? [];
    return writtenYear
      ? toExistingDay(dayOf(writtenYear, String(at + 1), digits), length + 1)
      : toNextDate(Number(digits), at + 1, today, length);
  }
  const [, monthDay] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(start ? second : first) ?? [];
  return monthDay ? toNextDayOfMonth(Number(monthDay), today, start + 1) : null;
}

function dayOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
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

function toNextDayOfMonth(dayOfMonth: number, today: string, length: number): TimeMatch | null {
  const month = Number(today.slice(5, 7));
  const next = dayOfMonth < Number(today.slice(8)) ? (month % 12) + 1 : month;
  return toNextDate(dayOfMonth, next, today, length);
}

function toExistingDay(day: string, length: number): TimeMatch | null {
  return isDay(day) ? toDay(day, length) : null;
}

function toDay(day: string, length: number): TimeMatch {
  return { length, kinds: ["day"], criteria: { day } };
}

const nowPhrases = phrasesOf(
  [
    ...["now", "right now", "asap", "immediately", "urgent", "urgently", "straight away", "right away"],
    ...[
      "at once",
      "at the moment",
      "currently",
      "nw",
      "emergency",
      "الآن",
      "حالا",
      "هلا",
      "هلق",
      "فورا",
      "مستعجل",
    ],
  ].map((word) => [word, NOW] as const),
);

const laterPhrases = phrasesOf(["later", "later today", "later on"].map((word) => [word, word] as const));

/** "now", "in 2 hours", "2 hours from now", "within 90 minutes", "in the next hour". */
function matchDelay(tokens: readonly string[], now: Date): TimeMatch | null {
  const today = dubaiDate(now);
  const present = matchPhrase(tokens, nowPhrases);
  if (present) {
    return { length: present.length, kinds: ["day", "time"], criteria: { day: today, at: NOW } };
  }
  const later = matchPhrase(tokens, laterPhrases);
  if (later) {
    const criteria = { day: today, at: dubaiTime(nextStep(now)), until: END_OF_DAY };
    return { length: later.length, kinds: ["day", "time"], criteria };
  }
  const fromNow = matchLength(tokens);
  const isFromNow = fromNow && tokens.slice(fromNow.length, fromNow.length + 2).join(" ") === "from now";
  const isWithin = tokens[0] === "within";
  const preposition =
    isWithin || tokens[0] === "in" || (tokens[0] === "بعد" && !isClockStart(tokens[1])) ? 1 : 0;
  const article = tokens[preposition] === "the" ? 1 : 0;
  const next = tokens[preposition + article] === "next" ? preposition + article + 1 : 0;
  if (!isFromNow && preposition + next === 0) return null;
  const skipped = next || preposition;
  const length = isFromNow
    ? { ...fromNow, length: fromNow.length + 2 }
    : (matchLength(tokens.slice(skipped)) ??
      (next ? matchNextUnit(tokens.slice(skipped)) : matchMinutesAlone(tokens.slice(skipped))));
  if (!length) return null;
  const start = nextStep(addMinutes(now, length.minutes));
  const day = dubaiDate(start);
  const criteria =
    isWithin || next
      ? { day: today, at: NOW, until: day === today ? dubaiTime(start) : END_OF_DAY }
      : { day, at: dubaiTime(start) };
  return { length: length.length + (isFromNow ? 0 : skipped), kinds: ["day", "time"], criteria };
}

function nextStep(time: Date): Date {
  const step = STEP_MIN * 60_000;
  return new Date(Math.ceil(time.getTime() / step) * step);
}

/** The hour of "in the next hour". */
function matchNextUnit([unit = ""]: readonly string[]): LengthMatch | null {
  return toLength(1, unit, 1);
}

/** The minutes of "in 30". "In 3" could be hours. */
function matchMinutesAlone([first = ""]: readonly string[]): LengthMatch | null {
  return /^(?:[1-5][05]|90)$/.test(first) ? toLength(Number(first), "min", 1) : null;
}

/** "بعد 4" is after four o'clock, "بعد ساعتين" in two hours. */
function isClockStart(token = ""): boolean {
  return /^\d/.test(token);
}

const dayLengths = phrasesOf([
  ...["half day", "half a day", "نصف يوم"].map((word) => [word, "240"] as const),
  ...["full day", "whole day", "the whole day", "all day", "يوم كامل"].map((word) => [word, "480"] as const),
]);

/** "for 2 hours", "90 min", "2h", "half a day". */
function matchDuration(tokens: readonly string[]): TimeMatch | null {
  const skipped = tokens[0] === "for" ? 1 : 0;
  const days = matchPhrase(tokens.slice(skipped), dayLengths);
  if (days) {
    return { length: days.length + skipped, kinds: ["duration"], criteria: { minutes: Number(days.value) } };
  }
  const length = matchLength(tokens.slice(skipped));
  // "15h" is a time.
  const isTime = skipped === 0 && Number(/^(\d+)h$/.exec(tokens[0] ?? "")?.[1] ?? 0) > 8;
  if (!length || isTime || length.minutes > DAY_MIN) return null;
  return { length: length.length + skipped, kinds: ["duration"], criteria: { minutes: length.minutes } };
}

const countWords: Record<string, number> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, half: 0.5 },
  ...{ ten: 10, fifteen: 15, twenty: 20, thirty: 30, forty: 40, ninety: 90 },
};
const hourWords = new Set(["h", "hr", "hrs", "hour", "hours"]);
const minuteWords = new Set(["m", "min", "mins", "minute", "minutes"]);
const wholeLengths = phrasesOf([
  ...["the hour", "ساعة"].map((word) => [word, "60"] as const),
  ...[
    "a couple of hours",
    "couple of hours",
    "a couple of hrs",
    "couple of hrs",
    "couple hours",
    "couple hrs",
  ].map((word) => [word, "120"] as const),
  ...["ساعتين", "ساعتان"].map((word) => [word, "120"] as const),
  ...["نص ساعة", "نصف ساعة"].map((word) => [word, "30"] as const),
]);

interface LengthMatch {
  minutes: number;
  /** Number of tokens. */
  length: number;
}

/** "2 hours", "2h", "half an hour", "an hour and a half", "1 hr 30 min", "1h30"; "1:30 hours" is unknown. */
function matchLength(tokens: readonly string[]): LengthMatch | null {
  const whole = matchPhrase(tokens, wholeLengths);
  if (whole) return { minutes: Number(whole.value), length: whole.length };
  const [, hours, restOfHour] = /^(\d{1,2})h(\d{2})m?$/.exec(tokens[0] ?? "") ?? [];
  // "17h30" is a time.
  if (hours && Number(hours) <= 8) return toLength(Number(hours) * 60 + Number(restOfHour), "min", 1);
  const first = matchCount(tokens);
  if (!first || first.minutes % 60 !== 0) return first;
  const rest = tokens.slice(first.length);
  if (rest.slice(0, 3).join(" ") === "and a half")
    return { minutes: first.minutes + 30, length: first.length + 3 };
  const more = /^\d/.test(rest[0] ?? "") ? matchCount(rest) : null;
  return more && more.minutes < 60
    ? { minutes: first.minutes + more.minutes, length: first.length + more.length }
    : first;
}

/** A number and its unit. */
function matchCount(tokens: readonly string[]): LengthMatch | null {
  const [, digits, unit] = /^(\d{1,3})(h|hr|hrs|min|mins|m)$/.exec(tokens[0] ?? "") ?? [];
  if (digits) return toLength(Number(digits), unit!, 1);
  const isHalf = tokens[0] === "half" && (tokens[1] === "an" || tokens[1] === "a");
  const count = /^\d{1,3}$/.test(tokens[0] ?? "") ? Number(tokens[0]) : countWords[tokens[0] ?? ""];
  if (count === undefined) return null;
  const at = isHalf ? 2 : 1;
  return toLength(count, tokens[at] ?? "", at + 1);
}

function toLength(count: number, unit: string, length: number): LengthMatch | null {
  const minutes = hourWords.has(unit) ? count * 60 : minuteWords.has(unit) ? count : 0;
  return minutes > 0 ? { minutes, length } : null;
}

/** Earliest and latest start. */
const dayParts: Record<string, readonly [at: string, until: string]> = {
  morning: ["08:00", "11:45"],
  afternoon: ["12:00", "16:45"],
  evening: ["17:00", "21:00"],
  night: ["18:00", END_OF_DAY],
  noon: ["12:00", ""],
  lunch: ["12:00", "13:00"],
  afterLunch: ["13:00", END_OF_DAY],
  beforeLunch: ["00:00", "12:00"],
  afterWork: ["17:00", END_OF_DAY],
  firstThing: ["08:00", "09:00"],
  earlyMorning: ["07:00", "09:00"],
  midMorning: ["09:00", "11:00"],
  lateMorning: ["10:00", "11:45"],
  earlyAfternoon: ["12:00", "14:00"],
  midAfternoon: ["14:00", "16:00"],
  lateAfternoon: ["15:00", "17:45"],
  earlyEvening: ["17:00", "19:00"],
  lateEvening: ["19:00", "22:00"],
  pm: ["12:00", END_OF_DAY],
};

const dayPartWords: Record<keyof typeof dayParts, readonly string[]> = {
  morning: ["morning", "mornings", "am", "الصبح", "صباحا", "الصباح"],
  afternoon: ["afternoon", "arvo", "بعد الظهر", "العصر", "عصرا"],
  evening: ["evening", "eve", "المساء", "مساء", "المغرب"],
  night: ["tonight", "2nite", "2night", "tonite", "night", "الليلة", "بالليل", "الليل"],
  noon: ["noon", "midday", "mid day", "noonish", "الظهر", "ظهرا"],
  lunch: ["lunch", "lunchtime", "lunch time", "at lunch", "over lunch"],
  afterLunch: ["after lunch", "after lunchtime", "post lunch", "بعد الغدا"],
  beforeLunch: ["before lunch", "b4 lunch", "pre lunch"],
  afterWork: ["after work", "after office", "after office hours"],
  firstThing: ["first thing", "first thing in the morning", "early as possible"],
  earlyMorning: ["early morning", "early"],
  midMorning: ["mid morning"],
  lateMorning: ["late morning"],
  earlyAfternoon: ["early afternoon"],
  midAfternoon: ["mid afternoon"],
  lateAfternoon: ["late afternoon", "end of day", "eod", "close of business", "cob"],
  earlyEvening: ["early evening"],
  lateEvening: ["late evening"],
  pm: ["pm"],
};
const dayPartPhrases = phrasesOf(
  Object.entries(dayPartWords).flatMap(([part, words]) => words.map((word) => [word, part] as const)),
);
const tonightPhrases = new Set(["tonight", "2nite", "2night", "tonite", "الليلة"].map(fold));

function fold(word: string): string {
  return tokensOf(word).join("");
}

function matchDayPart(tokens: readonly string[], now: Date): TimeMatch | null {
  const skipped = tokens[0] === "this" ? 1 : tokens[0] === "in" && tokens[1] === "the" ? 2 : 0;
  const named = matchPhrase(tokens.slice(skipped), dayPartPhrases);
  if (!named) return null;
  const [at, until] = dayParts[named.value]!;
  const isToday = tonightPhrases.has(tokens[skipped] ?? "") || tokens[0] === "this";
  return {
    length: skipped + named.length,
    kinds: isToday ? ["day", "time"] : ["time"],
    criteria: { at, until, ...(isToday && { day: dubaiDate(now) }) },
  };
}

const rangeStarts = new Set(["between", "btw", "btwn", "bw", "from", "من", "بين"]);
const rangeWords = new Set(["to", "till", "til", "until", "thru", "through", "الي", "لين", "حتي"]);

/** "2 to 4 pm", "between 2 and 4", "from 14:00 until 16:00". */
function matchRange(tokens: readonly string[]): TimeMatch | null {
  const skipped = rangeStarts.has(tokens[0] ?? "") ? 1 : 0;
  const first = matchClock(tokens.slice(skipped), true);
  if (!first) return null;
  const joint = tokens[skipped + first.length] ?? "";
  if (!rangeWords.has(joint) && !(joint === "and" && skipped === 1)) return null;
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
  // "8 pm to 10".
  const until =
    second.isBare && second.minute <= at && second.minute + DAY_MIN / 2 < DAY_MIN
      ? second.minute + DAY_MIN / 2
      : second.minute;
  if (at >= until) return null;
  return {
    length: skipped + first.length + 1 + second.length,
    kinds: ["time"],
    criteria: { at: clockOf(at), until: clockOf(until) },
  };
}

const afterPhrases = phrasesOf(
  [
    "after",
    "from",
    "past",
    "since",
    "not before",
    "no earlier than",
    "earliest",
    "starting",
    "بعد",
    "من",
  ].map((word) => [word, word] as const),
);
const beforePhrases = phrasesOf(
  [
    "before",
    "b4",
    "by",
    "until",
    "till",
    "til",
    "no later than",
    "not after",
    "latest",
    "latest by",
    "قبل",
  ].map((word) => [word, word] as const),
);
const atPhrases = phrasesOf(
  ["at", "around", "about", "الساعة", "حوالي"].map((word) => [word, word] as const),
);
const onwardsPhrases = phrasesOf(
  ["onwards", "onward", "or later", "and later", "and after", "or after"].map(
    (word) => [word, word] as const,
  ),
);
const orEarlierPhrases = phrasesOf(
  ["or earlier", "or before", "latest", "at the latest"].map((word) => [word, word] as const),
);

/** "3 pm", "at 3", "15:00", "after 4", "4 pm onwards", "before noon", "5 pm latest", "8 this evening". */
function matchStart(
  tokens: readonly string[],
  { now, allowBare }: { now: Date; allowBare: boolean },
): TimeMatch | null {
  const after = matchPhrase(tokens, afterPhrases);
  const before = matchPhrase(tokens, beforePhrases);
  const skipped = (after ?? before ?? matchPhrase(tokens, atPhrases))?.length ?? 0;
  const isBound =
    matchPhrase(tokens.slice(1), onwardsPhrases) ?? matchPhrase(tokens.slice(1), orEarlierPhrases);
  const clock = matchClock(tokens.slice(skipped), skipped > 0 || allowBare || isBound !== null);
  if (!clock) return null;
  const rest = tokens.slice(skipped + clock.length);
  const onwards = matchPhrase(rest, onwardsPhrases);
  const orEarlier = matchPhrase(rest, orEarlierPhrases);
  const time = clockOf(clock.minute);
  const criteria =
    after || onwards
      ? { at: time, until: END_OF_DAY }
      : before || orEarlier
        ? { at: "00:00", until: time }
        : { at: time, until: "" };
  const length = skipped + clock.length + ((onwards ?? orEarlier)?.length ?? 0);
  return clock.isToday
    ? { length, kinds: ["day", "time"], criteria: { ...criteria, day: dubaiDate(now) } }
    : { length, kinds: ["time"], criteria };
}

/**
 * "tonight at 8" is 20:00 and "3 pm tomorrow afternoon" 15:00: one of the two is exact, the other a part of
 * the day. "Morning before 11" is until 11. Null if they are two times.
 */
export function combineTimes(
  first: Pick<SearchTime, "at" | "until">,
  second: Pick<SearchTime, "at" | "until">,
): Pick<SearchTime, "at" | "until"> | null {
  if (first.until && second.until && first.at !== NOW && second.at !== NOW) {
    const common = {
      at: first.at > second.at ? first.at : second.at,
      until: first.until < second.until ? first.until : second.until,
    };
    return common.at < common.until ? common : null;
  }
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
  /** "8 this evening". */
  isToday?: boolean;
}

const hourWordsOfClock: Record<string, string> = {
  ...{ one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9" },
  ...{ ten: "10", eleven: "11", twelve: "12" },
};

const clockSuffixes: Record<string, string> = {
  ...{ am: "am", a: "am", pm: "pm", p: "pm", oclock: "oclock", h: "h", hrs: "h", ish: "oclock" },
  ...{ ص: "am", م: "pm" },
  ...Object.fromEntries(["صباحا", "الصبح", "الصباح"].map((word) => [fold(word), "am"])),
  ...Object.fromEntries(
    ["مساء", "المساء", "عصرا", "العصر", "ظهرا", "الظهر", "بالليل", "المغرب"].map((word) => [
      fold(word),
      "pm",
    ]),
  ),
};

/** Halves of the day after an hour: "8 in the morning", "11 at night", "3 this afternoon". */
const halfDayPhrases = phrasesOf([
  ...["morning", "in the morning"].map((words) => [words, "am"] as const),
  ...["afternoon", "in the afternoon", "evening", "in the evening"].map((words) => [words, "pm"] as const),
  ...["night", "at night", "in the night"].map((words) => [words, "night"] as const),
  ...[["this morning", "today am"] as const],
  ...["this afternoon", "this evening"].map((words) => [words, "today pm"] as const),
  ...["tonight", "tonite", "2nite", "2night"].map((words) => [words, "today night"] as const),
]);

function halfOf(part: string, hour: number): string {
  // "1 at night" is after midnight.
  return part !== "night" ? part : hour === 12 || hour < 5 ? "am" : "pm";
}

/** `allowBare`: a number alone is an hour, from 7 in the morning to 6 in the evening. */
function matchClock(tokens: readonly string[], allowBare: boolean): ClockMatch | null {
  const spoken = matchSpokenClock(tokens);
  if (spoken) return spoken;
  if (tokens[0] === "noon" || tokens[0] === "midday") return { minute: 720, length: 1, isBare: false };
  const written =
    hourWordsOfClock[tokens[0] ?? ""] ?? tokens[0]?.replace(/^(\d{1,2})h(\d{2})$/, "$1:$2") ?? "";
  const [, hours, colonMinutes, attached] =
    /^(\d{1,2})(?::(\d{2}))?(am|pm|a|p|h|ish|م|ص)?$/.exec(written) ?? [];
  // Without "at", only quarters of an hour: "1530", "0900 hrs".
  const fourDigits = allowBare ? /^(\d{2})(\d{2})(?:h|hrs)?$/ : /^(\d{2})(00|15|30|45)(?:h|hrs)?$/;
  const [, fourHours, fourMinutes] = fourDigits.exec(written) ?? [];
  const hourText = hours ?? fourHours;
  if (hourText === undefined) return null;
  if (hours !== undefined && !colonMinutes && !attached) {
    const separate = matchSeparateMinutes(hours, tokens.slice(1), allowBare);
    if (separate) return separate;
  }
  const hour = Number(hourText);
  const half = hour >= 1 && hour <= 12 && !attached ? matchPhrase(tokens.slice(1), halfDayPhrases) : null;
  const [, today = "", part = ""] = /^(today )?(.*)$/.exec(half?.value ?? "") ?? [];
  const following = half ? halfOf(part, hour) : (clockSuffixes[tokens[1] ?? ""] ?? "");
  const suffix = clockSuffixes[attached ?? ""] ?? following;
  const minutes = colonMinutes ?? fourMinutes;
  const isBare = minutes === undefined && suffix === "" && attached === undefined;
  if ((isBare && !allowBare) || Number(minutes ?? 0) > 59) return null;
  const minute = toMinute(hour, suffix, hourText.length === 1) + Number(minutes ?? 0);
  if (minute >= DAY_MIN || minute < 0) return null;
  const suffixLength = half?.length ?? (attached === undefined && following !== "" ? 1 : 0);
  return { minute, length: 1 + suffixLength, isBare, isToday: today !== "" };
}

/** "9 30" and "9 30 am", but not "2 30 minute jobs". */
function matchSeparateMinutes(
  hour: string,
  [minutes = "", next = "", ...rest]: readonly string[],
  allowBare: boolean,
): ClockMatch | null {
  if (!/^(?:00|15|30|45)$/.test(minutes) || minuteWords.has(next)) return null;
  if (!allowBare && next !== "am" && next !== "pm") return null;
  const clock = matchClock([`${hour}:${minutes}`, next, ...rest], allowBare);
  return clock && { ...clock, length: clock.length + 1 };
}

/** "half past 3", "quarter to four", "half 3". */
function matchSpokenClock(tokens: readonly string[]): ClockMatch | null {
  const at = tokens[0] === "a" ? 1 : 0;
  const offset = tokens[at] === "half" ? 30 : tokens[at] === "quarter" ? 15 : 0;
  const isHalfHour = offset === 30 && /^\d{1,2}$/.test(tokens[at + 1] ?? "");
  const direction = tokens[at + 1] === "past" || isHalfHour ? 1 : tokens[at + 1] === "to" ? -1 : 0;
  if (offset === 0 || direction === 0) return null;
  const skipped = at + (isHalfHour ? 1 : 2);
  const hour = matchClock(tokens.slice(skipped), true);
  return hour && { ...hour, minute: hour.minute + direction * offset, length: hour.length + skipped };
}

/** `isSpoken`: "3" and "3:30" are in the afternoon, "03:30" is not. Negative if the hour does not exist. */
function toMinute(hour: number, suffix: string, isSpoken: boolean): number {
  const halfDay = suffix.startsWith("a") || suffix.startsWith("p");
  if (halfDay)
    return hour < 1 || hour > 12 ? -DAY_MIN : ((hour % 12) + (suffix.startsWith("p") ? 12 : 0)) * 60;
  return (isSpoken && suffix !== "h" && hour >= 1 && hour <= 6 ? hour + 12 : hour) * 60;
}
