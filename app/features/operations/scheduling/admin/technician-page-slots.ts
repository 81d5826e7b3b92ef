import type { ReactNode } from "react";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { createPageSlots } from "~/ui/page-slots";
import type { ShiftView, TechnicianDetail } from "../views";

/** Remaining skills, zones or shifts, or the certificate to save. */
export type TechnicianUpdate =
  | { skills: string[] }
  | { zones: string[] }
  | { shifts: ShiftView[] }
  | { certificate: { id?: string; name: string; number: string; expiresOn: string } };

interface VisitsWithinQuery {
  technicianId: string;
  /** ISO 8601 in UTC; without `to` there is no end. */
  from: string;
  to?: string;
  warning: string;
}

/** Parts of the technician's page in other features. */
export const [TechnicianPageSlots, useTechnicianPageSlots] = createPageSlots<{
  /** Passes the action that reassigns visits to its children. */
  Reassignment: { technician: TechnicianDetail; children: (reassign: RecordAction) => ReactNode };
  /**
   * `completion`: change of the technician that is saved with the reassignment. `withoutSkills`: only visits
   * that need one of these skills. `emptyText`: text if there are no visits.
   */
  ReassignmentForm: VisitsWithinQuery & {
    withoutSkills?: readonly string[];
    visitIds?: readonly string[];
    emptyText?: string;
    completion?: { name: string; version: number } & (
      | { kind: "leaves" }
      | { kind: "update"; update: TechnicianUpdate; submit: string; done: string }
    );
    onDone?: () => void;
  };
  Reviews: { technician: TechnicianDetail };
  SignIn: { technician: TechnicianDetail };
  /** `canReassign`: shows a button that reassigns the visits. */
  VisitsWithin: VisitsWithinQuery & { canReassign?: boolean };
}>();
