import { travelMinutes } from "../customers/travel";
import { DAY_MIN, STEP_MIN as QUARTER_MIN, type Span } from "./board-time";
import type { BoardDay, BoardTechnician } from "./views";

/** What takes a technician's time on a day: minutes after its midnight, the buffer included in `freeMin`. */
export interface Taken extends Span {
  /** From when on something else can be planned. */
  freeMin: number;
  area: string;
  /** Nobody has set out to it though its time has come. */
  late: boolean;
}

/** What somebody is wanted for. */
export interface Wish {
  skills: readonly string[];
  /** Empty: anywhere. */
  area: string;
  startMin: number;
  durationMin: number;
}

export type WhyNot = "inactive" | "not-trained" | "closed" | "busy";

export interface Fit {
  /** Null: nothing stands in the way. */
  why: WhyNot | null;
  /** From when it could begin: as wished, or later that day where it is looked for. */
  startMin: number;
  /** Until when nothing else is planned. */
  untilMin: number;
  /** From the visit before; null: from home, or nobody knows. */
  way: { area: string; minutes: number } | null;
  /** The area is one that the technician is sent to rather than elsewhere. */
  inZone: boolean;
}

type Closed = BoardDay["closed"][string];

/** Whether a technician could do it exactly then. */
export function fitAt(
  technician: Pick<BoardTechnician, "active" | "skills" | "zones">,
  taken: readonly Taken[],
  closed: Closed,
  wish: Wish,
): Fit {
  const { startMin, durationMin, area } = wish;
  const end = startMin + durationMin;
  const overlaps = (from: number, to: number) => from < end && startMin < to;
  const before = taken
    .filter(({ fromMin }) => fromMin <= startMin)
    .reduce<Taken | null>((last, one) => (last && last.fromMin > one.fromMin ? last : one), null);
  const minutes = before && area ? travelMinutes(before.area, area) : null;
  const starts = [...taken, ...closed].map(({ fromMin }) => fromMin).filter((fromMin) => fromMin >= startMin);
  return {
    why: !technician.active
      ? "inactive"
      : !isTrained(technician, wish.skills)
        ? "not-trained"
        : closed.some(({ fromMin, toMin }) => overlaps(fromMin, toMin))
          ? "closed"
          : taken.some(({ fromMin, freeMin }) => overlaps(fromMin, freeMin))
            ? "busy"
            : null,
    startMin,
    untilMin: Math.min(DAY_MIN, ...starts),
    way: before && minutes !== null ? { area: before.area, minutes } : null,
    inZone: area !== "" && technician.zones.includes(area),
  };
}

/** How far apart times are tried. */
const STEP_MIN = 30;

/** The first time of the day, from the wished one on, at which a technician could do it; else why not. */
export function firstFit(
  technician: Pick<BoardTechnician, "active" | "skills" | "zones">,
  taken: readonly Taken[],
  closed: Closed,
  wish: Wish,
): Fit {
  let first: Fit | null = null;
  for (let startMin = wish.startMin; startMin < DAY_MIN; startMin += STEP_MIN) {
    const fit = fitAt(technician, taken, closed, { ...wish, startMin });
    if (fit.why === null) return fit;
    // At the end of the day everybody is off: what stood in the way of most of it is the reason.
    if (!first || fit.why === "busy") first = fit;
    if (fit.why === "inactive" || fit.why === "not-trained") break;
  }
  return first ?? fitAt(technician, taken, closed, wish);
}

/**
 * The free time of a day that is nearest to the wished one, the later of two; where none is free, the wished one, and what stands
 * in its way. It is looked for whether or not the technician is trained for it.
 */
export function nearestFit(
  technician: Pick<BoardTechnician, "active" | "skills" | "zones">,
  taken: readonly Taken[],
  closed: Closed,
  wish: Wish,
  earliestMin: number,
): Fit {
  const anybody = { ...technician, active: true, skills: [...wish.skills] };
  const latestMin = DAY_MIN - wish.durationMin;
  for (let by = 0; by < DAY_MIN; by += QUARTER_MIN) {
    for (const startMin of by === 0 ? [wish.startMin] : [wish.startMin + by, wish.startMin - by]) {
      if (startMin < earliestMin || startMin > latestMin) continue;
      if (fitAt(anybody, taken, closed, { ...wish, startMin }).why !== null) continue;
      return fitAt(technician, taken, closed, { ...wish, startMin });
    }
  }
  return fitAt(technician, taken, closed, wish);
}

function isTrained({ skills }: Pick<BoardTechnician, "skills">, needed: readonly string[]): boolean {
  return needed.every((skill) => skills.includes(skill));
}

/** Where the way is not known: about that of anywhere in the city. */
const ANY_WAY_MIN = 40;

interface Compared {
  fit: Fit;
  visits: number;
  /** The customer would have him again. */
  askedFor?: boolean;
}

/** Of two who could, the better first: sooner, then who was asked for, then whose zone it is, then the shorter way, then the less busy. */
export function compareFits(a: Compared, b: Compared): number {
  return (
    a.fit.startMin - b.fit.startMin ||
    Number(b.askedFor ?? false) - Number(a.askedFor ?? false) ||
    Number(b.fit.inZone) - Number(a.fit.inZone) ||
    (a.fit.way?.minutes ?? ANY_WAY_MIN) - (b.fit.way?.minutes ?? ANY_WAY_MIN) ||
    a.visits - b.visits
  );
}

/** How it stands with a technician at a minute of the day. */
export interface Standing {
  kind: "late" | "busy" | "free" | "closed";
  /** Until when; DAY_MIN: for the rest of the day. Of a late visit, when it was to start. */
  untilMin: number;
}

export function standingAt(taken: readonly Taken[], closed: Closed, minute: number): Standing {
  const late = taken.find((one) => one.late);
  if (late) return { kind: "late", untilMin: late.fromMin };
  const within = ({ fromMin, toMin }: Span) => fromMin <= minute && minute < toMin;
  const now = taken.find(within);
  if (now) return { kind: "busy", untilMin: now.toMin };
  const off = closed.find(within);
  if (off) return { kind: "closed", untilMin: off.toMin };
  const next = [...taken, ...closed].map(({ fromMin }) => fromMin).filter((fromMin) => fromMin > minute);
  return { kind: "free", untilMin: Math.min(DAY_MIN, ...next) };
}

/** Minutes that somebody works on a day, and of these what is planned. */
export interface Load {
  bookedMin: number;
  shiftMin: number;
}

export function loadOf(taken: readonly Taken[], closed: Closed): Load {
  const off = closed.reduce((sum, { fromMin, toMin }) => sum + toMin - fromMin, 0);
  const within = ({ fromMin, toMin }: Span) => Math.max(0, Math.min(DAY_MIN, toMin) - Math.max(0, fromMin));
  return {
    bookedMin: Math.round(taken.reduce((sum, one) => sum + within(one), 0)),
    shiftMin: DAY_MIN - off,
  };
}
