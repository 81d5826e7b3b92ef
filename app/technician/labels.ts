import type { VisitMove } from "~/features/visit-reports/report";
import { m } from "~/paraglide/messages";

/** What stands on the button. */
export const moveLabels: Record<VisitMove, () => string> = {
  depart: m.technician_move_depart,
  arrive: m.technician_move_arrive,
  reportNoAccess: m.technician_move_no_access,
  hold: m.technician_move_hold,
  finishWork: m.technician_move_finish,
  undoDepart: m.technician_move_undo_depart,
  undoArrive: m.technician_move_undo_arrive,
};

/** Of a state's badge: read at arm's length, in the sun. */
export const stateSize = "px-3! py-1! text-base! font-semibold";
