import { dubaiDate, dubaiTime } from "~/platform/time";
import { travelMinutes } from "../../geography/travel";
import { type Interval, type Roster, type RosterVisit, toTimeSlot } from "../../scheduling/slots";
import { rankAvailableTechnicians, suggestPlacements } from "../../scheduling/suggest";

/**
 * Who makes the visits of somebody who cannot, and when (docs/decisions/0046-rescue.md). Pure. A customer keeps the time
 * where anybody can come then; only then does the way count.
 */

/** A planned visit that somebody else has to make, or the same at another time. */
export interface VisitToReassign {
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
  preferredTechnicianId?: string | null;
  /** Nobody has agreed to it yet, or others come to it, too: another time is not offered. */
  fixedTime: boolean;
}

/** Somebody who could make it then, with nothing in the way. */
export interface ProposedReplacement {
  technicianId: string;
  name: string;
  startsAt: Date;
  /** From the visit before; null: from home, or nobody knows. */
  travel: { area: string; minutes: number } | null;
  /** The customer would have him again. */
  isPreferred: boolean;
}

export interface ReplacementOptions {
  /** At its own time, the best first; then at other times, the best first. */
  choices: ProposedReplacement[];
  /** Who is proposed when, the other proposals considered; null: nobody is free. */
  proposed: ProposedReplacement | null;
}

/** More other times are no help. */
const MAX_OTHER_TIMES = 3;
/** A visit more that day weighs as much as so many minutes of driving. */
const VISIT_PENALTY_MIN = 10;
/** Whom the customer asked for comes before all driving. */
const PREFERRED_BONUS_MIN = 10_000;
/** What is weighed at most, where very many could take over very much: the best found by then is proposed. */
const MAX_SEARCH_STEPS = 20_000;

