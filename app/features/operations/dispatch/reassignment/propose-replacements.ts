import { dubaiDate, dubaiTime } from "~/platform/time";
import { travelMinutes } from "../../../core/geography/travel";
import { PREFERRED_ADVANTAGE_MIN, VISIT_WEIGHT_MIN } from "../../scheduling/assignment-weights";
import { type Interval, type Roster, type RosterVisit, toTimeSlot } from "../../scheduling/slots";
import { rankAvailableTechnicians, suggestPlacements } from "../../scheduling/suggest";

/**
 * Replacements for a technician's visits (docs/domain.md, "Reassignment"). Pure functions. Keeping the agreed
 * time comes first, then travel.
 */

export interface VisitToReassign {
  id: string;
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  outdoor: boolean;
  area: string;
  emergency: boolean;
  /** Required skills. */
  skills: readonly string[];
  preferredTechnicianId?: string | null;
  /** Unconfirmed, or with a crew: no other time is proposed. */
  fixedTime: boolean;
}

/** Available technician and start, without warnings. */
export interface ProposedReplacement {
  technicianId: string;
  name: string;
  startsAt: Date;
  /** Null if the technician starts from home or the travel is unknown. */
  travel: { area: string; minutes: number } | null;
  isPreferred: boolean;
}

export interface ReplacementOptions {
  /** Best first: at the agreed time, then at others. */
  choices: ProposedReplacement[];
  /** Compatible with all other proposals; null if no technician is free. */
  proposed: ProposedReplacement | null;
}

const MAX_OTHER_TIMES = 3;
/** Search limit; the best assignment found so far is used. */
const MAX_SEARCH_STEPS = 20_000;

/** Roster with the technician absent from `start` to `end`; `end` null: left. */
export function withoutTechnician(
  roster: Roster,
  technicianId: string,
  { start, end }: { start: Date; end: Date | null },
): Roster {
  if (!end) return { ...roster, technicians: roster.technicians.filter(({ id }) => id !== technicianId) };
  const off: Interval = { start: start.getTime(), end: end.getTime() };
  const technicians = roster.technicians.map((technician) =>
    technician.id === technicianId ? { ...technician, timeOff: [...technician.timeOff, off] } : technician,
  );
  return { ...roster, technicians };
}

/**
 * Options for each visit, with one proposal that fits all other proposals, including travel.
 * `skills`: by technician. `roster`: without the absent technician, see withoutTechnician.
 */
