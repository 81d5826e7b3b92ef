import { dubaiDate, dubaiTime } from "~/platform/time";
import { travelMinutes } from "../../geography/travel";
import { type Interval, placeOf, type Roster, type RosterVisit } from "../../scheduling/slots";
import { suggest, whoCouldGo } from "../../scheduling/suggest";

/**
 * Who makes the visits of somebody who cannot, and when (docs/decisions/0046-rescue.md). Pure. A customer keeps the time
 * where anybody can come then; only then does the way count.
 */

/** A planned visit that somebody else has to make, or the same at another time. */
export interface VisitToHandOver {
  id: string;
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  outdoor: boolean;
  area: string;
  emergency: boolean;
  /** What whoever goes has to be trained for. */
  skills: readonly string[];
  /** The technician whom the customer would have again. */
  askedFor?: string | null;
  /** Nobody has agreed to it yet, or others come to it, too: another time is not offered. */
  keepsTime: boolean;
}

/** Somebody who could make it then, with nothing in the way. */
export interface Choice {
  technicianId: string;
  name: string;
  startsAt: Date;
  /** From the visit before; null: from home, or nobody knows. */
  way: { area: string; minutes: number } | null;
  /** The customer would have him again. */
  askedFor: boolean;
}

export interface Takers {
  /** At its own time, the best first; then at other times, the best first. */
  choices: Choice[];
  /** Who is proposed when, the other proposals considered; null: nobody is free. */
  proposed: Choice | null;
}

/** More other times are no help. */
const MAX_OTHER_TIMES = 3;
/** A visit more that day weighs as much as so many minutes of driving. */
const VISIT_WEIGHS_MIN = 10;
/** Whom the customer asked for comes before all driving. */
const ASKED_FOR_WEIGHS_MIN = 10_000;
/** What is weighed at most, where very many could take over very much: the best found by then is proposed. */
const MAX_STEPS = 20_000;

/** The roster as it is once somebody does not work from `start` until `end`; without `end`, not any more. */
export function withoutOne(
  roster: Roster,
  technicianId: string,
  { start, end }: { start: Date; end: Date | null },
): Roster {
  if (!end) return { ...roster, technicians: roster.technicians.filter(({ id }) => id !== technicianId) };
  const off: Interval = { start: start.getTime(), end: end.getTime() };
  const technicians = roster.technicians.map((one) =>
    one.id === technicianId ? { ...one, timeOff: [...one.timeOff, off] } : one,
  );
  return { ...roster, technicians };
}

/**
 * Who could make each of these visits, and who should. All proposals together can be made: nobody is proposed twice for
 * the same time, nor without time for the way. `skills`: by technician. `roster`: without who cannot (withoutOne).
 */
export function proposeTakers(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  visits: readonly VisitToHandOver[],
  now: Date,
): Map<string, Takers> {
  const rosterFor = (visit: VisitToHandOver, also: ReadonlyMap<string, RosterVisit[]>): Roster => ({
    ...roster,
    technicians: roster.technicians.map((one) => ({
      ...one,
      skilled: visit.skills.every((skill) => skills.get(one.id)?.has(skill)),
      visits: [...one.visits, ...(also.get(one.id) ?? [])],
    })),
  });
  const open = visits.map((visit) => {
    const weighed = whoCouldGo(rosterFor(visit, new Map()), placeOfVisit(visit), { ...visit, now });
    const sameTime = weighed.map(({ one, way, weight }) => {
      const askedFor = one.id === visit.askedFor;
      return {
        choice: { technicianId: one.id, name: one.name, startsAt: visit.startsAt, way, askedFor },
        weight: askedFor ? weight - ASKED_FOR_WEIGHS_MIN : weight,
      };
    });
    return { visit, sameTime: sameTime.toSorted((a, b) => a.weight - b.weight) };
  });
  const kept = keepTimes(open);

  const taken = new Map<string, RosterVisit[]>();
  const take = (visit: VisitToHandOver, { technicianId, startsAt }: Choice) => {
    const { work, busy } = placeOfVisit(visit, startsAt);
    const also = { ...busy, workEnd: work.end, area: visit.area };
    taken.set(technicianId, [...(taken.get(technicianId) ?? []), also]);
  };
  for (const { visit } of open) {
    const choice = kept.get(visit.id);
    if (choice) take(visit, choice);
  }
  // What keeps its time has its people; the others, the sooner first, get the next best time that is left.
  const takers = new Map<string, Takers>();
  for (const { visit, sameTime } of open.toSorted((a, b) => +a.visit.startsAt - +b.visit.startsAt)) {
    const keeps = kept.get(visit.id);
    const other = keeps || visit.keepsTime ? [] : otherTimes(rosterFor(visit, taken), visit, now);
    const proposed = keeps ?? other[0] ?? null;
    if (proposed && !keeps) take(visit, proposed);
    const choices = [...sameTime.map(({ choice }) => choice), ...other.slice(0, MAX_OTHER_TIMES)];
    takers.set(visit.id, { choices, proposed });
  }
  return takers;
}

