import type { ComponentType } from "react";
import type { ShiftView, TechnicianDetail } from "../../views";

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

/** What a technician has left, or a certificate as it is now. */
export type TechnicianUpdate =
  | { skills: string[] }
  | { zones: string[] }
  | { shifts: ShiftView[] }
  | { certificate: { id?: string; name: string; number: string; expiresOn: string } };

/** `canReassign`: a step from handing them over. */
export type VisitsWithin = ComponentType<Stretch & { canReassign?: boolean }>;

/**
 * Hands them over. `ending`: with it the technician, as he was seen, is offered no more work, or is left with less of what they need.
 * `withoutSkills`: only what needs one of these. `visitIds`: only these. `none`: what is said where there are no visits.
 */
export type ReassignmentForm = ComponentType<
  Stretch & {
    withoutSkills?: readonly string[];
    visitIds?: readonly string[];
    none?: string;
    ending?: { name: string; version: number } & (
      | { kind: "leaves" }
      | { kind: "update"; update: TechnicianUpdate; submit: string; done: string }
    );
    onDone?: () => void;
  }
>;

/** A step from saying that somebody cannot come, and from who comes instead. */
export type ReassignmentButton = ComponentType<{ technician: TechnicianDetail }>;