/** The roster as it is once somebody does not work from `start` until `end`; without `end`, not any more. */
export function withoutTechnician(
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
 * the same time, nor without time for the way. `skills`: by technician. `roster`: without who cannot (withoutTechnician).
 */
export function proposeReplacements(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  visits: readonly VisitToReassign[],
  now: Date,
): Map<string, ReplacementOptions> {
  const rosterFor = (visit: VisitToReassign, reservedVisits: ReadonlyMap<string, RosterVisit[]>): Roster => ({
    ...roster,
    technicians: roster.technicians.map((one) => ({
      ...one,
      skilled: visit.skills.every((skill) => skills.get(one.id)?.has(skill)),
      visits: [...one.visits, ...(reservedVisits.get(one.id) ?? [])],
    })),
  });
  const open = visits.map((visit) => {
    const ranked = rankAvailableTechnicians(rosterFor(visit, new Map()), visitTimeSlot(visit), {
      ...visit,
      now,
    });
    const sameTime = ranked.map(({ one, travel, weight }) => {
      const isPreferred = one.id === visit.preferredTechnicianId;
      return {
        choice: { technicianId: one.id, name: one.name, startsAt: visit.startsAt, travel, isPreferred },
        weight: isPreferred ? weight - PREFERRED_BONUS_MIN : weight,
      };
    });
    return { visit, sameTime: sameTime.toSorted((a, b) => a.weight - b.weight) };
  });
  const atAgreedTime = assignAtAgreedTimes(open);

  const reservedVisits = new Map<string, RosterVisit[]>();
  const reserve = (visit: VisitToReassign, { technicianId, startsAt }: ProposedReplacement) => {
    const { work, busy } = visitTimeSlot(visit, startsAt);
    const visitTime = { ...busy, workEnd: work.end, area: visit.area };
    reservedVisits.set(technicianId, [...(reservedVisits.get(technicianId) ?? []), visitTime]);
  };
  for (const { visit } of open) {
    const choice = atAgreedTime.get(visit.id);
    if (choice) reserve(visit, choice);
  }
  // What keeps its time has its people; the others, the sooner first, get the next best time that is left.
  const replacements = new Map<string, ReplacementOptions>();
  for (const { visit, sameTime } of open.toSorted((a, b) => +a.visit.startsAt - +b.visit.startsAt)) {
    const keeps = atAgreedTime.get(visit.id);
    const other =
      keeps || visit.fixedTime ? [] : findOtherTimes(rosterFor(visit, reservedVisits), visit, now);
    const proposed = keeps ?? other[0] ?? null;
    if (proposed && !keeps) reserve(visit, proposed);
    const choices = [...sameTime.map(({ choice }) => choice), ...other.slice(0, MAX_OTHER_TIMES)];
    replacements.set(visit.id, { choices, proposed });
  }
  return replacements;
}

interface VisitOptions {
  visit: VisitToReassign;
  sameTime: readonly { choice: ProposedReplacement; weight: number }[];
}

/**
 * Who comes to whom at the time that is agreed: to as many as can be, of those who were asked for as many as can be, with the least driving and as evenly as can be. Tried
 * are all ways that could still be better than the best.
 */
function assignAtAgreedTimes(open: readonly VisitOptions[]): Map<string, ProposedReplacement> {
  // Whoever is the only one for a visit is not given away to one that others could make.
  const inOrder = open.toSorted(
    (a, b) => a.sameTime.length - b.sameTime.length || +a.visit.startsAt - +b.visit.startsAt,
  );
  const isExclusive = inOrder.map(({ visit }) =>
    inOrder.map((other) => !canOneTechnicianMakeBoth(visit, other.visit)),
  );
  const minWeightAfter = Array.from({ length: inOrder.length + 1 }, () => 0);
  for (let index = inOrder.length - 1; index >= 0; index--) {
    minWeightAfter[index] = minWeightAfter[index + 1]! + (inOrder[index]!.sameTime[0]?.weight ?? 0);
  }
  let best: { choices: (ProposedReplacement | null)[]; placedCount: number; weight: number } | null = null;
  const current: (ProposedReplacement | null)[] = [];
  let steps = 0;

  function search(index: number, placedCount: number, weight: number): void {
    if (best && steps++ > MAX_SEARCH_STEPS) return;
    const left = inOrder.length - index;
    if (best && placedCount + left < best.placedCount) return;
    if (best && placedCount + left === best.placedCount && weight + minWeightAfter[index]! >= best.weight)
      return;
    const next = inOrder[index];
    if (!next) {
      if (
        !best ||
        placedCount > best.placedCount ||
        (placedCount === best.placedCount && weight < best.weight)
      ) {
        best = { choices: [...current], placedCount, weight };
      }
      return;
    }
    const able = next.sameTime
      .map(({ choice, weight: baseWeight }) => {
        const reserved = current.flatMap((other, at) =>
          other?.technicianId === choice.technicianId ? [at] : [],
        );
        const isFree = reserved.every((at) => !isExclusive[index]![at]);
        return { choice, isFree, weight: baseWeight + reserved.length * VISIT_PENALTY_MIN };
      })
      .filter(({ isFree }) => isFree)
      .toSorted((a, b) => a.weight - b.weight);
    for (const { choice, weight: baseWeight } of able) {
      current.push(choice);
      search(index + 1, placedCount + 1, weight + baseWeight);
      current.pop();
    }
    current.push(null);
    search(index + 1, placedCount, weight);
    current.pop();
  }
  search(0, 0, 0);
  const found: readonly (ProposedReplacement | null)[] =
    (best as { choices: (ProposedReplacement | null)[] } | null)?.choices ?? [];
  return new Map(inOrder.flatMap(({ visit }, at) => (found[at] ? [[visit.id, found[at]]] : [])));
}

/** Whether one could make both as they are planned, with the way between them. */
function canOneTechnicianMakeBoth(a: VisitToReassign, b: VisitToReassign): boolean {
  const [first, second] = a.startsAt <= b.startsAt ? [a, b] : [b, a];
  const gapMin = (second.startsAt.getTime() - first.endsAt.getTime()) / 60_000;
  return gapMin >= Math.max(first.bufferMin, travelMinutes(first.area, second.area) ?? 0);
}

function findOtherTimes(roster: Roster, visit: VisitToReassign, now: Date): ProposedReplacement[] {
  const { bufferMin, outdoor, area, emergency, startsAt } = visit;
  const wish = {
    job: { durationMin: durationMinutes(visit), bufferMin, outdoor },
    area,
    // An emergency is looked for from now on, whatever was agreed.
    day: emergency ? null : dubaiDate(startsAt),
    time: emergency ? null : dubaiTime(startsAt),
    emergency,
    preferredTechnicianId: visit.preferredTechnicianId,
    now,
  };
  return suggestPlacements(roster, wish)
    .map(({ technicianId, name, day, time, travel, isPreferred }) => {
      const at = new Date(toTimeSlot(wish.job, day, time).work.start);
      return { technicianId, name, startsAt: at, travel, isPreferred };
    })
    .filter((choice) => choice.startsAt.getTime() !== startsAt.getTime());
}

function visitTimeSlot(visit: VisitToReassign, startsAt: Date = visit.startsAt) {
  const { bufferMin, outdoor } = visit;
  const job = { durationMin: durationMinutes(visit), bufferMin, outdoor };
  return toTimeSlot(job, dubaiDate(startsAt), dubaiTime(startsAt));
}

function durationMinutes({ startsAt, endsAt }: VisitToReassign): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Nothing was handed over: this visit could not be, and why. */
    "reassignment-failed": { reference: string; startsAt: Date; cause: Refusal };
  }
}
