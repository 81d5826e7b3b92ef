import { m } from "~/paraglide/messages";
import { enumerated, isolated } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import {
  compareFits,
  type Fit,
  firstFit,
  fitAt,
  loadOf,
  nearestFit,
  type Standing,
  standingAt,
  type Taken,
  type WhyNot,
} from "../../board-fit";
import { DAY_MIN, minuteOf, minuteOfClock, STEP_MIN } from "../../board-time";
import type { BoardDay, BoardTechnician } from "../../views";
import { type BoardEntry, takenOn } from "./board-entries";
import { type BoardItem, minuteText } from "./board-item";
import { isNamed, isSought, NOW, type Sought } from "./find-people";

/** A technician on the day that is shown. */
export interface Person {
  technician: BoardTechnician;
  taken: readonly Taken[];
  closed: BoardDay["closed"][string];
  standing: Standing;
}

export function peopleOf(
  technicians: readonly BoardTechnician[],
  {
    entries,
    closed,
    day,
    now,
  }: {
    entries: ReadonlyMap<string, readonly BoardEntry[]>;
    closed: BoardDay["closed"];
    day: string;
    now: Date;
  },
): Person[] {
  const minute = minuteOf(now.toISOString(), day);
  return technicians.map((technician) => {
    const taken = takenOn(day, entries.get(technician.id) ?? [], now);
    const off = closed[technician.id] ?? nothing;
    return { technician, taken, closed: off, standing: standingAt(taken, off, minute) };
  });
}

const nothing: never[] = [];

/** A row that is shown, and of somebody who was looked for, what speaks for him. */
export interface Found {
  person: Person;
  best: boolean;
  words: string | null;
}

/** Who is looked for, the best first; without anything looked for everybody as they are. */
export function findPeople(
  people: readonly Person[],
  sought: Sought,
  { day, now }: { day: string; now: Date },
): Found[] {
  if (!isSought(sought)) return people.map((person) => ({ person, best: false, words: null }));
  const { trade, area, at, minutes, names } = sought;
  const nowMin = minuteOf(now.toISOString(), day);
  const startMin = at === NOW ? Math.ceil(nowMin / STEP_MIN) * STEP_MIN : minuteOfClock(at || "00:00");
  const instant = at && at !== NOW ? startMin : nowMin;
  const kept = people.filter(
    ({ technician, taken }) =>
      (!trade || technician.skills.includes(trade)) &&
      isNamed(technician, names) &&
      (!sought.late || taken.some(({ late }) => late)) &&
      (!sought.onCall || isOnCall(technician, day, instant)),
  );
  if (!at) {
    // A place alone: those whose zone it is, and those who go anywhere.
    return kept
      .filter(({ technician: { zones } }) => !area || zones.length === 0 || zones.includes(area))
      .map((person) => ({ person, best: false, words: null }));
  }
  const wish = { skills: trade ? [trade] : [], area, startMin, durationMin: minutes };
  return kept
    .map((person) => ({
      person,
      visits: person.taken.length,
      fit: fitAt(person.technician, person.taken, person.closed, wish),
    }))
    .filter(({ fit }) => fit.why === null)
    .toSorted(compareFits)
    .map(({ person, fit }, index) => ({
      person,
      best: index === 0,
      words: index === 0 ? m.board_fit_best({ reason: wordsFor(fit, false) }) : wordsFor(fit, false),
    }));
}

function isOnCall({ onCall }: BoardTechnician, day: string, minute: number): boolean {
  return onCall.some(
    ({ startsAt, endsAt }) => minuteOf(startsAt, day) <= minute && minute < minuteOf(endsAt, day),
  );
}

/** Whether each could take what is in hand: at its own time, if it has one that day, else at the first that is free. */
export function fitsFor(
  item: BoardItem,
  people: readonly Person[],
  { day, nowMin }: { day: string; nowMin: number },
): Map<string, { kind: "no" | "yes" | "best"; words: string }> {
  const asked = item.startsAt ? minuteOf(item.startsAt, day) : -1;
  const agreed = asked >= 0 && asked < DAY_MIN ? asked : null;
  const startMin = agreed ?? Math.max(0, Math.ceil(nowMin / STEP_MIN) * STEP_MIN);
  const durationMin = item.durationMin + item.bufferMin;
  const wish = { skills: item.skills, area: item.area, startMin, durationMin };
  const fits = people.map(({ technician, taken, closed }) => {
    const own = technician.id === item.technicianId ? withoutOwn(taken, item, day) : taken;
    const askedFor = technician.id === item.askedFor?.technicianId;
    return { id: technician.id, visits: own.length, askedFor, fit: firstFit(technician, own, closed, wish) };
  });
  const able = fits.filter(({ fit }) => fit.why === null).toSorted(compareFits);
  const best = able.find(({ id }) => id !== item.technicianId);
  return new Map(
    fits.map(({ id, fit, askedFor }) => [
      id,
      fit.why !== null
        ? { kind: "no", words: wordFor(fit.why) }
        : id === best?.id
          ? { kind: "best", words: m.board_fit_best({ reason: wordsFor(fit, true, askedFor) }) }
          : { kind: "yes", words: wordsFor(fit, true, askedFor) },
    ]),
  );
}

