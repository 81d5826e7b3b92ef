import type { Transition } from "../bookings/booking";

/** Transitions in the order of a visit. */
export const visitMoves = [
  "depart",
  "arrive",
  "reportNoAccess",
  "hold",
  "finishWork",
  "undoDepart",
  "undoArrive",
  "handOver",
] as const satisfies Transition[];
export type VisitMove = (typeof visitMoves)[number];

/** Transitions that require a report. */
export const reportedMoves = [
  "reportNoAccess",
  "hold",
  "finishWork",
  "handOver",
] as const satisfies VisitMove[];

/** Taps: transitions, and delays. */
export const visitTaps = [...visitMoves, "delay"] as const;
export type VisitTap = (typeof visitTaps)[number];
