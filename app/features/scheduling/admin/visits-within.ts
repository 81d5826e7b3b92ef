import type { ComponentType } from "react";

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

/** Gives them to others. `leaving`: the technician, as he was seen, is offered no more work with it. */
export type HandOver = ComponentType<
  Stretch & { leaving?: { name: string; version: number }; onDone?: () => void }
>;
