import { m } from "~/paraglide/messages";
import { delays } from "../bookings/promise/delays";
import type { Tap } from "./phone/phone-store";
import type { VisitMove } from "./report";

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

/** What was tapped. */
export function labelForTap({ move, minutes = delays[0] }: Pick<Tap, "move" | "minutes">): string {
  return move === "delay" ? m.technician_delay({ minutes }) : moveLabels[move]();
}

/** Of a state's badge: read at arm's length, in the sun. */
export const stateSize = "px-3! py-1! text-base! font-semibold";