/** On whose day something could lie, and when. */
export interface FitOfDay {
  person: Person;
  day: string;
  fit: Fit;
}

/** When something would be on a technician's day: at its own time of day, or the free time nearest to it; without one the first. */
export function fitOnDay(
  item: BoardItem,
  { person, day, now }: { person: Person; day: string; now: Date },
): FitOfDay {
  const { technician, taken, closed } = person;
  const nowMin = minuteOf(now.toISOString(), day);
  const earliestMin = nowMin > 0 && nowMin < DAY_MIN ? Math.ceil(nowMin / STEP_MIN) * STEP_MIN : 0;
  const wish = {
    skills: item.skills,
    area: item.area,
    startMin: item.startsAt ? minuteOf(item.startsAt, dubaiDate(new Date(item.startsAt))) : earliestMin,
    durationMin: item.durationMin + item.bufferMin,
  };
  const own = technician.id === item.technicianId ? withoutOwn(taken, item, day) : taken;
  return { person, day, fit: nearestFit(technician, own, closed, wish, earliestMin) };
}

/** Of each technician's days, by both: whether something could lie there, and of the day it is agreed for who is best. */
export function fitsOfWeek(
  item: BoardItem,
  week: readonly { day: string; people: readonly Person[] }[],
  now: Date,
): Map<string, { id: string; day: string; kind: "no" | "yes" | "best"; words: string }> {
  const today = dubaiDate(now);
  const all = week.flatMap(({ day, people }) => people.map((person) => fitOnDay(item, { person, day, now })));
  const able = all.filter(({ day, fit }) => fit.why === null && day >= today);
  const agreed = item.startsAt ? dubaiDate(new Date(item.startsAt)) : today;
  const isAskedFor = ({ person }: FitOfDay) => person.technician.id === item.askedFor?.technicianId;
  const wanted = able.some(({ day }) => day === agreed) ? agreed : able[0]?.day;
  const best = able
    .filter(({ day, person }) => day === wanted && person.technician.id !== item.technicianId)
    .toSorted((a, b) =>
      compareFits(
        { fit: a.fit, visits: a.person.taken.length, askedFor: isAskedFor(a) },
        { fit: b.fit, visits: b.person.taken.length, askedFor: isAskedFor(b) },
      ),
    )[0];
  return new Map(
    all.map((one) => {
      const { day, fit, person } = one;
      const { id } = person.technician;
      const kind = one === best ? "best" : fit.why === null && day >= today ? "yes" : "no";
      const words =
        kind === "best"
          ? m.board_fit_best({ reason: wordsFor(fit, true, isAskedFor(one)) })
          : fit.why !== null
            ? wordFor(fit.why)
            : wordsFor(fit, true, isAskedFor(one));
      return [`${id}/${day}`, { id, day, kind, words }];
    }),
  );
}

/** What is in hand stands in nobody's way. */
function withoutOwn(taken: readonly Taken[], item: BoardItem, day: string): Taken[] {
  const fromMin = minuteOf(item.startsAt ?? new Date(0).toISOString(), day);
  return taken.filter((one) => one.fromMin !== fromMin);
}

function wordFor(why: WhyNot): string {
  return {
    inactive: m.board_fit_inactive,
    "not-trained": m.board_fit_not_trained,
    closed: m.board_fit_closed,
    busy: m.board_fit_busy,
  }[why]();
}

/** "15 min from JLT, own area, free at 3 pm" */
function wordsFor({ startMin, untilMin, way, inZone }: Fit, tellStart: boolean, askedFor = false): string {
  const until = untilMin < DAY_MIN && m.board_fit_free_until({ time: minuteText(untilMin) });
  return enumerated(
    [
      askedFor && m.asked_for_reason(),
      tellStart ? m.board_fit_free({ time: minuteText(startMin) }) : until,
      way && m.board_fit_way({ ...way, area: isolated(way.area) }),
      inZone && m.board_fit_in_zone(),
    ].filter((reason) => typeof reason === "string"),
  );
}

/** How it stands with somebody now; on another day how much of it is booked. */
export function wordForStanding({ standing, taken, closed }: Person, isToday: boolean): string {
  const time = minuteText(standing.untilMin);
  const rest = standing.untilMin === DAY_MIN;
  if (isToday && standing.kind === "late") return m.board_standing_late({ time });
  if (isToday && standing.kind === "busy") return m.board_standing_busy({ time });
  if (isToday && standing.kind === "free") {
    return rest ? m.board_standing_free_day() : m.board_standing_free({ time });
  }
  if (isToday && !rest) return m.board_standing_closed({ time });
  const { bookedMin, shiftMin } = loadOf(taken, closed);
  if (shiftMin === 0 || isToday) return m.board_standing_off();
  return m.board_load({ booked: hours(bookedMin), shift: hours(shiftMin) });
}

function hours(minutes: number): number {
  return Math.round((minutes / 60) * 10) / 10;
}