interface Open {
  visit: VisitToHandOver;
  sameTime: readonly { choice: Choice; weight: number }[];
}

/**
 * Who comes to whom at the time that is agreed: to as many as can be, of those who were asked for as many as can be, with the least driving and as evenly as can be. Tried
 * are all ways that could still be better than the best.
 */
function keepTimes(open: readonly Open[]): Map<string, Choice> {
  // Whoever is the only one for a visit is not given away to one that others could make.
  const inOrder = open.toSorted(
    (a, b) => a.sameTime.length - b.sameTime.length || +a.visit.startsAt - +b.visit.startsAt,
  );
  const inWay = inOrder.map(({ visit }) => inOrder.map((other) => !canBothMake(visit, other.visit)));
  const leastAfter = Array.from({ length: inOrder.length + 1 }, () => 0);
  for (let index = inOrder.length - 1; index >= 0; index--) {
    leastAfter[index] = leastAfter[index + 1]! + (inOrder[index]!.sameTime[0]?.weight ?? 0);
  }
  let best: { choices: (Choice | null)[]; kept: number; weight: number } | null = null;
  const chosen: (Choice | null)[] = [];
  let steps = 0;

  function go(index: number, kept: number, weight: number): void {
    if (best && steps++ > MAX_STEPS) return;
    const left = inOrder.length - index;
    if (best && kept + left < best.kept) return;
    if (best && kept + left === best.kept && weight + leastAfter[index]! >= best.weight) return;
    const next = inOrder[index];
    if (!next) {
      if (!best || kept > best.kept || (kept === best.kept && weight < best.weight)) {
        best = { choices: [...chosen], kept, weight };
      }
      return;
    }
    const able = next.sameTime
      .map(({ choice, weight: own }) => {
        const his = chosen.flatMap((other, at) => (other?.technicianId === choice.technicianId ? [at] : []));
        const isFree = his.every((at) => !inWay[index]![at]);
        return { choice, isFree, weight: own + his.length * VISIT_WEIGHS_MIN };
      })
      .filter(({ isFree }) => isFree)
      .toSorted((a, b) => a.weight - b.weight);
    for (const { choice, weight: own } of able) {
      chosen.push(choice);
      go(index + 1, kept + 1, weight + own);
      chosen.pop();
    }
    chosen.push(null);
    go(index + 1, kept, weight);
    chosen.pop();
  }
  go(0, 0, 0);
  const found: readonly (Choice | null)[] = (best as { choices: (Choice | null)[] } | null)?.choices ?? [];
  return new Map(inOrder.flatMap(({ visit }, at) => (found[at] ? [[visit.id, found[at]]] : [])));
}

/** Whether one could make both as they are planned, with the way between them. */
function canBothMake(a: VisitToHandOver, b: VisitToHandOver): boolean {
  const [first, second] = a.startsAt <= b.startsAt ? [a, b] : [b, a];
  const gapMin = (second.startsAt.getTime() - first.endsAt.getTime()) / 60_000;
  return gapMin >= Math.max(first.bufferMin, travelMinutes(first.area, second.area) ?? 0);
}

function otherTimes(roster: Roster, visit: VisitToHandOver, now: Date): Choice[] {
  const { bufferMin, outdoor, area, emergency, startsAt } = visit;
  const wish = {
    job: { durationMin: minutesOf(visit), bufferMin, outdoor },
    area,
    // An emergency is looked for from now on, whatever was agreed.
    day: emergency ? null : dubaiDate(startsAt),
    time: emergency ? null : dubaiTime(startsAt),
    emergency,
    askedFor: visit.askedFor,
    now,
  };
  return suggest(roster, wish)
    .map(({ technicianId, name, day, time, way, askedFor }) => {
      const at = new Date(placeOf(wish.job, day, time).work.start);
      return { technicianId, name, startsAt: at, way, askedFor };
    })
    .filter((choice) => choice.startsAt.getTime() !== startsAt.getTime());
}

function placeOfVisit(visit: VisitToHandOver, startsAt: Date = visit.startsAt) {
  const { bufferMin, outdoor } = visit;
  const job = { durationMin: minutesOf(visit), bufferMin, outdoor };
  return placeOf(job, dubaiDate(startsAt), dubaiTime(startsAt));
}

function minutesOf({ startsAt, endsAt }: VisitToHandOver): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Nothing was handed over: this visit could not be, and why. */
    "hand-over-stopped": { reference: string; startsAt: Date; because: Refusal };
  }
}
