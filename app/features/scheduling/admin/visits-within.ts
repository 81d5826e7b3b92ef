import type { ComponentType } from "react";
import type { TechnicianDetail } from "../views";

/*
 * What is told of a technician's visits, and done with them: bookings know them, scheduling does not.
 */

interface Stretch {
  technicianId: string;
  /** ISO 8601 in UTC; without an end, from then on. */
  from: string;
  to?: string;
  /** What is said when there are some. */
  warning: string;
}

/** `canGive`: a step from giving them to others. */
export type VisitsWithin = ComponentType<Stretch & { canGive?: boolean }>;

/** Gives them to others. `ending`: the technician, as he was seen, is offered no more work with it. */
export type HandOver = ComponentType<
  Stretch & { ending?: { kind: "leaves"; name: string; version: number }; onDone?: () => void }
>;

/** A step from saying that somebody cannot come, and from who comes instead. */
export type Rescue = ComponentType<{ technician: TechnicianDetail }>;
