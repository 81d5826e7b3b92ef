import type { ComponentType } from "react";
import type { ShiftView, TechnicianDetail } from "../../views";

/* Types of components that the pages pass in, because scheduling must not import dispatch. */

interface VisitsWithinQuery {
  technicianId: string;
  /** ISO 8601 in UTC; without `to` there is no end. */
  from: string;
  to?: string;
  warning: string;
}

/** Remaining skills, zones or shifts, or the certificate to save. */
export type TechnicianUpdate =
  | { skills: string[] }
  | { zones: string[] }
  | { shifts: ShiftView[] }
  | { certificate: { id?: string; name: string; number: string; expiresOn: string } };

/** `canReassign`: shows a button that reassigns the visits. */
export type VisitsWithin = ComponentType<VisitsWithinQuery & { canReassign?: boolean }>;

/**
 * `completion`: change of the technician that is saved with the reassignment. `withoutSkills`: only visits that
 * need one of these skills. `emptyText`: text if there are no visits.
 */
export type ReassignmentForm = ComponentType<
  VisitsWithinQuery & {
    withoutSkills?: readonly string[];
    visitIds?: readonly string[];
    emptyText?: string;
    completion?: { name: string; version: number } & (
      | { kind: "leaves" }
      | { kind: "update"; update: TechnicianUpdate; submit: string; done: string }
    );
    onDone?: () => void;
  }
>;

export type ReassignmentButton = ComponentType<{ technician: TechnicianDetail }>;
