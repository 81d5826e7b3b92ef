import { dubaiDate, dubaiTime } from "~/platform/time";
import { placeOf, type Roster, type RosterTechnician, type RosterVisit } from "../scheduling/slots";
import { whoCouldGo } from "../scheduling/suggest";

/** Who takes over the visits of somebody who leaves or is away. Pure. */

/** A planned visit that somebody else has to make. */
export interface VisitToGive {
  id: string;
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  outdoor: boolean;
  area: string;
  emergency: boolean;
  /** What whoever goes has to be trained for. */
  skills: readonly string[];
}

export interface Takers {
  /** Everybody who could go with nothing in the way, the best first. */
  choices: RosterTechnician[];
  /** Who is proposed, the other proposals considered; null: nobody is free. */
  proposedId: string | null;
}

/**
 * Who could make each of these visits at its time, and who should. All proposals together can be made: nobody is
 * proposed twice for the same time, nor without time for the way. `skills`: by technician. `roster`: those who stay.
 */
export function proposeTakers(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  visits: readonly VisitToGive[],
  now: Date,
): Map<string, Takers> {
  const taken = new Map<string, RosterVisit[]>();
  const couldMake = (visit: VisitToGive, alsoTaken: ReadonlyMap<string, RosterVisit[]>) => {
    const technicians = roster.technicians.map((one) => ({
      ...one,
      skilled: visit.skills.every((skill) => skills.get(one.id)?.has(skill)),
      visits: [...one.visits, ...(alsoTaken.get(one.id) ?? [])],
    }));
    return whoCouldGo({ ...roster, technicians }, placeOfVisit(visit), { ...visit, now });
  };
  const open = visits.map((visit) => ({ visit, choices: couldMake(visit, new Map()) }));
  // Whoever is the only one for a visit is not given away to one that others could make.
  open.sort(
    (a, b) => a.choices.length - b.choices.length || a.visit.startsAt.getTime() - b.visit.startsAt.getTime(),
  );
  const takers = new Map<string, Takers>();
  for (const { visit, choices } of open) {
    const [best] = couldMake(visit, taken);
    takers.set(visit.id, { choices, proposedId: best?.id ?? null });
    if (!best) continue;
    const { work, busy } = placeOfVisit(visit);
    const also = { ...busy, workEnd: work.end, area: visit.area };
    taken.set(best.id, [...(taken.get(best.id) ?? []), also]);
  }
  return takers;
}

function placeOfVisit({ startsAt, endsAt, ...job }: VisitToGive) {
  const durationMin = (endsAt.getTime() - startsAt.getTime()) / 60_000;
  return placeOf({ ...job, durationMin }, dubaiDate(startsAt), dubaiTime(startsAt));
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Nothing was handed over: this visit could not be, and why. */
    "hand-over-stopped": { reference: string; startsAt: Date; because: Refusal };
  }
}