export function proposeReplacements(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  visits: readonly VisitToReassign[],
  now: Date,
): Map<string, ReplacementOptions> {
  const rosterFor = (visit: VisitToReassign, reservedVisits: ReadonlyMap<string, RosterVisit[]>): Roster => ({
    ...roster,
    technicians: roster.technicians.map((technician) => ({
      ...technician,
      skilled: visit.skills.every((skill) => skills.get(technician.id)?.has(skill)),
      visits: [...technician.visits, ...(reservedVisits.get(technician.id) ?? [])],
    })),
  });
  const options = visits.map((visit) => {
    const ranked = rankAvailableTechnicians(rosterFor(visit, new Map()), visitTimeSlot(visit), {
      ...visit,
      now,
    });
    const sameTime = ranked.map(({ technician, travel, weight }) => {
      const isPreferred = technician.id === visit.preferredTechnicianId;
      return {
        choice: {
          technicianId: technician.id,
          name: technician.name,
          startsAt: visit.startsAt,
          travel,
          isPreferred,
        },
        weight: isPreferred ? weight - PREFERRED_ADVANTAGE_MIN : weight,
      };
    });
    return { visit, sameTime: sameTime.toSorted((a, b) => a.weight - b.weight) };
  });
  const atAgreedTime = assignAtAgreedTimes(options);

  const reservedVisits = new Map<string, RosterVisit[]>();
  const reserve = (visit: VisitToReassign, { technicianId, startsAt }: ProposedReplacement) => {
    const { work, busy } = visitTimeSlot(visit, startsAt);
    const visitTime = { ...busy, workEnd: work.end, area: visit.area };
    reservedVisits.set(technicianId, [...(reservedVisits.get(technicianId) ?? []), visitTime]);
  };
  for (const { visit } of options) {
    const choice = atAgreedTime.get(visit.id);
    if (choice) reserve(visit, choice);
  }
  // Visits at their agreed time first; the others then get the next best free time, earliest first.
  const replacements = new Map<string, ReplacementOptions>();
  for (const { visit, sameTime } of options.toSorted((a, b) => +a.visit.startsAt - +b.visit.startsAt)) {
    const sameTimeChoice = atAgreedTime.get(visit.id);
    const other =
      sameTimeChoice || visit.fixedTime ? [] : findOtherTimes(rosterFor(visit, reservedVisits), visit, now);
    const proposed = sameTimeChoice ?? other[0] ?? null;
    if (proposed && !sameTimeChoice) reserve(visit, proposed);
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
 * Branch and bound: keeps the most agreed times, then the lowest weight of travel, workload and preference.
 */
function assignAtAgreedTimes(options: readonly VisitOptions[]): Map<string, ProposedReplacement> {
  // Fewest options first, so that a technician who is the only option for a visit is not used up.
  const inOrder = options.toSorted(
    (a, b) => a.sameTime.length - b.sameTime.length || +a.visit.startsAt - +b.visit.startsAt,
  );
  const isExclusive = inOrder.map(({ visit }) =>
    inOrder.map((other) => !canSameTechnicianDoBoth(visit, other.visit)),
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
    const remaining = inOrder.length - index;
    if (best && placedCount + remaining < best.placedCount) return;
    if (
      best &&
      placedCount + remaining === best.placedCount &&
      weight + minWeightAfter[index]! >= best.weight
    )
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
    const available = next.sameTime
      .map(({ choice, weight: baseWeight }) => {
        const reserved = current.flatMap((other, at) =>
          other?.technicianId === choice.technicianId ? [at] : [],
        );
        const isFree = reserved.every((at) => !isExclusive[index]![at]);
        return { choice, isFree, weight: baseWeight + reserved.length * VISIT_WEIGHT_MIN };
      })
      .filter(({ isFree }) => isFree)
      .toSorted((a, b) => a.weight - b.weight);
    for (const { choice, weight: baseWeight } of available) {
      current.push(choice);
      search(index + 1, placedCount + 1, weight + baseWeight);
      current.pop();
    }
    current.push(null);
    search(index + 1, placedCount, weight);
    current.pop();
  }
  search(0, 0, 0);
  const choices: readonly (ProposedReplacement | null)[] =
    (best as { choices: (ProposedReplacement | null)[] } | null)?.choices ?? [];
  return new Map(inOrder.flatMap(({ visit }, at) => (choices[at] ? [[visit.id, choices[at]]] : [])));
}

/** Compares the gap with buffer and travel. */
function canSameTechnicianDoBoth(a: VisitToReassign, b: VisitToReassign): boolean {
  const [first, second] = a.startsAt <= b.startsAt ? [a, b] : [b, a];
  const gapMin = (second.startsAt.getTime() - first.endsAt.getTime()) / 60_000;
  return gapMin >= Math.max(first.bufferMin, travelMinutes(first.area, second.area) ?? 0);
}

function findOtherTimes(roster: Roster, visit: VisitToReassign, now: Date): ProposedReplacement[] {
  const { bufferMin, outdoor, area, emergency, startsAt } = visit;
  const criteria = {
    job: { durationMin: durationMinutes(visit), bufferMin, outdoor },
    area,
    // Emergencies search from now on, because the agreed time does not matter.
    day: emergency ? null : dubaiDate(startsAt),
    time: emergency ? null : dubaiTime(startsAt),
    emergency,
    preferredTechnicianId: visit.preferredTechnicianId,
    now,
  };
  return suggestPlacements(roster, criteria)
    .map(({ technicianId, name, day, time, travel, isPreferred }) => {
      const at = new Date(toTimeSlot(criteria.job, day, time).work.start);
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
    /** All changes were rolled back, because this visit could not be reassigned. */
    "reassignment-failed": { reference: string; startsAt: Date; cause: Refusal };
  }
}
